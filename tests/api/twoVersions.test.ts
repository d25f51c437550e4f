import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { CodeTables, EntitySchema, PropertySchema } from 'forecourt/model';
import { buildApp, createPool, defineApplication, type Application } from 'forecourt/server';
import { clientOf, firstStart, PASSWORD, type Answer, type Client } from '../application.ts';
import { createTestDatabase, PATIENCE, prepareTemplate, type TestDatabase } from '../postgres.ts';
import { quiet } from '../testCluster.ts';

const text: PropertySchema = { type: 'string', maxLength: 40 };

interface Version {
  /** Properties of the first version that this one does not have. */
  readonly without?: readonly string[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly states?: readonly string[];
  readonly migrations?: readonly { readonly name: string; readonly sql: string }[];
}

/** An application of one kind of record, as it is in one of its versions. */
function versionOf({
  without = [],
  properties = {},
  required = [],
  states = ['open', 'done'],
  migrations = [],
}: Version = {}): Application {
  const first: Readonly<Record<string, PropertySchema>> = {
    title: text,
    remark: text,
    unused: text,
    status: { type: 'string', 'x-codes': 'jobStatus', default: 'open' },
  };
  const kept = Object.entries(first).filter(([name]) => !without.includes(name));
  const job: EntitySchema = {
    type: 'object',
    required: ['title', ...required],
    'x-title': ['title'],
    properties: { ...Object.fromEntries(kept), ...properties },
  };
  const codes: CodeTables = { jobStatus: states.map((code) => ({ code })) };
  return defineApplication({
    schemas: { 'schemas/job.json': job },
    codes,
    locale,
    texts: { 'zh-CN': {}, 'en-US': {}, 'th-TH': {} },
    module: { migrations },
  });
}

const OLD = versionOf();
const NEWER = versionOf({
  properties: { colour: { type: 'string', maxLength: 20, default: 'red' }, weight: { type: 'integer' } },
  states: ['open', 'waiting', 'done'],
});

const DROPPED = versionOf({ without: ['unused'] });
const RENAMED = versionOf({ without: ['remark'], properties: { note: { ...text, 'x-was': 'remark' } } });

/** A server of one version, as `runServer` makes it. */
interface Node {
  readonly app: FastifyInstance;
  readonly admin: Client;
  readonly close: () => Promise<void>;
}

let template: string;
let dataDir: string;
let database: TestDatabase;
let nodes: Node[];

const settings = () => ({
  dataDir,
  logLevel: 'silent' as const,
  trustProxy: ['loopback'],
  defaultZone: locale.zone,
  imageOrigins: [],
});

/** As `npm run migrate -- --apply`. */
async function command(application: Application): Promise<void> {
  const app = await buildApp({ ...application, pool: database.pool, settings: settings() });
  await app.data.applyTables({ allowUnsafe: true, shared: true });
  await app.close();
}

async function start(application: Application): Promise<Node> {
  const pool: Pool = createPool({ connection: database.connection, log: quiet, max: 3, statementTimeout: PATIENCE });
  const app = await buildApp({
    ...application,
    pool,
    connection: database.connection,
    deadline: PATIENCE,
    settings: settings(),
  });
  const close = async (): Promise<void> => {
    await app.close();
    await pool.end();
  };
  try {
    await app.data.applyTables({ shared: true });
  } catch (error) {
    await close();
    throw error;
  }
  await app.ready();
  const { data } = await clientOf(app).post<{ token: string }>('/admin/user/login', {
    username: 'admin',
    password: PASSWORD,
  });
  const node = { app, admin: clientOf(app, data.token), close };
  nodes.push(node);
  return node;
}

const create = async ({ admin }: Node, values: object): Promise<number> =>
  (JSON.parse((await admin.post('/resources/job', values)).text) as { id: number }).id;
const save = ({ admin }: Node, id: number, values: object): Promise<Answer> =>
  admin.inject({ method: 'PUT', url: `/api/resources/job/${id}`, payload: values });
const read = async ({ admin }: Node, id: number): Promise<Record<string, unknown>> =>
  JSON.parse((await admin.get(`/resources/job/${id}`)).text) as Record<string, unknown>;
const stored = async (id: number): Promise<Record<string, unknown>> =>
  (await database.pool.query<Record<string, unknown>>('select * from job where id = $1', [id])).rows[0]!;
const behind = (node: Node): Promise<void> => expect.poll(() => node.app.data.lineage.behind).toBe(true);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-versions-'));
  template = await prepareTemplate('two_versions', (connection) => firstStart(OLD, connection));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
beforeEach(async () => {
  database = await createTestDatabase(template);
  nodes = [];
});
afterEach(async () => {
  for (const { close } of nodes) await close();
  await database.drop();
});

test('a server goes on while a newer one adds columns: it reads, creates and changes, and loses nothing of the newer', async () => {
  const old = await start(OLD);
  const before = await create(old, { title: 'Before' });
  const newer = await start(NEWER);
  await behind(old);
  const of = await create(newer, { title: 'Of the newer', colour: 'blue', weight: 7 });
  expect(await read(old, of)).toMatchObject({ title: 'Of the newer' });
  expect((await save(old, of, { remark: 'by the older' })).http).toBe(200);
  expect(await stored(of)).toMatchObject({ remark: 'by the older', colour: 'blue', weight: 7 });
  const after = await create(old, { title: 'After' });
  expect(await stored(after)).toMatchObject({ title: 'After', colour: 'red', weight: null });
  expect((await save(old, before, { remark: 'changed' })).http).toBe(200);
  expect((await save(newer, after, { status: 'waiting' })).http).toBe(200);
});

test('a record with a state of the newer version is read as it is, and by the older one neither changed nor deleted', async () => {
  const old = await start(OLD);
  const newer = await start(NEWER);
  await behind(old);
  const id = await create(newer, { title: 'Waits', status: 'waiting' });
  expect(await read(old, id)).toMatchObject({ status: 'waiting' });
  expect((await old.admin.get('/resources/job/export')).text).toContain('Waiting');
  for (const refused of [
    await save(old, id, { remark: 'lost?' }),
    await save(old, id, { status: 'done' }),
    await old.admin.inject({ method: 'DELETE', url: `/api/resources/job/${id}` }),
  ]) {
    expect(refused.http).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.text).toContain('A newer version of the system has written something');
  }
  const { message } = await old.admin.inject({
    method: 'PUT',
    url: `/api/resources/job/${id}`,
    payload: { remark: 'x' },
    headers: { 'accept-language': 'zh-CN' },
  });
  expect(message).toContain('新版本');
  expect(await stored(id)).toMatchObject({ status: 'waiting', remark: null });
  expect((await save(newer, id, { status: 'done' })).http).toBe(200);
  expect((await save(old, id, { remark: 'known again' })).http).toBe(200);
});

