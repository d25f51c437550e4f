import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { Deliverer } from '../outbox/index.ts';
import type { Work } from '../contract.ts';
import type { Logger } from '../log.ts';
import { createExporter } from './exporter.ts';
import type { TracingSettings } from './settings.ts';
import { createTracer, KIND, type Span, type Tracer } from './tracer.ts';

/** What is traced, and how it is looked at. */
export interface Tracing {
  requests(app: FastifyInstance): void;
  deliverers(all: Readonly<Record<string, Deliverer>>): Record<string, Deliverer>;
  work(all: Readonly<Record<string, Work>>): Record<string, Work>;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** A statement's text has no values of requests: those travel beside it. */
const TEXT_LETTERS = 2_000;

type Query = (...input: unknown[]) => unknown;

function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = request.headers['traceparent'];
    const span = tracer.begin(KIND.server, typeof parent === 'string' ? parent : undefined);
    spans.set(request, span);
    tracer.run(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, actor, id } = request;
    const route = routeOptions.url ?? 'none';
    spans.get(request)?.end(
      `${method} ${route}`,
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'user.id': actor.id || undefined,
        'forecourt.request_id': id,
      },
      reply.statusCode >= 500,
    );
    done();
  });
}

/** The text of a statement; undefined for a cursor, which is no single stretch of work. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

/** Statements of work that is traced; what nobody asked for (polling) is none. */
function traceStatements(pool: Pool, tracer: Tracer): () => void {
  const seen = new WeakSet<PoolClient>();
  const acquired = (client: PoolClient): void => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as Query;
    const traced: Query = (...input) => {
      const text = textOf(input[0]);
      const above = tracer.current();
      if (text === undefined || !above?.recorded) return query(...input);
      const span = tracer.begin(KIND.client, above);
      const end = (failed: boolean): void =>
        span.end(
          /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL',
          { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, TEXT_LETTERS) },
          failed,
        );
      const last = input.at(-1);
      if (typeof last === 'function') {
        const told = last as Query;
        return query(...input.slice(0, -1), (error: unknown, ...more: unknown[]) => {
          end(Boolean(error));
          // The callback goes on where the statement was asked.
          tracer.run(above, () => told(error, ...more));
        });
      }
      const answer = query(...input) as Promise<unknown>;
      answer.then(
        () => end(false),
        () => end(true),
      );
      return answer;
    };
    Object.assign(client, { query: traced });
  };
  pool.on('acquire', acquired);
  return () => void pool.off('acquire', acquired);
}

const each = <T>(all: Readonly<Record<string, T>>, change: (name: string, one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(name, one)]));

/**
 * Traces of requests, statements, deliveries and background work for a collector (OpenTelemetry). Spans carry patterns of addresses and texts of statements,
 * no values.
 */
export function startTracing(settings: TracingSettings, pool: Pool, log: Logger): Tracing {
  const exporter = createExporter(settings, log);
  const tracer = createTracer(exporter, settings.ratio);
  const release = traceStatements(pool, tracer);
  return {
    async close() {
      release();
      await exporter.close();
    },
    requests: (requests) => traceRequests(requests, tracer),
    deliverers: (all) =>
      each(all, (name, one) => ({
        ...one,
        send: (message, context) =>
          tracer.around(
            `deliver ${name}`,
            KIND.client,
            { 'forecourt.message': message.id, 'forecourt.attempt': message.attempt },
            async () => one.send(message, context),
          ),
      })),
    work: (all) =>
      each(all, (name, one) => ({
        ...one,
        run: (context, input) => tracer.around(`work ${name}`, KIND.internal, {}, async () => one.run(context, input)),
      })),
  };
}
