import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './app.ts';
import { accepted, book, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

interface Found {
  readonly pages: readonly string[];
  readonly records: readonly {
    readonly resource: string;
    readonly hits: readonly { readonly id: number; readonly title: string; readonly detail: string }[];
  }[];
}

let app: RentalApp;
let admin: Client;
let orderNo: string;
let orderId: number;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  orderId = await book(admin, { renterName: '王小明', renterPhone: '13812345678', carId: RENTAL.cars[0] });
  const { rows } = await sql<{ orderNo: string }>`select "orderNo" from "order" where id = ${orderId}`.execute(app.db);
  orderNo = rows[0]!.orderNo;
});
afterAll(() => app?.close());

const search = async (q: string, client = admin, language = 'en-US'): Promise<Found> =>
  accepted(await client.get<Found>('/search', { q }, { 'accept-language': language })).data;
const titles = async (q: string, client?: Client): Promise<readonly string[]> =>
  (await search(q, client)).records.flatMap(({ resource, hits }) => hits.map(({ title }) => `${resource} ${title}`));

test('an order, a plate and a member are found by number, phone or name, and by a part of it', async () => {
  expect(await titles(orderNo)).toEqual([`order ${orderNo}`]);
  expect(await titles(orderNo.slice(-5))).toContain(`order ${orderNo}`);
  expect(await titles('kk-3')).toEqual(['vehicle KK-3']);
  expect(await titles('王小')).toEqual(['member 王小明', `order ${orderNo}`]);
  expect(await titles('明')).toContain('member 王小明');
  expect(await titles('12345678')).toEqual(['member 王小明', `order ${orderNo}`]);
  expect(await titles('nobody at all')).toEqual([]);
  expect(await search('')).toEqual({ pages: [], records: [] });
});

test('a hit says what tells it from others, masked as in the list', async () => {
  const [member, order] = (await search('王小明')).records;
  expect(order!.hits[0]!.detail).toMatch(/^王小明 · KK-1 · 2027-03-01 10:00:00$/);
  expect(member!.hits[0]!.detail).toBe('+86 · 138****5678');
});

test('of several the best match comes first, and at most five of a kind', async () => {
  await sql`
    insert into vehicle ("brandId", "modelId", "subModelId", plate, "frameNo", "engineNo", "storeId", "cityId", mileage, "compulsoryInsurance", "auditStatus", status)
    select "brandId", "modelId", "subModelId", p.text, 'NF' || p.text, 'NE' || p.text, "storeId", "cityId", 0, '{}', 1, 1
    from vehicle v, unnest(array['QX-7', 'AQX-7', 'QX-71', 'QX-72', 'QX-73', 'QX-74', 'QX-75']) as p(text) where v.id = 1
  `.execute(app.db);
  const found = await titles('qx-7');
  expect(found).toHaveLength(5);
  expect(found[0]).toBe('vehicle QX-7');
  expect(found.slice(1)).not.toContain('vehicle AQX-7');
});

test('only rows in the scope of the user and lists that he or she may open', async () => {
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  const north = await app.signIn('north');
  expect(await titles('KK-', north)).toEqual(['vehicle KK-7']);
  expect(await titles(orderNo, north)).toEqual([]);
  expect(await titles('王小明', north)).toEqual(['member 王小明']);
  const fleet = await app.as('fleet');
  expect(await titles('王小明', fleet)).toEqual([`order ${orderNo}`]);
  const pickup = await app.as('pickup');
  expect(await titles(orderNo, pickup)).toEqual([]);
});

test('a hit shows what it was found by, masked, where nothing else of it says so', async () => {
  const detail = async (q: string): Promise<readonly string[]> =>
    (await search(q)).records.flatMap(({ hits }) => hits.map((hit) => hit.detail));
  expect((await detail('12345678')).at(-1)).toBe('王小明 · KK-1 · 2027-03-01 10:00:00 · 138****5678');
  expect((await detail('王小明')).at(-1)).toBe('王小明 · KK-1 · 2027-03-01 10:00:00');
});

test('who sees a phone only masked finds it by the whole number, never by a part', async () => {
  await sql`
    insert into role (name, code, "menuIds") select 'Lister', 'lister', array_agg(id) from menu where path in ('order-list', 'member-list')
  `.execute(app.db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select 'lister', 'lister', '+66922222222', u.password, r.id, 0, 1 from "user" u, role r where u.username = 'admin' and r.code = 'lister'
  `.execute(app.db);
  const lister = await app.signIn('lister');
  expect(await titles('13812345678', lister)).toEqual(['member 王小明', `order ${orderNo}`]);
  expect(await titles('1381234', lister)).toEqual([]);
});

test('screens are found by their name in any language, also by the one an administrator gave, as far as the user may open them', async () => {
  expect((await search('订单列表')).pages).toEqual(['/order/list']);
  expect((await search('Roles', admin, 'zh-CN')).pages).toEqual(['/system/role']);
  expect((await search('รายการจอง')).pages).toContain('/order/list');
  expect((await search('Roles', await app.as('clerk'))).pages).toEqual([]);
  await sql`update menu set title = title || '{"en-US": "Zebra crossing"}' where url = '/store/list'`.execute(app.db);
  expect((await search('zebra')).pages).toEqual(['/store/list']);
});

test('anything else than a text is refused; odd characters find nothing and break nothing', async () => {
  expect((await admin.get('/search', { q: 'x', sort: 'y' })).errors).toHaveProperty('sort');
  for (const odd of ['%', '_', "'", '\\', '"', '%_%', '💥', ' '.repeat(80), 'x'.repeat(500), '\n'])
    expect((await admin.get('/search', { q: odd })).statusCode).toBe(200);
});
