import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

let test: TestApp;
let maintenance: pg.Client;
beforeAll(async () => {
  test = await startTestApp();
  maintenance = new pg.Client({ ...inject('postgres'), database: 'postgres', ssl: false });
  await maintenance.connect();
});
afterAll(async () => {
  await maintenance.end();
  await test.close();
});

const database = (): string => pg.escapeIdentifier(test.database.connection.database);

/** Nobody gets in any more and everybody who is in is thrown out, as in a failover. */
async function takeAway(): Promise<void> {
  await maintenance.query(`alter database ${database()} allow_connections false`);
  await maintenance.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    test.database.connection.database,
  ]);
}

const giveBack = (): Promise<unknown> => maintenance.query(`alter database ${database()} allow_connections true`);

describe('while the database is away', () => {
  it('every call answers 503 in the envelope, and all work again by themselves when it is back', async () => {
    const admin = await test.as('admin');
    expect((await admin.post('/car/brand/save', { name: 'Before' })).statusCode).toBe(200);
    await takeAway();
    const away = {
      http: 503,
      statusCode: 503,
      message: 'The service is busy, please try again in a moment',
      data: null,
    };
    for (const path of ['/health', '/health/ready']) expect(await test.nobody.get(path)).toMatchObject(away);
    expect(await test.nobody.get('/health/live')).toMatchObject({ http: 200, statusCode: 200 });
    for (let round = 0; round < 3; round++) {
      expect(await admin.get('/car/brand/list')).toMatchObject(away);
      expect(await admin.post('/car/brand/save', { name: 'Meanwhile' })).toMatchObject(away);
      expect(await test.nobody.post('/admin/user/login', { username: 'admin', password: 'x' })).toMatchObject(away);
    }
    await giveBack();
    await expect.poll(async () => (await test.nobody.get('/health')).http).toBe(200);
    const list = await admin.get<{ list: { name: string }[] }>('/car/brand/list');
    expect(list.data.list.map(({ name }) => name)).toEqual(['Before']);
  });

  it('a session that ended meanwhile does not live on in memory', async () => {
    const clerk = await test.signIn('clerk');
    expect((await clerk.get('/basics/codes')).http).toBe(200);
    await takeAway();
    await expect.poll(async () => (await clerk.get('/basics/codes')).http).toBe(503);
    await giveBack();
    await expect.poll(async () => (await test.nobody.get('/health')).http).toBe(200);
    await test.pool.query(`update "user" set status = 0 where username = 'clerk'`);
    await expect.poll(async () => (await clerk.get('/basics/codes')).http).toBe(401);
  });
});
