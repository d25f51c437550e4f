import pg from 'pg';
import { readMoment } from '../moment.ts';
import { READ_ONLY } from './connectionLost.ts';
import { parseExactly } from './exactJson.ts';
import { type Log, reason } from './log.ts';

export interface ConnectionConfig {
  /** Directory of a Unix socket, or a host name. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface PoolOptions {
  readonly connection: ConnectionConfig | string;
  readonly log: Log;
  /** Connections at most; default 10. */
  readonly max?: number;
  /** Milliseconds after which PostgreSQL cancels a statement; default 5500, below the 6 s of the client. 0 = never. */
  readonly statementTimeout?: number;
  /** Milliseconds that somebody waits for a connection; default 5000. */
  readonly connectionTimeout?: number;
  readonly applicationName?: string;
  /** A pooler in transaction mode is in between: what belongs to a session is not asked of it. Absent: PostgreSQL itself. */
  readonly pooler?: Pooler;
}

export interface Pooler {
  /** It carries named statements from one connection to another (PgBouncer 1.21 and later). */
  readonly namedStatements: boolean;
}

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

/** A number while it is exact; a count or sum beyond 2^53 stays text rather than wrong. */
function parseInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Elements of a one-dimensional array of values that need no quoting. */
function parsePlainArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((element) => (element === 'NULL' ? null : parse(element)));
}

const parseTime = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInteger],
  [INT8_ARRAY, (text) => parsePlainArray(text, parseInteger)],
  [builtins.DATE, (text) => text],
  [DATE_ARRAY, (text) => parsePlainArray(text, (element) => element)],
  [builtins.TIMESTAMP, (text) => text],
  [builtins.TIMESTAMPTZ, (text) => readMoment(text, parseTime)],
  [builtins.JSON, parseExactly],
  [builtins.JSONB, parseExactly],
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format);

/** bigint → number or text, date and timestamp → text as stored, timestamptz → Date or Moment, numeric → text, json → exact numbers. */
const types: pg.CustomTypesConfig = { getTypeParser };

export function clientConfig(connection: ConnectionConfig | string): pg.ClientConfig {
  // The private cluster speaks no TLS, and must not inherit PGSSLMODE from the operator's shell.
  return typeof connection === 'string' ? { connectionString: connection } : { ...connection, ssl: false };
}

/** Statements keep their values and lose their names: what PostgreSQL kept under one is on a connection that the next statement may not get. */
function withoutNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const isNamed = (asked: unknown): asked is pg.QueryConfig =>
    typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked);
  client.query = ((asked: unknown, ...others: unknown[]) =>
    send(isNamed(asked) ? { ...asked, name: undefined } : asked, ...others)) as typeof client.query;
}

/** Ends a connection that turns out to lead to a standby: the next one goes to whoever is the primary now. */
function leaveStandby(client: pg.PoolClient): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) void client.end().catch(() => undefined);
  });
}

/**
 * A pool that outlives lost connections: a dropped idle one is replaced, a statement on a lost one throws an error that
 * `isConnectionLost` recognises. Behind a pooler `statementTimeout` is the operator's to set: one session serves many.
 */
export function createPool({
  connection,
  log,
  max = 10,
  statementTimeout = 5500,
  connectionTimeout = 5000,
  applicationName = 'forecourt',
  pooler,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    // Every statement is short: compiling it or starting workers for it costs more than it saves.
    ...(!pooler && {
      options: `-c jit=off -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeout}`,
    }),
    ...clientConfig(connection),
    types,
    max,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 60_000,
  });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`database connection lost: ${reason(error)}`);
  });
  // Between checkout and release the pool does not listen; a loss then also reaches the waiting statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (pooler?.namedStatements === false) pool.on('connect', withoutNames);
  pool.on('connect', leaveStandby);
  return pool;
}

/** One connection beside a pool: whoever has one of the pool does not wait for another of it. */
export const oneApart = (connection: ConnectionConfig | string, log: Log): pg.Pool =>
  createPool({ connection, log, max: 1, applicationName: 'forecourt apart' });
