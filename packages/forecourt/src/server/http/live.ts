import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openingKeys, permits, type Model, type Resource } from '../../model/index.ts';
import type { Actor, ServerModule } from '../contract.ts';
import { isRestricted } from '../data/index.ts';
import { Refusal } from '../errors.ts';
import { areTold, EDITING, NOTIFICATIONS, together, type Change, type Changes, type Feed } from '../live/index.ts';
import type { Actors } from './actors.ts';
import { dataAnswer } from './envelope.ts';
import { addRoute } from './route.ts';

interface LiveOptions {
  readonly model: Model;
  readonly module: Pick<ServerModule, 'rowScopes'>;
  readonly actors: Actors;
  readonly feed: Feed;
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

interface Shower {
  readonly resource: Resource;
  /** Only of rows in the reader's scope; else of all. */
  readonly scoped: boolean;
}

/** Resources that show the rows of each table and tell of them: its own, and those of its views. */
function resourcesByTable(model: Model): ReadonlyMap<string, readonly Shower[]> {
  const found = new Map<string, Shower[]>();
  for (const resource of model.resources.values()) {
    if (resource.live === false) continue;
    const { entity } = resource;
    const table = entity.view?.of ?? entity.name;
    const scoped = areTold(entity, model.entities.get(table) ?? entity, model);
    found.set(table, [...(found.get(table) ?? []), { resource, scoped }]);
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

/** What somebody may be told of: resources by table, and scope records. */
interface Ears {
  readonly heard: ReadonlyMap<string, readonly (Shower & { readonly unnamed: boolean })[]>;
  readonly scope: 'all' | ReadonlySet<number>;
}

/** Whether both may be told the same. */
const sameEars = (one: Actor, other: Actor): boolean =>
  one === other ||
  (JSON.stringify([one.scope, one.facts]) === JSON.stringify([other.scope, other.facts]) &&
    one.permissions.size === other.permissions.size &&
    [...one.permissions].every((key) => other.permissions.has(key)));

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
export function addLive(app: FastifyInstance, { model, module, actors, feed }: LiveOptions): void {
  const showers = resourcesByTable(model);
  const mayHear = ({ permissions }: Actor, { permission, ...resource }: Resource): boolean =>
    permits(permissions, [permission.route, ...openingKeys({ permission, ...resource })]);

  /** Of each actor, as long as he or she is remembered: what may be heard is asked for with every change. */
  const ears = new WeakMap<Actor, Ears>();
  function earsOf(actor: Actor): Ears {
    const known = ears.get(actor);
    if (known) return known;
    // Whoever sees only some rows, by a rule that a change does not tell, is told that something is another, and not what.
    const isUnnamed = (name: string): boolean => {
      const entity = model.entities.get(name);
      return entity !== undefined && isRestricted({ model, module }, entity, actor);
    };
    const heard = [...showers].map(([table, all]) => {
      const own = all.filter(({ resource }) => mayHear(actor, resource));
      return [
        table,
        own.map((one) => ({ ...one, unnamed: isUnnamed(table) || isUnnamed(one.resource.entity.name) })),
      ] as const;
    });
    const own: Ears = { heard: new Map(heard), scope: actor.scope === 'all' ? 'all' : new Set(actor.scope) };
    ears.set(actor, own);
    return own;
  }

  function toldOf(actor: Actor, { entity, ids, scopes }: Change): readonly Change[] {
    if (entity === NOTIFICATIONS)
      return ids === null || ids.includes(actor.id) ? [{ entity: NOTIFICATIONS, ids: null, scopes }] : [];
    const { heard, scope } = earsOf(actor);
    const editing = entity.startsWith(EDITING) ? EDITING : '';
    const inScope = scope === 'all' || scopes === null || scopes.some((id) => scope.has(id));
    return (heard.get(entity.slice(editing.length)) ?? [])
      .filter(({ scoped }) => inScope || !scoped)
      .map(({ resource, unnamed }) => ({ entity: editing + resource.name, ids: unnamed ? null : ids, scopes }));
  }
  const toldTo = (actor: Actor, { position, lost, changes }: Changes): Told => ({
    position,
    lost,
    changes: together(
      changes.flatMap((change) => toldOf(actor, change)),
      ({ entity }) => entity,
    ).map(({ entity, ids }) => ({ resource: entity, ids })),
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
    sessionOnly: true,
    unattended: true,
    async handle(request) {
      const since = sinceOf(request);
      const { tokenHash, actor } = request;
      if (!wantsEvents(request)) return dataAnswer(request, toldTo(actor, await feed.since(since)));
      const ofUser = [...streams.values()].filter(({ userId }) => userId === actor.id).length;
      if (streams.size >= MOST || ofUser >= MOST_OF_USER)
        throw new Refusal('msg.tooManyRequests', { code: 429, http: 429 });

      const stream = new PassThrough();
      /** As whom it was last told something. */
      let reader = actor;
      /** What is said goes out in its order, and to who may hear it by then. */
      let said: Promise<void> = Promise.resolve();
      const say = (text: (to: Actor, position: string) => string): void => {
        const at = position;
        said = said.then(async () => {
          const now = (await actors.ofSession(tokenHash!).catch(() => undefined))?.actor;
          if (stream.writableEnded) return;
          if (!now) return void stream.end();
          if (stream.writableLength > MOST_WAITING) return void stream.destroy();
          // Who may see others than before has heard nothing of them.
          const same = sameEars(reader, now);
          reader = now;
          stream.write(same ? text(now, at) : eventOf({ position: at, lost: true, changes: [] }));
        });
      };
      let position = since ?? '';
      const tell = (changes: Changes, always = false): void => {
        ({ position } = changes);
        const eventFor = (to: Actor): string => {
          const told = toldTo(to, changes);
          return always || told.lost || told.changes.length > 0 ? eventOf(told) : '';
        };
        // Most of what others do is nothing to most readers: they cost no more than this look.
        const [known, event] = [reader, eventFor(reader)];
        if (event) say((to) => (to === known ? event : eventFor(to)));
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
      streams.set(stream, { userId: actor.id, beat: () => say((_to, at) => `id: ${at}\n\n`) });
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
