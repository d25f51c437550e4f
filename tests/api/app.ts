import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { application as product } from '../../src/application.ts';
import {
  buildApp,
  createLog,
  createPool,
  hashPassword,
  type AppOptions,
  type Application,
  type Command,
  type Database,
} from '../../src/framework/server/index.ts';
import type { ConnectionConfig } from '../../src/framework/server/postgres/index.ts';
import { createTestDatabase, prepareTemplate, type TestDatabase } from '../postgres.ts';
import { quiet } from '../testCluster.ts';

/** Every user of the test database, `admin` included, has this one. */
export const PASSWORD = 'forecourt-test';

/** Role codes of the first start; each has one user of the same name who sees all stores. `admin` is the super administrator. */
export type Role = 'admin' | 'ops' | 'storeManager' | 'clerk' | 'delivery' | 'pickup' | 'finance' | 'fleet' | 'service';

export interface Answer<T = unknown> {
  readonly http: number;
  readonly statusCode: number;
  readonly message: string;
  readonly data: T;
  /** Refused fields and their messages. */
  readonly errors: Readonly<Record<string, string>>;
  readonly headers: LightMyRequestResponse['headers'];
  readonly text: string;
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

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly nobody: Client;
  as(role: Role): Promise<Client>;
  /** Signs in anybody. */
  signIn(username: string, password?: string): Promise<Client>;
  close(): Promise<void>;
}

export interface TestAppOptions extends Pick<AppOptions, 'clientDir' | 'clock'> {
  /** Another application than the product; its first start makes `admin` only. */
  readonly application?: Application;
  /** Served beside those of the product. */
  readonly commands?: readonly Command[];
  /** Further first records, in the name of the template they are kept in. */
  readonly fill?: { readonly name: string; run(db: Database): Promise<void> };
  /** One user a role beside the administrator; default yes. */
  readonly withUsers?: boolean;
}

const settings = (dataDir: string): AppOptions['settings'] => ({
  dataDir,
  logLevel: 'silent',
  trustProxy: ['loopback'],
  defaultZone: 'Asia/Bangkok',
  imageOrigins: [],
});

/** One user a role, beside the super administrator of the first start. */
async function seedUsers(db: Database): Promise<void> {
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select code, code, '+6690000' || lpad(id::text, 4, '0'), ${await hashPassword(PASSWORD)}, id, 0, 1 from role where code <> 'super'
  `.execute(db);
}

/** Fills an empty database as the first start does. */
async function firstStart(
  application: Application,
  connection: ConnectionConfig,
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  const pool = createPool({ connection, log: quiet, max: 4 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-test-'));
  const app = await buildApp({ ...application, pool, settings: settings(dataDir) });
  await app.data.applyTables({
    async seed(db) {
      await sql`set local statement_timeout = 0`.execute(db);
      await application.module.seed?.(db, { adminPassword: PASSWORD });
      await fill(db);
    },
  });
  await app.close();
  await pool.end();
  await rm(dataDir, { recursive: true, force: true });
}

function template({ fill, withUsers = true }: TestAppOptions): Promise<string> {
  return prepareTemplate(`product_${fill?.name ?? 'plain'}${withUsers ? '' : '_bare'}`, (connection) =>
    firstStart(product, connection, async (db) => {
      if (withUsers) await seedUsers(db);
      await fill?.run(db);
    }),
  );
}

function clientOf(app: FastifyInstance, token: string | undefined): Client {
  const inject = async <T>({ headers, ...options }: InjectOptions): Promise<Answer<T>> => {
    const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await app.inject({
      ...options,
      headers: { 'accept-language': 'en-US', ...credentials, ...headers },
    });
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

const clean = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * The product on a database of its own, built by the function production uses, with the first-start records and one user a role.
 * Close it in `afterAll`.
 */
export async function startTestApp({
  application = product,
  commands = [],
  fill,
  withUsers,
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const own = application !== product;
  const database = await createTestDatabase(own ? undefined : await template({ fill, withUsers }));
  if (own) await firstStart(application, database.connection, async (db) => fill?.run(db));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-test-'));
  const module = { ...application.module, commands: [...(application.module.commands ?? []), ...commands] };
  const app = await buildApp({
    ...application,
    ...options,
    module,
    pool: database.pool,
    connection: database.connection,
    settings: settings(dataDir),
    log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  });
  await app.ready();
  const nobody = clientOf(app, undefined);
  const signIn = async (username: string, password = PASSWORD): Promise<Client> => {
    const { data, message } = await nobody.post<{ token: string } | null>('/admin/user/login', { username, password });
    if (!data?.token) throw new Error(`${username} cannot sign in: ${message}`);
    return clientOf(app, data.token);
  };
  const clients = new Map<Role, Promise<Client>>();
  return {
    app,
    db: app.data.db,
    pool: database.pool,
    database,
    dataDir,
    nobody,
    signIn,
    as(role) {
      let client = clients.get(role);
      if (!client) clients.set(role, (client = signIn(role)));
      return client;
    },
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
