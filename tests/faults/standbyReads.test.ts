import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboards } from '../../dashboards/index.ts';
import { application } from '../../src/application.ts';
import { buildApp, openDatabase, type OpenDatabase } from 'forecourt/server';
import {
  startEmbedded,
  type ConnectionConfig,
  type EmbeddedPostgres,
} from '../../packages/forecourt/src/server/postgres/index.ts';
import { clientOf, PASSWORD, type Client } from '../application.ts';
import { scratchFolder } from '../scratch.ts';
import { log } from './dataFolders.ts';

const urlOf = ({ host, port, user, password, database }: ConnectionConfig): string =>
  `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let opened: OpenDatabase;
let app: FastifyInstance;
let admin: Client;

const primaryDir = (): string => path.join(folder, 'primary');
const startPrimary = async (): Promise<void> => {
  primary = await startEmbedded({ dataDir: primaryDir(), log });
};

async function startStandby(): Promise<void> {
  const { host, port, user, password } = primary.superuser;
  const source = `host='${host}' port=${port} user=${user} password='${password}' application_name=standby`;
  standby = await startEmbedded({
    dataDir: path.join(folder, 'standby'),
    log,
    settings: { primary_conninfo: source, hot_standby: 'on', wal_retrieve_retry_interval: '100ms' },
  });
}

async function build(options: { databaseReadUrl?: string }): Promise<void> {
  opened = await openDatabase({ databaseUrl: urlOf(primary.connection), ...options, dataDir: folder, log });
  app = await buildApp({
    ...application,
    ...opened,
    settings: {
      dataDir: path.join(folder, 'files'),
      logLevel: 'silent',
      trustProxy: ['loopback'],
      defaultZone: application.locale.zone,
      imageOrigins: [],
    },
  });
}

async function stopApp(): Promise<void> {
  await app.close();
  await opened.close();
}

/** Asks the standby itself. */
async function onStandby<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ ...standby.superuser, database: 'forecourt', ssl: false });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the standby was asked for something with these words last by one of the server's connections. */
async function wasRead(words: string): Promise<boolean> {
  const asked = await onStandby<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'forecourt'`,
  );
  return asked.some(({ query }) => query.includes(words));
}

const brands = async (): Promise<string[]> => {
  const { data, http } = await admin.get<{ list: { name: string }[] }>('/car/brand/list', { pageSize: 100 });
  expect(http).toBe(200);
  return data.list.map(({ name }) => name);
};
const saveBrand = (name: string) => admin.post('/car/brand/save', { name });

beforeAll(async () => {
  folder = await scratchFolder('forecourt-standby-');
  // PostgreSQL passes through it as another user.
  spawnSync('chmod', ['755', folder]);
  await startPrimary();
  await build({});
  await app.data.applyTables({ seed: async (db) => application.module.seed?.(db, { adminPassword: PASSWORD }) });
  await stopApp();
  await primary.stop();
  // As a base backup of a server that is at rest.
  expect(spawnSync('cp', ['-a', primaryDir(), path.join(folder, 'standby')]).status).toBe(0);
  const signal = path.join(folder, 'standby/postgres/cluster/standby.signal');
  await writeFile(signal, '');
  await startPrimary();
  await startStandby();
  await build({ databaseReadUrl: urlOf(standby.connection) });
  await app.ready();
  const { data } = await clientOf(app).post<{ token: string }>('/admin/user/login', {
    username: 'admin',
    password: PASSWORD,
  });
  admin = clientOf(app, data.token);
});
afterAll(async () => {
  await stopApp();
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

test('what was saved is in the next list, each time, though the standby reads it', async () => {
  for (let number = 0; number < 40; number++) {
    expect((await saveBrand(`Brand ${number}`)).statusCode).toBe(200);
    expect(await brands()).toContain(`Brand ${number}`);
  }
  expect(await wasRead('"brand"')).toBe(true);
});

test('while the standby does not come as far, the primary reads', async () => {
  await onStandby('select pg_wal_replay_pause()');
  expect((await saveBrand('Paused')).statusCode).toBe(200);
  expect(await brands()).toContain('Paused');
  expect(await onStandby(`select from brand where name = 'Paused'`)).toEqual([]);
  await onStandby('select pg_wal_replay_resume()');
});

test('without the primary pages are read, and changes are refused', async () => {
  await saveBrand('Before');
  await expect.poll(() => onStandby(`select from brand where name = 'Before'`)).toHaveLength(1);
  await primary.stop();
  expect(await brands()).toContain('Before');
  expect((await admin.get('/admin/user/info')).http).toBe(200);
  expect((await admin.get('/account/notifications/unread')).http).toBe(200);
  expect((await admin.get('/resources/brand/export')).text).toContain('Before');
  for (const { path: page } of dashboards) expect((await admin.get(page)).http).toBe(200);
  expect((await admin.get('/health/ready')).http).toBe(200);
  expect((await saveBrand('Refused')).http).toBe(503);
  expect((await clientOf(app).post('/admin/user/login', { username: 'admin', password: PASSWORD })).http).toBe(503);
  await startPrimary();
  await expect.poll(async () => (await saveBrand('After')).http).toBe(200);
  expect(await brands()).toContain('After');
  expect(await brands()).not.toContain('Refused');
});

test('a primary that only goes silent is away after a second; what it saves once it is back is in the next list', async () => {
  expect(await brands()).toContain('After');
  const pid = primary.pid()!;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const silent = [pid, ...children];
  // Whatever is saved from now on, the standby has not.
  await onStandby('select pg_wal_replay_pause()');
  for (const one of silent) process.kill(one, 'SIGSTOP');
  try {
    const begun = performance.now();
    expect(await brands()).toContain('After');
    expect(performance.now() - begun).toBeLessThan(4_000);
    expect((await saveBrand('Silent')).http).toBe(503);
  } finally {
    for (const one of silent) process.kill(one, 'SIGCONT');
  }
  await expect.poll(async () => (await saveBrand('Heard')).http).toBe(200);
  expect(await brands()).toContain('Heard');
  await onStandby('select pg_wal_replay_resume()');
});

test('without the standby the primary reads, until the standby is back', async () => {
  await standby.stop();
  expect((await saveBrand('Alone')).statusCode).toBe(200);
  expect(await brands()).toContain('Alone');
  await startStandby();
  await expect
    .poll(async () => {
      await brands();
      return wasRead('"brand"');
    })
    .toBe(true);
  expect(await brands()).toContain('Alone');
});
