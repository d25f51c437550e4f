import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { DeadlinePassed } from './failures.ts';
import { rateOf } from './rates.ts';
import type { RoutePermission } from './request.ts';

/** Below the 6 seconds after which the client gives up (D-API-06). */
export const DEADLINE_MS = 5_200;
/** For uploads, imports and exports. */
export const LONG_DEADLINE_MS = 115_000;

export interface Route {
  readonly method: HTTPMethods;
  /** Below /api; `{id}` for parameters. */
  readonly path: string;
  readonly permission: RoutePermission;
  /** Present on changing calls. */
  readonly log?: { readonly module: string; readonly action: string };
  readonly deadline?: number;
  /** Calls a minute at most, per user or address. */
  readonly perMinute?: number;
  /** Sends the answer, or throws. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export const toFastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** What is still running when the deadline passes is left to itself: a transaction may yet commit, and the idempotency key finds it. */
async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlinePassed()), deadline);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Registers one call with its permission, its deadline and its name in the operation log. */
export function addRoute(
  app: FastifyInstance,
  { method, path, permission, log, deadline = DEADLINE_MS, perMinute, handle }: Route,
): void {
  app.route({
    method,
    url: toFastifyPath(path),
    config: { permission, deadline, ...(log && { log }), ...rateOf(perMinute) },
    handler: (request, reply) => {
      const work = handle(request, reply);
      // After the deadline nobody waits for this promise any more.
      work.catch((error: unknown) => {
        if (reply.sent) request.log.warn({ err: error }, 'failed after its deadline');
      });
      return before(deadline, work);
    },
  });
}
