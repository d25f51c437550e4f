import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { isLate, within } from './deadline.ts';
import type { Answer } from './envelope.ts';
import { DeadlinePassed } from './failures.ts';
import { rateOf } from './rates.ts';
import type { RoutePermission } from './request.ts';

export interface Route {
  readonly method: HTTPMethods;
  /** Below /api; `{id}` for parameters. */
  readonly path: string;
  readonly permission: RoutePermission;
  /** Needs a session whose password was proven within the last ten minutes; else HTTP 428. */
  readonly proof?: boolean;
  /** About the session itself: API keys are refused. */
  readonly sessionOnly?: boolean;
  /** Pages call it without anybody at the screen: it is no use of a session. */
  readonly unattended?: boolean;
  /** Present on changing calls. */
  readonly log?: { readonly module: string; readonly action: string };
  /** What the operation log calls the way in, where it is one of its own. */
  readonly door?: string;
  /** Milliseconds from the arrival; default the application's. */
  readonly deadline?: number;
  /** Calls a minute at most, per user or address. */
  readonly perMinute?: number;
  /** Bytes that a body may have; default the application's. */
  readonly largest?: number;
  /** Its line in the log is for `debug`. */
  readonly quiet?: boolean;
  /** What is to be answered; it has no way to send it. Refusals and faults are thrown. */
  handle(request: FastifyRequest): Promise<Answer>;
}

const toFastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
/** The other way round. */
export const toDescribedPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

/** An answer that nobody waits for any more: a stream would hold its cursor open for ever. */
function discard({ body }: Answer): void {
  if (body instanceof Readable) body.destroy();
}

function send(reply: FastifyReply, { http = 200, headers = {}, body }: Answer): FastifyReply {
  if (reply.request.replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(http).headers(headers).send(body);
}

/**
 * Registers one call with its permission, its deadline and its name in the operation log.
 *
 * A request is answered once, by who decides first: the handler, which returns its answer, or the deadline. What a handler returns later has no
 * reply to write to. What it does to the database goes on until its transaction asks whether it is late (`Caller.late`); a commit that is
 * already on its way is found by the idempotency key.
 */
export function addRoute(
  app: FastifyInstance,
  {
    method,
    path,
    permission,
    proof,
    sessionOnly,
    unattended,
    log,
    door,
    deadline = app.deadline,
    perMinute,
    largest,
    quiet,
    handle,
  }: Route,
): void {
  app.route({
    method,
    url: toFastifyPath(path),
    ...(largest !== undefined && { bodyLimit: largest }),
    config: {
      permission,
      ...(proof && { proof }),
      ...(sessionOnly && { sessionOnly }),
      ...(unattended && { unattended }),
      deadline,
      ...(log && { log }),
      ...(door !== undefined && { door }),
      ...(quiet && { quiet }),
      ...rateOf(perMinute),
    },
    async handler(request, reply) {
      // The session alone took all the time: nothing has begun, and nothing shall.
      if (isLate(request)) throw new DeadlinePassed();
      let decided = false;
      const work = handle(request);
      work.then(
        (answer) => decided && discard(answer),
        (error: unknown) => decided && request.log.warn({ err: error }, 'failed after its deadline'),
      );
      try {
        return send(reply, await within(request, work));
      } finally {
        decided = true;
      }
    },
  });
}
