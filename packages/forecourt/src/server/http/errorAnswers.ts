import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TOO_MANY_GUESSES, type DataLayer } from '../data/index.ts';
import { Refusal } from '../errors.ts';
import type { Messages } from '../messages.ts';
import { within } from './deadline.ts';
import { noSuchPath, sendFailure } from './envelope.ts';
import { describeFailure, type Failure } from './failures.ts';
import type { Pages } from './pages.ts';
import { callerOf, isSignedIn } from './request.ts';

/** What was thrown, said in the logs: faults to whoever runs the server, failed changes in the operation log (D-LOG-01). */
export async function noteFailure(
  thrown: unknown,
  { request, reply, data }: { request: FastifyRequest; reply: FastifyReply; data: DataLayer },
): Promise<Failure> {
  const error = await data.lineage.explain(thrown);
  const failure = describeFailure(error, request.t);
  if (failure.kind === 'fault') request.log.error({ err: error }, 'request failed');
  else if (failure.kind === 'outage') request.log.warn({ err: error }, 'request could not be served');
  else if (error instanceof Refusal && error.key === TOO_MANY_GUESSES)
    request.log.warn({ userId: request.actor.id }, 'asked for too many whole values of masked properties');
  const { log } = request.routeOptions.config;
  // While the database is away there is nowhere to write to.
  if (log && isSignedIn(request) && !request.agent?.rehearsal && failure.kind !== 'outage') {
    const { statusCode, message } = failure.body;
    const written = data.logFailure(callerOf(request), { code: statusCode, message });
    await within(request, written).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'the operation log could not be written');
    });
  }
  if (failure.http === 401) reply.header('www-authenticate', 'Bearer');
  if (failure.http === 503) reply.header('retry-after', '1');
  return failure;
}

/** Everything thrown becomes an envelope. */
export function answerFailures(app: FastifyInstance, data: DataLayer): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { http, body, key } = await noteFailure(error, { request, reply, data });
    return sendFailure(reply, http, body, key);
  });
}

/** What the router could not read (a malformed address) has passed no hook yet. */
export function answerUnreadable(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  messages: Messages,
): FastifyReply {
  const { http, body, key } = describeFailure(error, messages.t(messages.asked(request.headers['accept-language'])));
  return sendFailure(reply, http, body, key);
}

/** What Node itself could not read as a request: nothing of the application has seen it, its connection is closed behind the answer. */
export function refuseBroken(error: Error & { readonly code?: string }, socket: Socket, messages: Messages): void {
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const message = messages.t(messages.first)('msg.parameterError');
  const body = JSON.stringify({ statusCode: Number(status.slice(0, 3)), message, data: null });
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
}

const NOT_PAGES = /^\/(api|files|assets)(\/|$)/;

/**
 * Addresses of the application answer the page (D-SEC-04). Everything else is HTTP 404: to a person in the shape of the page, which says so in
 * words, to everybody else (probes, scanners, scripts) in the envelope.
 */
export function answerUnknownPaths(
  app: FastifyInstance,
  pages: Pages | undefined,
  isPage: (pathname: string) => boolean,
): void {
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.replace(/[?#].*$/s, '');
    if (pages && request.method === 'GET' && !NOT_PAGES.test(pathname)) {
      if (isPage(pathname)) return pages.send(reply);
      if (request.headers.accept?.includes('text/html')) return pages.send(reply.code(404));
    }
    return noSuchPath(request, reply);
  });
}
