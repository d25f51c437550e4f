import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const REQUEST_ID_HEADER = 'x-request-id';

/** What proxies make; anything else might be a text for whoever reads the log. */
const SHAPE = /^[\w.-]{8,64}$/;

/** The id that the proxy gave a request, so that its log and ours can be held against each other; else one of our own. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SHAPE.test(given) ? given : randomUUID();
}

/** Tells every caller under which id its request is in the log. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
