import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('clerk');
});
afterAll(() => app.close());

/** PostgreSQL's own word for a full disk, said by whatever writes into the log. */
const fill = () =>
  app.pool.query(`
    create function "diskFull"() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger "diskFull" before insert on "operationLog" for each row execute function "diskFull"()`);
const empty = () => app.pool.query('drop trigger "diskFull" on "operationLog"; drop function "diskFull"()');

/** Rows of everything that an order writes to. */
async function written(): Promise<unknown> {
  const tables = [
    'order',
    'orderFee',
    'orderTask',
    'payment',
    'hold',
    'outbox',
    'recordChange',
    'operationLog',
    'brand',
  ];
  const counts = tables.map((name) => `(select count(*)::int from "${name}") as "${name}"`);
  const { rows } = await app.pool.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return rows[0];
}

const BUSY = {
  'zh-CN': '服务繁忙，请稍后再试',
  'en-US': 'The service is busy, please try again in a moment',
  'th-TH': 'ระบบไม่ว่าง กรุณาลองใหม่อีกครั้งในอีกสักครู่',
} as const;

it('a command whose log row finds the disk full fails whole, says so plainly in the language of the user, and works when there is room again', async () => {
  const admin = await app.as('admin');
  const id = await orderIn(app, clerk, 1, 1);
  const order = draft();
  const calls: readonly (readonly [Client, string, object])[] = [
    [clerk, '/order/save', order],
    [clerk, '/order/payment/save', { orderId: id, amount: 100, method: 5, confirmed: 1 }],
    [clerk, '/order/remark', { id, remark: 'Window seat' }],
    [admin, '/car/brand/save', { name: 'Mazda' }],
  ];
  const before = await written();
  await fill();
  for (const [client, path, body] of calls)
    for (const [language, message] of Object.entries(BUSY))
      expect([path, await client.post(path, body, { 'accept-language': language })]).toMatchObject([
        path,
        { http: 503, statusCode: 503, message, data: null },
      ]);
  expect(await written()).toEqual(before);
  expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({ remark: '' });
  await empty();
  for (const [client, path, body] of calls) accepted(await client.post(path, body));
  expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({ remark: 'Window seat' });
});
