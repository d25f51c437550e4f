import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

const TOKEN = 'a-token-that-nobody-guesses';
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ settings: { metricsToken: TOKEN } });
});
afterAll(() => test.close());

const get = (authorization?: string) =>
  test.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
const figures = async () => (await get(`Bearer ${TOKEN}`)).body;

describe('the page of figures', () => {
  it.each([undefined, 'Bearer another-token-that-is-one', `Basic ${TOKEN}`, 'Bearer '])(
    'is for who says the token, not for %j',
    async (authorization) => {
      const answer = await get(authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain('http_request');
    },
  );

  it('is not there for a session', async () => {
    const admin = await test.as('admin');
    expect((await get(`Bearer ${admin.token}`)).statusCode).toBe(401);
  });

  it('counts requests by method, pattern and status, and names no address', async () => {
    const admin = await test.as('admin');
    await admin.get('/order/info/987654321');
    const text = await figures();
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/order\/info\/:id",status="\d+"\} 1$/m,
    );
    expect(text).not.toContain('987654321');
  });

  it('says how the pool, the messages and the process are', async () => {
    await test.pool.query(
      `insert into outbox (channel, topic, state, payload, tries, "nextTryTime") values ('channel', 'stock', 'queued', '{}', 0, now() - interval '5 minutes')`,
    );
    const text = await figures();
    expect(text).toMatch(/^database_connections\{state="open"\} [1-9]\d*$/m);
    expect(text).toMatch(/^database_connections\{state="waiting"\} 0$/m);
    expect(text).toMatch(/^outbox_waiting 1$/m);
    expect(Number(/^outbox_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(300);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  it('says how many cars are promised, out and late', async () => {
    const text = await figures();
    for (const name of ['promised', 'out', 'overdue'])
      expect(text).toMatch(new RegExp(`^rental_orders_${name} 0$`, 'm'));
  });
});
