import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { unavailable } from '../errors.ts';
import { dataAnswer } from './envelope.ts';
import { addRoute } from './route.ts';

/** Whether this process can serve: 200 while the database answers, else 503. For load balancers; no session, no personal data. */
export function addHealth(app: FastifyInstance, pool: Pool): void {
  addRoute(app, {
    method: 'GET',
    path: '/health',
    permission: 'public',
    deadline: 2_000,
    async handle(request) {
      await pool.query('select 1').catch(() => {
        throw unavailable();
      });
      return dataAnswer(request, { database: 'ok' });
    },
  });
}
