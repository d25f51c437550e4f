import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signedHeaders } from '../signing.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

const TOKEN = 'a-token-that-nobody-guesses';
let test: TestApp;
let clerk: Client;
let now = Date.parse('2027-02-22T05:00:00Z');
beforeAll(async () => {
  test = await startTestApp({ settings: { metricsToken: TOKEN }, clock: () => now });
  clerk = await test.as('clerk');
  await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(test.db);
});
afterAll(() => test.close());

async function refusedSoFar(kind: string): Promise<number> {
  const { body } = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^http_refused_total\\{refused="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
}
const rows = async () =>
  (
    await sql<{ userId: number | null; path: string; statusCode: number; message: string }>`
      select "userId", path, "statusCode", message from "operationLog" where action = 'refused' order by id`.execute(
      test.db,
    )
  ).rows;

it('counts readings that are refused, by what was missing', async () => {
  const before = [await refusedSoFar('session'), await refusedSoFar('right'), await refusedSoFar('signature')];
  await test.nobody.get('/order/list');
  await clerk.get('/admin/user/list');
  const path = '/api/channels/inbound/fliggy';
  const headers = signedHeaders({ secret: 'guessed', path, body: '{}' });
  await test.nobody.inject({ method: 'POST', url: path, payload: '{}', headers });
  await clerk.get('/no/such/path');
  await vi.waitFor(async () => {
    const after = [await refusedSoFar('session'), await refusedSoFar('right'), await refusedSoFar('signature')];
    expect(after).toEqual(before.map((count) => count + 1));
  });
});

it('shows a flood to an administrator, once a minute', async () => {
  now += 120_000;
  for (let call = 0; call < 29; call++) expect((await clerk.get('/admin/user/list')).http).toBe(403);
  expect(await rows()).toEqual([]);
  for (let call = 0; call < 40; call++) await clerk.get('/admin/user/list');
  const flood = { path: '/api/admin/user/list', statusCode: 403, message: 'Refused 30 times within a minute' };
  await vi.waitFor(async () => expect(await rows()).toEqual([expect.objectContaining(flood)]));
  expect((await rows())[0]!.userId).toEqual(expect.any(Number));
  now += 61_000;
  for (let call = 0; call < 30; call++) await clerk.get('/admin/user/list');
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
});

it('counts each user alone: two who share an address are no flood together', async () => {
  now += 120_000;
  const before = (await rows()).length;
  const delivery = await test.as('delivery');
  for (let call = 0; call < 29; call++)
    for (const user of [clerk, delivery]) expect((await user.get('/admin/user/list')).http).toBe(403);
  expect(await rows()).toHaveLength(before);
  await delivery.get('/admin/user/list');
  await vi.waitFor(async () => expect(await rows()).toHaveLength(before + 1));
  const { rows: users } = await sql<{ id: number }>`select id from "user" where username = 'delivery'`.execute(test.db);
  expect((await rows()).at(-1)!.userId).toBe(users[0]!.id);
});

it('writes one line a minute and user, with the routes', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = test.app.log as unknown as { warn(line: Record<string, unknown>, text: string): void };
  const { warn } = log;
  log.warn = (line, text) => void (text === 'requests refused' && lines.push(line));
  try {
    now += 120_000;
    await test.nobody.get('/order/list');
    lines.splice(0);
    await test.nobody.get('/order/list');
    await test.nobody.get('/member/list');
    now += 61_000;
    await test.nobody.get('/order/list');
    await vi.waitFor(() => expect(lines).toHaveLength(1));
  } finally {
    log.warn = warn;
  }
  const routes = { 'session GET /api/order/list': 2, 'session GET /api/member/list': 1 };
  expect(lines).toEqual([expect.objectContaining({ address: '127.0.0.1', total: 3, routes })]);
});
