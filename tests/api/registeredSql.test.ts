import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp, type ServerModule } from 'forecourt/server';
import { startTestApp, type TestApp } from './app.ts';

/** A mistake in SQL that an application registers stops the start, with its place and what PostgreSQL says. */

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const { module } = application;
/** What the start of the product says with other parts of its module; undefined where it goes on. */
async function said(changes: Partial<ServerModule>): Promise<string | undefined> {
  const settings = {
    dataDir: test.dataDir,
    logLevel: 'silent',
    trustProxy: [],
    defaultZone: 'Asia/Bangkok',
    imageOrigins: [],
  };
  const app = await buildApp({
    ...application,
    module: { ...module, ...changes },
    pool: test.pool,
    settings,
  });
  try {
    await app.data.checkSql();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'NotRegistered' });
    return (error as Error).message;
  } finally {
    await app.close();
  }
}

const wrong = sql`(select no_such_column from member limit 1)`;

it('all that the product registers is understood', async () => {
  expect(await said({})).toBeUndefined();
});

it.each<[string, Partial<ServerModule>, RegExp]>([
  [
    'a computed column',
    { computed: { ...module.computed, orderDue: { sql: () => wrong } } },
    /^ {2}resource "order", column "\w+" \(x-compute "orderDue"\): column "no_such_column" does not exist$/m,
  ],
  [
    'a computed column that is no SQL at all',
    { computed: { ...module.computed, orderDue: { sql: () => sql`1 +` } } },
    /\(x-compute "orderDue"\): syntax error at or near/,
  ],
  [
    'a filter',
    { filters: { ...module.filters, orderTab: { sql: () => sql`${sql.ref('t.tab')} = 1` } } },
    /^ {2}resource "order", filter "tab" with the value \w+: column t\.tab does not exist$/m,
  ],
  [
    'a filter that answers no condition',
    { filters: { ...module.filters, orderTab: { sql: () => sql`'late'` } } },
    /filter "tab" with the value \w+: invalid input syntax for type boolean: "late"/,
  ],
  ['a row scope', { rowScopes: { ...module.rowScopes, member: () => wrong } }, /resource "member", its row scope: /],
  ['a fact of users', { userColumns: { ...module.userColumns, more: 'select no_such_column' } }, /userColumns "more": column "no_such_column" does not exist/],
  [
    'code that fails',
    { rowScopes: { ...module.rowScopes, member: () => (undefined as unknown as { sql: () => undefined }).sql() } },
    /resource "member", its row scope: Cannot read properties of undefined/,
  ],
])('%s with a mistake is named, with what PostgreSQL says', async (_what, changes, message) => {
  expect(await said(changes)).toMatch(/^PostgreSQL does not understand SQL that the server module registers:\n/);
  expect(await said(changes)).toMatch(message);
}); // prettier-ignore

it('every mistake is said, and no other part', async () => {
  const computed = { ...module.computed, orderDue: { sql: () => wrong } };
  const rowScopes = { ...module.rowScopes, member: () => wrong };
  const lines = (await said({ computed, rowScopes }))!.split('\n').slice(1);
  expect(lines.every((line) => /"orderDue"|its row scope/.test(line))).toBe(true);
  expect(lines.length).toBeGreaterThan(1);
});

it('a database that is away is no mistake of the SQL', async () => {
  const settings = {
    dataDir: test.dataDir,
    logLevel: 'silent',
    trustProxy: [],
    defaultZone: 'Asia/Bangkok',
    imageOrigins: [],
  };
  const away = {
    query: () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01', severity: 'FATAL' })),
  };
  const app = await buildApp({
    ...application,
    pool: test.pool,
    direct: away as never,
    settings,
  });
  await expect(app.data.checkSql()).rejects.toThrow('gone');
  await app.close();
});

it('what registered SQL is made of is a property: what leads nowhere would hide nothing', async () => {
  const { computed = {} } = module;
  const reminderCar = { ...computed['reminderCar']!, madeOf: ['plat'] };
  await expect(said({ computed: { ...computed, reminderCar } })).rejects.toThrow('"reminderCar" is made of "plat"');
});
