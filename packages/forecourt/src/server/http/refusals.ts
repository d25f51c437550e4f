import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DataLayer } from '../data/index.ts';
import { callerOf, isSignedIn } from './request.ts';

/** So many refusals of one user, or one address, within a minute are no accident: an administrator sees them in the operation log. */
export const MANY_REFUSALS = 30;
const WINDOW_MS = 60_000;
/** Users and addresses that are counted in one minute at most; further ones are counted together. */
const COUNTED = 10_000;

/** What was refused: no session, no right, or a signature that is none. */
export type Refused = 'session' | 'right' | 'signature';

interface Count {
  readonly userId?: number;
  readonly address?: string;
  total: number;
  /** By what was refused and the pattern of the route. */
  readonly routes: Map<string, number>;
}

/** What is told of each refusal, for whoever counts them over all users. */
export type OnRefusal = (refused: Refused) => void;

function refusedOf(request: FastifyRequest, status: number): Refused | undefined {
  if (request.is404) return undefined;
  if (status === 403) return 'right';
  if (status !== 401) return undefined;
  return request.routeOptions.config.permission === 'signed' ? 'signature' : 'session';
}

/**
 * Counts answers 401 and 403 of all calls, readings too, by user or, without a session, by address. Each minute ends with one line of the server's log for everybody who was refused.
 * Whoever reaches `MANY_REFUSALS` stands in the operation log once that minute. No address of a page and no value of a record is kept.
 */
export function countRefusals(app: FastifyInstance, data: DataLayer, told: OnRefusal): void {
  let counts = new Map<string, Count>();
  let since = 0;

  function tell(): void {
    for (const { routes, ...who } of counts.values())
      app.log.warn({ ...who, routes: Object.fromEntries(routes) }, 'requests refused');
    counts = new Map();
  }

  function countOf(request: FastifyRequest): Count {
    const signedIn = isSignedIn(request);
    const who = signedIn ? `user ${request.actor.id}` : request.ip;
    const key = counts.has(who) || counts.size < COUNTED ? who : 'others';
    let count = counts.get(key);
    if (!count) {
      const named = key === 'others' ? {} : signedIn ? { userId: request.actor.id } : { address: request.ip };
      counts.set(key, (count = { ...named, total: 0, routes: new Map() }));
    }
    return count;
  }

  async function warn(request: FastifyRequest, status: number, count: number): Promise<void> {
    const call = {
      module: 'operationLog',
      action: 'refused',
      method: request.method,
      path: request.routeOptions.url ?? '',
      ip: request.ip,
      startedAt: request.startedAt,
    };
    const message = request.t('msg.manyRefusals', { count });
    await data.logFailure({ ...callerOf(request), call }, { code: status, message });
  }

  app.addHook('onResponse', async (request, reply) => {
    const refused = refusedOf(request, reply.statusCode);
    if (refused === undefined) return;
    told(refused);
    if (request.now - since >= WINDOW_MS || request.now < since) {
      tell();
      since = request.now;
    }
    const count = countOf(request);
    count.total++;
    const route = `${refused} ${request.method} ${request.routeOptions.url ?? ''}`;
    count.routes.set(route, (count.routes.get(route) ?? 0) + 1);
    if (count.total !== MANY_REFUSALS) return;
    await warn(request, reply.statusCode, count.total).catch((error: unknown) => {
      request.log.error({ err: error }, 'the operation log could not be written');
    });
  });
  // A minute ends also when nothing more is refused.
  const timer = setInterval(() => {
    if (counts.size > 0) tell();
  }, WINDOW_MS).unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    tell();
  });
}
