import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openingKeys, permits, type Model, type Resource } from '../../model/index.ts';
import type { Actor } from '../contract.ts';
import { Refusal } from '../errors.ts';
import { EDITING, NOTIFICATIONS, type Change, type Changes, type Feed } from '../live/index.ts';
import type { Actors } from './actors.ts';
import { dataAnswer } from './envelope.ts';
import { addRoute } from './route.ts';

interface LiveOptions {
  readonly model: Model;
  readonly actors: Actors;
  readonly feed: Feed;
  readonly clock: () => number;
}

/** Something is sent so often, that proxies keep the connection and the end of a session is noticed. */
const HEARTBEAT_MS = 20_000;
/** Windows of one user that may listen at a process, and of all. */
const MOST_OF_USER = 20;
const MOST = 5_000;
/** Who does not take what was sent is cut off, and comes again when it can. */
const MOST_WAITING = 65_536;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // It is never used again; a server that stops would wait for it.
  connection: 'close',
  // nginx would collect what is to be seen at once.
  'x-accel-buffering': 'no',
};

/** Resources that show the rows of each table and tell of them: its own, and those of its views. */
function resourcesByTable(model: Model): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const resource of model.resources.values()) {
    if (resource.live === false) continue;
    const table = resource.entity.view?.of ?? resource.entity.name;
    found.set(table, [...(found.get(table) ?? []), resource]);
  }
  return found;
}

interface ToldChange {
  /** `_notification`: what the listener is told of in person. `_editing.<resource>`: who has records of it open. */
  readonly resource: string;
  /** null: many. */
  readonly ids: readonly number[] | null;
}

interface Told {
  readonly position: string;
  readonly lost: boolean;
  readonly changes: readonly ToldChange[];
}

const eventOf = (told: Told): string => `id: ${told.position}\ndata: ${JSON.stringify(told)}\n\n`;

const sinceOf = ({ query }: FastifyRequest): string | undefined => {
  const { since } = query as { since?: unknown };
  if (since !== undefined && typeof since !== 'string') throw new Refusal('msg.parameterError', { http: 400 });
  return since === '' ? undefined : since;
};

const wantsEvents = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/event-stream') === true;

/**
 * Tells signed-in users which records were changed by anybody on any node: as they come, to who accepts `text/event-stream`; else what has come since, at
 * once, for those whose way here collects what is sent. Resource and id only, of resources that the user may list or open: what has become of a
 * record is asked for under his or her own rights, scope and masks.
 */
export function addLive(app: FastifyInstance, { model, actors, feed, clock }: LiveOptions): void {
  const resources = resourcesByTable(model);
  const mayHear = ({ permissions }: Actor, { permission, ...resource }: Resource): boolean =>
    permits(permissions, [permission.route, ...openingKeys({ permission, ...resource })]);
  function toldOf(actor: Actor, { entity, ids }: Change): readonly ToldChange[] {
    if (entity === NOTIFICATIONS)
      return ids === null || ids.includes(actor.id) ? [{ resource: NOTIFICATIONS, ids: null }] : [];
    const editing = entity.startsWith(EDITING) ? EDITING : '';
    return (resources.get(entity.slice(editing.length)) ?? [])
      .filter((resource) => mayHear(actor, resource))
      .map(({ name }) => ({ resource: editing + name, ids }));
  }
  const toldTo = (actor: Actor, { position, lost, changes }: Changes): Told => ({
    position,
    lost,
    changes: changes.flatMap((change) => toldOf(actor, change)),
  });

  const streams = new Map<PassThrough, { readonly userId: number; beat(): void }>();
  const heartbeat = setInterval(() => {
    for (const { beat } of streams.values()) beat();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook('preClose', (done) => {
    clearInterval(heartbeat);
    for (const stream of streams.keys()) stream.end();
    feed.stop();
    done();
  });

  addRoute(app, {
    method: 'GET',
    path: '/live',
    permission: 'session',
    async handle(request) {
      const since = sinceOf(request);
      const { tokenHash, actor } = request;
      if (!wantsEvents(request)) return dataAnswer(request, toldTo(actor, await feed.since(since)));
      const ofUser = [...streams.values()].filter(({ userId }) => userId === actor.id).length;
      if (streams.size >= MOST || ofUser >= MOST_OF_USER)
        throw new Refusal('msg.tooManyRequests', { code: 429, http: 429 });

      const stream = new PassThrough();
      /** What is said goes out in its order, and to who may hear it by then. */
      let said: Promise<void> = Promise.resolve();
      const say = (text: (actor: Actor) => string): void => {
        said = said.then(async () => {
          const now = await actors.ofSession(tokenHash!, clock()).catch(() => undefined);
          if (stream.writableEnded) return;
          if (!now) stream.end();
          else if (stream.writableLength > MOST_WAITING) stream.destroy();
          else stream.write(text(now));
        });
      };
      let position = since ?? '';
      const tell = (changes: Changes, always = false): void => {
        ({ position } = changes);
        say((to) => {
          const told = toldTo(to, changes);
          return always || told.lost || told.changes.length > 0 ? eventOf(told) : '';
        });
      };

      let caughtUp = false;
      const meanwhile: Changes[] = [];
      const leave = await feed.subscribe((changes) => {
        if (caughtUp) tell(changes);
        else meanwhile.push(changes);
      });
      stream.once('close', () => {
        leave();
        streams.delete(stream);
      });
      // An event without data is none, and says from where to go on.
      streams.set(stream, { userId: actor.id, beat: () => say(() => `id: ${position}\n\n`) });
      try {
        tell(await feed.since(since), true);
      } catch (error) {
        stream.destroy();
        throw error;
      }
      caughtUp = true;
      for (const changes of meanwhile) tell(changes);
      return { headers: HEADERS, body: stream };
    },
  });
}
