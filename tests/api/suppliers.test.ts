import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from 'forecourt/server';
import { PASSWORD, type Client } from './app.ts';
import { accepted, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app?.close());

const SUPPLIER = {
  name: 'Siam Cars',
  type: 1,
  contact: 'Somsri',
  phone: '+6676123456',
  email: 'office@example.com',
  address: '1 Beach Road',
  taxId: '0105512345678',
  status: 1,
  bankName: 'KBANK',
  accountName: 'Siam Cars Co.',
  accountNo: '123-4-56789-0',
} as const;

let made = 0;
const save = async (values: Record<string, unknown> = {}): Promise<number> =>
  accepted(await ops.post<{ id: number }>('/supplier/save', { ...SUPPLIER, name: `Supplier ${++made}`, ...values }))
    .data.id;
interface Page {
  readonly total: number;
  readonly list: readonly Record<string, unknown>[];
}
const list = async (query: Record<string, string | number> = {}): Promise<Page> =>
  accepted(await ops.get<Page>('/supplier/pagelist', query)).data;
const found = async (id: number) => (await list({ id })).list[0];

test('what is saved is read back, with an id of the server that no save changes', async () => {
  const id = await save(SUPPLIER);
  expect(await found(id)).toMatchObject({ ...SUPPLIER, id });
  accepted(await ops.post('/supplier/save', { id, contact: 'Malee' }));
  expect(await found(id)).toMatchObject({ ...SUPPLIER, id, contact: 'Malee' });
  expect((await ops.post('/supplier/save', { id: 999_999, contact: 'Malee' })).statusCode).toBe(404);
});

test('a name belongs to one supplier', async () => {
  const id = await save({ name: 'Only one' });
  const answer = await ops.post('/supplier/save', { ...SUPPLIER, name: 'Only one' });
  expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, ['name']]);
  accepted(await ops.delete(`/supplier/delete/${id}`));
});

test.each(Object.keys(SUPPLIER).filter((name) => name !== 'type' && name !== 'status'))(
  'without %s nothing is saved',
  async (field) => {
    const before = (await list()).total;
    const answer = await ops.post('/supplier/save', { ...SUPPLIER, name: 'Never', [field]: '' });
    expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
    expect((await list()).total).toBe(before);
  },
);

test.each([
  ['type', null],
  ['status', null],
  ['type', 5],
  ['status', 2],
  ['bankName', 'NOBANK'],
  ['email', 'abc'],
  ['phone', 'call me'],
])('%s %j is refused at its field', async (field, value) => {
  const answer = await ops.post('/supplier/save', { ...SUPPLIER, name: 'Never', [field]: value });
  expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
});

test('five types, nine banks and two states can be chosen, each with a label in three languages, and come back', async () => {
  const tables = { supplierType: 5, bank: 9, supplierStatus: 2, smsProvider: 4 } as const;
  const codes: Record<string, { code: number | string; label: string }[]> = {};
  for (const language of ['zh-CN', 'en-US', 'th-TH']) {
    const answer = await ops.get<typeof codes>('/basics/codes', {}, { 'accept-language': language });
    Object.assign(codes, answer.data);
    for (const [table, count] of Object.entries(tables)) {
      const labels = answer.data[table]!.map(({ label }) => label);
      expect(new Set(labels).size).toBe(count);
      expect(labels.join()).not.toMatch(/codes\.|^\d/);
    }
  }
  for (const [field, table] of [
    ['type', 'supplierType'],
    ['bankName', 'bank'],
    ['status', 'supplierStatus'],
  ] as const)
    for (const { code } of codes[table]!)
      expect(await found(await save({ [field]: code }))).toMatchObject({ [field]: code });
});

test('the list is read by pages, searched and filtered; the options are the active ones', async () => {
  const id = await save({ name: 'Zebra Parts', type: 2, status: 0 });
  expect(await list({ keyword: 'zebra' })).toMatchObject({ total: 1, list: [{ id }] });
  expect(await list({ type: 2, status: 0, keyword: 'Zebra' })).toMatchObject({ total: 1 });
  const all = await list();
  const page = await list({ pageNo: 2, pageSize: 2 });
  expect([page.total, page.list.length]).toEqual([all.total, 2]);
  const clerk = await app.as('clerk');
  const { data } = accepted(await clerk.get<Record<string, unknown>[]>('/supplier/list'));
  expect(data.length).toBeGreaterThan(0);
  expect(Object.keys(data[0]!).toSorted()).toEqual(['id', 'name', 'type']);
  expect(data.map((one) => one['id'])).not.toContain(id);
  expect((await clerk.get('/supplier/pagelist')).http).toBe(403);
  expect((await clerk.post('/supplier/save', SUPPLIER)).http).toBe(403);
  expect((await clerk.delete(`/supplier/delete/${id}`)).http).toBe(403);
  expect((await app.nobody.get('/supplier/list')).http).toBe(401);
});

test('one that stores or users belong to stays, and says why; another goes, with its SMS settings', async () => {
  const id = await save();
  accepted(await ops.post('/supplier/savesmsseting', { supplierId: id, type: 'outbox', accessKey: 'k', secret: 's' }));
  await sql`update store set "supplierId" = ${id} where id = ${RENTAL.phuket}`.execute(app.db);
  const refused = await ops.delete(`/supplier/delete/${id}`);
  expect(refused.statusCode).toBe(400);
  expect(refused.message).toMatch(/^Delete failed: .*1 /);
  expect(accepted(await ops.get(`/supplier/smsseting/${id}`)).data).toMatchObject({ accessKey: 'k', secret: '******' });
  await sql`update store set "supplierId" = null`.execute(app.db);
  await sql`update "user" set "supplierId" = ${id} where username = 'service'`.execute(app.db);
  expect((await ops.delete(`/supplier/delete/${id}`)).message).toMatch(/^Delete failed: .*1 /);
  await sql`update "user" set "supplierId" = null`.execute(app.db);
  accepted(await ops.delete(`/supplier/delete/${id}`));
  expect((await sql`select 1 from "smsSetting"`.execute(app.db)).rows).toEqual([]);
});

test('a user of a supplier sees a store, its cars and orders from the moment that the supplier is chosen on it', async () => {
  const id = await save();
  const order = await book(ops);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status, "supplierId")
    select 'partner', 'partner', '+66900009999', ${await hashPassword(PASSWORD, 'test')}, id, 0, 1, ${id} from role where code = 'ops'
  `.execute(app.db);
  const partner = await app.signIn('partner');
  const stores = async () => (await partner.get<Page>('/basics/store/list')).data.list.map((one) => one['id']);
  const records = ['/order/list', '/car/list'] as const;
  const totals = async () =>
    Promise.all(records.map(async (path) => accepted(await partner.get<Page>(path)).data.total));
  const details = [`/order/info/${order}`, `/car/info/${RENTAL.cars[0]}`, `/car/info/${RENTAL.chiangMaiCar}`];
  const answers = async () => Promise.all(details.map(async (path) => (await partner.get(path)).statusCode));
  expect([await stores(), await totals(), await answers()]).toEqual([[], [0, 0], [404, 404, 404]]);
  accepted(await ops.post('/basics/store/save', { id: RENTAL.phuket, supplierId: id }));
  expect(await stores()).toEqual([RENTAL.phuket]);
  expect([await totals(), await answers()]).toEqual([
    [1, 6],
    [200, 200, 404],
  ]);
});
