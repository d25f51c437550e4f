import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import {
  buildApp,
  createLog,
  createPool,
  type AppOptions,
  type Application,
  type Command,
  type Database,
} from '../../server.ts';
import type { ConnectionConfig } from '../../src/server/postgres/index.ts';
import { createTestDatabase, PATIENCE, type TestDatabase } from './postgres.ts';
import { quiet } from './testCluster.ts';

/** Every user of a test database, `admin` included, has this one. */
export const PASSWORD = 'seven-lanterns-drift';

export interface Answer<T = unknown> {
  readonly http: number;
  readonly statusCode: number;
  readonly message: string;
  readonly data: T;
  /** Refused fields and their messages. */
  readonly errors: Readonly<Record<string, string>>;
  readonly headers: LightMyRequestResponse['headers'];
  readonly text: string;
  readonly bytes: Buffer;
}

export type Query = Readonly<Record<string, string | number | undefined>>;
type Headers = Readonly<Record<string, string>>;

/** Calls below /api in the name of somebody. */
export interface Client {
  readonly token: string | undefined;
  // The type parameter names what the test expects of `data`; nothing checks it but the test.
  get<T = Record<string, unknown>>(path: string, query?: Query, headers?: Headers): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  delete<T = Record<string, unknown>>(path: string, headers?: Headers): Promise<Answer<T>>;
  inject(options: InjectOptions): Promise<Answer<never>>;
}

/** An application that answers, on a database of its own. */
export interface RunningApplication {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly nobody: Client;
  /** Calls with the token of a session. */
  withToken(token: string): Client;
  /** Signs in anybody. */
  signIn(username: string, password?: string): Promise<Client>;
  close(): Promise<void>;
}

export interface RunOptions extends Pick<AppOptions, 'clientDir' | 'clock' | 'deadline'> {
  /** Beside those of every test. */
  readonly settings?: Partial<AppOptions['settings']>;
  /** Served beside those of the application. */
  readonly commands?: readonly Command[];
  /** A database to clone (`prepareTemplate`); without one the application makes its first start. */
  readonly template?: string;
  /** Further first records, after the first start. */
  fill?(db: Database): Promise<void>;
}

const settings = (dataDir: string, { locale }: Application): AppOptions['settings'] => ({
  dataDir,
  logLevel: 'silent',
  trustProxy: ['loopback'],
  defaultZone: locale.zone,
  imageOrigins: [],
});

/** Fills an empty database as the first start does. */
export async function firstStart(
  application: Application,
  connection: ConnectionConfig,
  fill?: (db: Database) => Promise<void>,
): Promise<void> {
  const pool = createPool({ connection, log: quiet, max: 4 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-test-'));
  const app = await buildApp({ ...application, pool, settings: settings(dataDir, application) });
  await app.data.applyTables({
    async seed(db) {
      await sql`set local statement_timeout = 0`.execute(db);
      await application.module.seed?.(db, { adminPassword: PASSWORD });
      await fill?.(db);
    },
  });
  await app.close();
  await pool.end();
  await rm(dataDir, { recursive: true, force: true });
}

const clean = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Calls an application, with the token of a session or without. `wrong`: answers that are not as described. */
export function clientOf(app: FastifyInstance, token?: string, wrong: string[] = []): Client {
  const inject = async <T>({ headers, ...options }: InjectOptions): Promise<Answer<T>> => {
    const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await app.inject({
      ...options,
      headers: { 'accept-language': 'en-US', ...credentials, ...headers },
    });
    if (wrong.length > 0) throw new Error(wrong.splice(0).join('\n'));
    const json = response.headers['content-type']?.toString().startsWith('application/json') && response.body !== '';
    const body = (json ? response.json() : {}) as Partial<Answer<T>>;
    return {
      http: response.statusCode,
      statusCode: body.statusCode ?? 0,
      message: body.message ?? '',
      data: body.data as T,
      errors: (body.data as { errors?: Record<string, string> } | null | undefined)?.errors ?? {},
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    };
  };
  return {
    token,
    inject: (options) => inject<never>(options),
    get: (url, query, headers) => inject({ method: 'GET', url: `/api${url}`, query: query && clean(query), headers }),
    post: (url, body, headers) =>
      inject({ method: 'POST', url: `/api${url}`, payload: body as InjectOptions['payload'], headers }),
    delete: (url, headers) => inject({ method: 'DELETE', url: `/api${url}`, headers }),
  };
}

/** An application on a database of its own, built by the function production uses. Close it in `afterAll`. */
export async function runApplication(
  application: Application,
  { commands = [], template, fill, settings: own, ...options }: RunOptions = {},
): Promise<RunningApplication> {
  const database = await createTestDatabase(template);
  if (template === undefined) await firstStart(application, database.connection, fill);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-test-'));
  const module = { ...application.module, commands: [...(application.module.commands ?? []), ...commands] };
  // What an answer has that the OpenAPI document does not say fails the call that got it.
  const wrong: string[] = [];
  const app = await buildApp({
    ...application,
    deadline: PATIENCE,
    ...options,
    onWrongAnswer: (problem) => wrong.push(problem),
    module,
    pool: database.pool,
    connection: database.connection,
    settings: { ...settings(dataDir, application), ...own },
    log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  });
  await app.ready();
  const nobody = clientOf(app, undefined, wrong);
  return {
    app,
    db: app.data.db,
    pool: database.pool,
    database,
    dataDir,
    nobody,
    withToken: (token) => clientOf(app, token, wrong),
    async signIn(username, password = PASSWORD) {
      const { data, message } = await nobody.post<{ token: string } | null>('/admin/user/login', {
        username,
        password,
      });
      if (!data?.token) throw new Error(`${username} cannot sign in: ${message}`);
      return clientOf(app, data.token, wrong);
    },
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