test('a server that cannot hear what happens does not change what it does not know either', async () => {
  const old = await start(OLD);
  const newer = await start(NEWER);
  const id = await create(newer, { title: 'Waits', status: 'waiting' });
  await old.app.data.lineage.hear(false);
  expect((await save(old, id, { remark: 'lost?' })).http).toBe(503);
});

test('what the newer version requires and the older one cannot say is refused as such, not as a fault', async () => {
  const old = await start(OLD);
  const newer = await start(versionOf({ properties: { owner: text }, required: ['owner'] }));
  await behind(old);
  const refused = await old.admin.post('/resources/job', { title: 'Without owner' });
  expect(refused.http).toBe(503);
  expect(refused.text).toContain('earlier version than the data');
  expect(await create(newer, { title: 'With', owner: 'Ann' })).toBeGreaterThan(0);
});

test('tables that were changed under a server by force are said to be of another version, never a fault', async () => {
  const old = await start(OLD);
  const id = await create(old, { title: 'Before' });
  await command(RENAMED);
  for (const refused of [await old.admin.get(`/resources/job/${id}`), await save(old, id, { remark: 'x' })]) {
    expect(refused.http).toBe(503);
    expect(refused.text).toContain('earlier version than the data');
  }
});

test('a column without values stays until no server asks for it, then goes', async () => {
  const old = await start(OLD);
  const id = await create(old, { title: 'Before' });
  const columns = async (): Promise<string[]> =>
    (
      await database.pool.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'job'::regclass and attnum > 0 and not attisdropped`,
      )
    ).rows.map(({ name }) => name);
  const next = await start(DROPPED);
  expect(await columns()).toContain('unused');
  expect(await read(old, id)).toMatchObject({ title: 'Before' });
  await old.close();
  await next.close();
  nodes = [];
  await start(DROPPED);
  expect(await columns()).not.toContain('unused');
});

test('a renamed property waits until servers of the older version are stopped', async () => {
  const old = await start(OLD);
  const id = await create(old, { title: 'Before', remark: 'kept' });
  await expect(start(RENAMED)).rejects.toThrow(/1 server of another version[\s\S]*rename column job\.remark to note/);
  expect(await read(old, id)).toMatchObject({ remark: 'kept' });
  await old.close();
  nodes = [];
  expect(await read(await start(RENAMED), id)).toMatchObject({ note: 'kept' });
});

test('a version that the database has gone on from does not start, and changes nothing', async () => {
  const newer = await start(NEWER);
  const id = await create(newer, { title: 'Waits', status: 'waiting', weight: 7 });
  await expect(start(OLD)).rejects.toThrow(/newer version of this application[\s\S]*migrate -- --apply/);
  expect((await save(newer, id, { colour: 'green' })).http).toBe(200);
  expect(await stored(id)).toMatchObject({ status: 'waiting', colour: 'green', weight: 7 });
});

test('nor does one that the database never had, when it lacks migrations that were done', async () => {
  const first = { name: 'first', sql: 'create table counted (n integer)' };
  await start(versionOf({ migrations: [first, { name: 'second', sql: 'insert into counted values (2)' }] }));
  await expect(start(versionOf({ properties: { between: text }, migrations: [first] }))).rejects.toThrow(
    /newer version of this application/,
  );
});

test('who goes back on command starts anew from there: the newer version may come again', async () => {
  await (await start(NEWER)).close();
  nodes = [];
  await command(OLD);
  await (await start(OLD)).close();
  nodes = [];
  const again = await start(NEWER);
  expect(await create(again, { title: 'Again', colour: 'blue' })).toBeGreaterThan(0);
});
