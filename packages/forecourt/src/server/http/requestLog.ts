import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds by a machine: its line is for `debug`. */
    quiet?: boolean;
  }
}

/** One line a request, once it is answered: who asked what, by the pattern of the address, and how long it took. No address, no query, no body. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, actor } = request;
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: actor.id || undefined,
    };
    request.log[routeOptions.config?.quiet ? 'debug' : 'info'](line, 'request');
    done();
  });
}
