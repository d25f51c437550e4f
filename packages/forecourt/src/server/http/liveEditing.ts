import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openingKeys, permits, type Resource } from '../../model/index.ts';
import { ID, object, STRING } from '../../calls/index.ts';
import type { DataLayer } from '../data/index.ts';
import { notFound, unauthorized } from '../errors.ts';
import type { Editors } from '../live/index.ts';
import { dataAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { callerOf } from './request.ts';
import { addRoute } from './route.ts';

interface RecordInput {
  readonly resource: string;
  readonly id: number;
}

const TAB = { ...STRING, pattern: '^[0-9a-f]{32}$' };

const RECORD = readInput<RecordInput>(object({ resource: STRING, id: ID }));
const OF_TAB = readInput<RecordInput & { readonly tab: string }>(object({ resource: STRING, id: ID, tab: TAB }));

/** Each open form says it two or three times: far more windows than anybody has. */
const MOST_A_MINUTE = 300;

/** PostgreSQL's word for the session that ended under the call. */
const NO_SESSION = '23503';

/**
 * Who has a record open in a form: told by the browser of who has, and asked by those who look at it, each under his or her own rights and scope. What
 * may not be read is not there. The name is the one that the history would show.
 */
export function addLiveEditing(app: FastifyInstance, data: DataLayer, editors: Editors): void {
  const tableOf = ({ entity }: Resource): string => entity.view?.of ?? entity.name;

  function resourceOf({ resource: name }: RecordInput): Resource {
    const resource = data.model.resources.get(name);
    if (!resource || resource.live === false) throw notFound();
    return resource;
  }

  async function readable(request: FastifyRequest, input: RecordInput) {
    const resource = resourceOf(input);
    if (!permits(request.actor.permissions, openingKeys(resource))) throw notFound();
    await data.read(callerOf(request), (context) => context.row(resource.entity.name, input.id));
    return { entity: tableOf(resource), id: input.id, userId: request.actor.id };
  }

  addRoute(app, {
    method: 'GET',
    path: '/live/editing',
    permission: 'session',
    quiet: true,
    unattended: true,
    async handle(request) {
      const record = await readable(request, RECORD(request));
      return dataAnswer(request, { others: await editors.others(record) });
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/live/editing',
    permission: 'session',
    sessionOnly: true,
    perMinute: MOST_A_MINUTE,
    quiet: true,
    unattended: true,
    async handle(request) {
      const input = OF_TAB(request);
      const record = await readable(request, input);
      const { actor, tokenHash } = request;
      const editor = { ...record, tokenHash: tokenHash!, tab: input.tab, userName: actor.name };
      try {
        return dataAnswer(request, { others: await editors.keep(editor) });
      } catch (error) {
        throw (error as { code?: string }).code === NO_SESSION ? unauthorized() : error;
      }
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/live/editing/end',
    permission: 'session',
    sessionOnly: true,
    quiet: true,
    unattended: true,
    async handle(request) {
      const input = OF_TAB(request);
      // Also of what may not be read any more: it takes away what is one's own.
      const entity = tableOf(resourceOf(input));
      await editors.end({ entity, id: input.id, tab: input.tab, tokenHash: request.tokenHash! });
      return dataAnswer(request, null);
    },
  });
  app.addHook('onReady', (done) => {
    editors.begin();
    done();
  });
  app.addHook('preClose', (done) => {
    editors.stop();
    done();
  });
}
