import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';
import type { ReadPool } from '../postgres/index.ts';
import { dataAnswer } from './envelope.ts';
import { addRoute } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** False once the server was told to stop: no balancer shall send it anything more. */
    taking: boolean;
  }
}

/**
 * For load balancers and supervisors; no session, no personal data. `/health/live`: the process answers; a restart helps who does not hear this.
 * `/health` and `/health/ready`: it can serve, 200 while the database answers, or a standby that reads for it, and nobody has told it to stop, else 503; a restart does not bring the database back.
 */
export function addHealth(app: FastifyInstance, reads: ReadPool): void {
  addRoute(app, {
    method: 'GET',
    path: '/health/live',
    permission: 'public',
    quiet: true,
    handle: (request) => Promise.resolve(dataAnswer(request, { process: 'ok' })),
  });
  for (const path of ['/health', '/health/ready']) {
    addRoute(app, {
      method: 'GET',
      path,
      permission: 'public',
      quiet: true,
      deadline: 2_000,
      async handle(request) {
        if (!app.taking) throw unavailable();
        await reads.query('select 1').catch(() => {
          throw unavailable();
        });
        return dataAnswer(request, { database: 'ok' });
      },
    });
  }
}
