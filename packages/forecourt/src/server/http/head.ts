import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noSuchPath } from './envelope.ts';

const asked = new WeakSet<object>();

/** For `rewriteUrl`. HEAD has no routes of its own, which would be a seventh of a start: it is a GET whose body Node keeps to itself. */
export function headAsGet(request: Pick<IncomingMessage, 'method' | 'url'>): string {
  if (request.method === 'HEAD') {
    asked.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** Whether only the head of the answer goes out: no file needs to be made. */
export const isHead = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => asked.has(raw);

/**
 * HEAD says what GET says before its body, and holds nothing: a stream that nobody will read is closed. A reading that is on record has no HEAD,
 * as any other method that is not there: done for the head alone it would say in the log that something was shown.
 */
export function answerHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isHead(request) && request.routeOptions.config.log) noSuchPath(request, reply);
    else done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!isHead(request) || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    // Not nothing: that would go out as a length of 0.
    done(null, Readable.from([]));
  });
}
