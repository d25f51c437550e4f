import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp, openDatabase } from 'forecourt/server';
import type { ConnectionConfig } from '../../packages/forecourt/src/server/postgres/index.ts';
import { clientOf, PASSWORD } from '../application.ts';
import { createTestDatabase } from '../postgres.ts';
import { startStrictPooler } from './strictPooler.ts';

const urlOf = ({ host, port, user, password, database }: ConnectionConfig): string =>
  `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Makes its first start, signs in, lists, saves, exports and stops; answers what a pooler would not have carried, and the warnings. */
async function serveThroughPooler(settings: 'poolerKnown' | 'poolerUnknown') {
  const database = await createTestDatabase();
  const pooler = await startStrictPooler(database.connection);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-test-'));
  onTestFinished(async () => {
    await pooler.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const warnings: string[] = [];
  const opened = await openDatabase({
    databaseUrl: urlOf(pooler.connection),
    ...(settings === 'poolerKnown' && {
      databaseDirectUrl: urlOf(database.connection),
      namedStatements: false,
    }),
    dataDir,
    log: { info: () => undefined, error: console.error, warn: (text) => warnings.push(text) },
  });
  const app = await buildApp({
    ...application,
    ...opened,
    settings: {
      dataDir,
      logLevel: 'silent',
      trustProxy: ['loopback'],
      defaultZone: application.locale.zone,
      imageOrigins: [],
    },
  });
  await app.data.applyTables({ seed: async (db) => application.module.seed?.(db, { adminPassword: PASSWORD }) });
  await app.data.forget(Date.now());
  await app.ready();
  const nobody = clientOf(app);
  const { data } = await nobody.post<{ token: string }>('/admin/user/login', { username: 'admin', password: PASSWORD });
  const admin = clientOf(app, data.token);
  expect((await admin.post('/car/brand/save', { name: 'Isuzu' })).statusCode).toBe(200);
  // A statement gets a name with its second use.
  for (let time = 0; time < 3; time++)
    expect((await admin.get('/car/brand/list', { keyword: 'Isuzu' })).text).toContain('Isuzu');
  expect((await admin.get('/resources/brand/export')).text).toContain('Isuzu');
  await app.close();
  await opened.close();
  return { offences: pooler.offences, warnings };
}

it('asks nothing of a pooler in transaction mode that belongs to a session: it goes past it', async () => {
  const { offences, warnings } = await serveThroughPooler('poolerKnown');
  expect([...offences]).toEqual([]);
  // What a pooler cannot be told, the operator is.
  expect(warnings.join()).toContain('statement_timeout = 5500');
});

it('names statements, listens and locks where nobody is in between', async () => {
  const { offences, warnings } = await serveThroughPooler('poolerUnknown');
  expect([...offences]).toEqual(
    expect.arrayContaining(['at start: options', 'named statement', 'listen', 'pg_advisory_lock']),
  );
  expect(warnings).toEqual([]);
});
