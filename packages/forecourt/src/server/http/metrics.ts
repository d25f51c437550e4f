import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { Database, Gauge as Figure } from '../contract.ts';
import { unauthorized } from '../errors.ts';
import type { Refused } from './refusals.ts';

interface MetricsOptions {
  /** Who asks has to say it, as a bearer token. */
  readonly token: string;
  readonly pool: Pool;
  readonly db: Database;
  /** Answers 401 and 403 since the start, by what was refused. */
  readonly refusals: Readonly<Record<Refused, number>>;
  /** Of the application. */
  readonly figures: Readonly<Record<string, Figure>>;
}

/** From what the database answers at once to the deadline of a call. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of what messages to the world outside are due: they are found by the time of their next try. */
const ofDue = (help: string, value: RawBuilder<unknown>): Figure => ({
  help,
  async read(db) {
    const { rows } = await sql<{ value: number }>`
      select (${value})::float as value from outbox where state = 'queued' and "nextTryTime" <= now()`.execute(db);
    return rows[0]!.value;
  },
});

const OUTBOX: Readonly<Record<string, Figure>> = {
  outbox_waiting: ofDue('Messages to the world outside that are due', sql`count(*)`),
  outbox_age_seconds: ofDue(
    'How late the message is that waits longest',
    sql`coalesce(extract(epoch from now() - min("nextTryTime")), 0)`,
  ),
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * `GET /metrics` for Prometheus: requests by method, route, and status, the pool of connections, messages that wait, the figures of the application, and what
 * Node says of its process (event loop lag, memory). Patterns of routes, never addresses; no values of records. Only where the operator has set a token.
 */
export async function addMetrics(
  app: FastifyInstance,
  { token, pool, db, figures, refusals }: MetricsOptions,
): Promise<void> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    requests.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process: open, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Counter({
    name: 'http_refused_total',
    help: 'Requests without a session, a right or a good signature',
    labelNames: ['refused'],
    registers,
    collect() {
      this.reset();
      for (const [refused, count] of Object.entries(refusals)) this.inc({ refused }, count);
    },
  });
  for (const [name, { help, read }] of Object.entries({ ...OUTBOX, ...figures }))
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read(db));
      },
    });
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw unauthorized();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.addHook('onClose', () => registry.clear());
}
