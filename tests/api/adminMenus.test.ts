import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { type Client, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
let admin: Client;
let menuIds: Accounts['menuIds'];
let makeRole: Accounts['makeRole'];
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  ({ menuIds, makeRole } = accountsOf(app, () => admin));
});
afterAll(() => app?.close());

const title = { 'zh-CN': '新', 'en-US': 'New', 'th-TH': 'ใหม่' };
const make = async (values: Record<string, unknown>): Promise<number> =>
  accepted(await admin.post<{ id: number }>('/menu/save', { title, ...values })).data.id;

test('the permission path of a page or an action is unique, but where the application itself has more pages that it opens', async () => {
  const taken = { path: 'This permission path already exists. Choose another one' };
  expect((await admin.post('/menu/save', { title, type: 3, path: 'car-edit' })).errors).toEqual(taken);
  const page = { title, type: 2, path: 'car-list', url: '/somewhere/else' };
  expect((await admin.post('/menu/save', page)).errors).toEqual(taken);
  const { path: _, ...other } = page;
  const id = await make({ ...other, path: 'car-elsewhere' });
  expect((await admin.post('/menu/save', { id, path: 'car-list' })).errors).toEqual(taken);
  // Brands, models and sub-models have one permission, and a page each.
  const { rows } = await sql<{
    id: number;
    url: string;
  }>`select id, url from menu where type = 2 and path = 'brand' order by url`.execute(app.db);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) accepted(await admin.post('/menu/save', { ...row, path: 'brand', title }));
  const again = { title, type: 2, path: 'brand', url: rows[0]!.url };
  expect((await admin.post('/menu/save', again)).errors).toHaveProperty('url');
});

test('of two pages that take one permission path at once, one gets it', async () => {
  const saved = await Promise.all(
    ['/one', '/other'].map((url) => admin.post('/menu/save', { title, type: 2, path: 'at-once', url })),
  );
  expect(saved.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
});

test('pages and actions need a path, titles all three languages', async () => {
  expect(Object.keys((await admin.post('/menu/save', { title, type: 3 })).errors)).toEqual(['path']);
  expect((await admin.post('/menu/save', { title: { 'en-US': 'x' }, type: 1 })).statusCode).toBe(400);
});

test('an entry never lies below itself, also when two are moved at once', async () => {
  const group = await make({ type: 1 });
  const page = await make({ type: 2, path: 'new-page', url: '/new', parentId: group });
  const action = await make({ type: 3, path: 'new-add', parentId: page });
  for (const parentId of [group, page, action])
    expect((await admin.post('/menu/save', { id: group, parentId })).errors).toEqual({
      parentId: 'A record cannot lie below itself. Choose another place',
    });
  expect((await admin.post('/menu/save', { id: group, parentId: 999_999 })).statusCode).toBe(400);
});

test('an entry with others below it or used by a role stays', async () => {
  const group = await make({ type: 1 });
  const page = await make({ type: 2, path: 'kept-page', url: '/kept', parentId: group });
  expect((await admin.delete(`/menu/delete/${group}`)).message).toBe(
    'Delete failed: The entry has 1 entry below it. Delete or move them first',
  );
  const role = await makeRole('keeps', 'kept-page');
  expect((await admin.delete(`/menu/delete/${page}`)).message).toBe(
    'Delete failed: 1 role uses this entry. Take it out of the roles first',
  );
  accepted(await admin.delete(`/role/delete/${role}`));
  accepted(await admin.delete(`/menu/delete/${page}`));
  accepted(await admin.delete(`/menu/delete/${group}`));
});

test('renaming the key that allows everything cannot lock everybody out', async () => {
  const [everything] = await menuIds('index');
  for (const changes of [{ path: 'other' }, { status: 0 }])
    expect((await admin.post('/menu/save', { id: everything, ...changes })).statusCode).toBe(400);
  expect((await admin.delete(`/menu/delete/${everything}`)).statusCode).toBe(400);
  accepted(await admin.get('/menu/list'));
});

type Node = { id: number; title: Record<string, string>; path: string; url: string; children: Node[] };
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const listed = async (query: Record<string, string> = {}): Promise<{ list: Node[]; total: number }> =>
  accepted(await admin.get<{ list: Node[]; total: number }>('/menu/list', query)).data;

test('the list without a page is the whole tree; a keyword leaves the branches that match, in any language', async () => {
  const whole = await listed();
  const { rows } = await sql<{ id: number }>`select id from menu`.execute(app.db);
  expect([flat(whole.list).length, whole.total]).toEqual([rows.length, rows.length]);
  const paths = flat((await listed({ keyword: 'car-list' })).list).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['', 'car-list', 'car-edit']));
  expect(paths).not.toContain('store-list');
  const chinese = await listed({ keyword: '订单列表' });
  expect(flat(chinese.list).map(({ path }) => path)).toEqual(expect.arrayContaining(['', 'order-list', 'order-add']));
  expect(flat((await listed({ type: '1' })).list).every(({ path }) => path === '')).toBe(true);
  expect((await listed({ keyword: 'no such thing' })).list).toEqual([]);
  // With a page, and for anything else, it is a list like every other.
  expect((await listed({ pageNo: '1', pageSize: '5' })).list).toHaveLength(5);
  expect((await admin.get('/menu/list', { nonsense: '1' })).errors).toHaveProperty('nonsense');
});

describe('what the side menu follows', () => {
  type Menu = {
    groups: { id: number; title: string; icon?: string; sort: number; hidden?: boolean }[];
    pages: { url: string; group?: number; title?: string; icon?: string; sort: number; hidden?: boolean }[];
  };
  const menu = async (client: Client, language = 'en-US'): Promise<Menu> =>
    accepted(await client.get<{ menu: Menu }>('/admin/user/info', {}, { 'accept-language': language })).data.menu;
  const pageOf = async (url: string, language?: string) =>
    (await menu(admin, language)).pages.find((page) => page.url === url);
  const entry = async (url: string) =>
    (await sql<{ id: number; parentId: number }>`select id, "parentId" from menu where url = ${url}`.execute(app.db))
      .rows[0]!;

  test('a new database names no screen otherwise than the product; another name is told in the language asked for', async () => {
    expect((await menu(admin)).pages.filter((page) => (page.title ?? 'New') !== 'New')).toEqual([]);
    const { id } = await entry('/order/list');
    const names = { 'zh-CN': '全部订单', 'en-US': 'All bookings', 'th-TH': 'การจองทั้งหมด' };
    accepted(await admin.post('/menu/save', { id, title: names }));
    for (const [language, name] of Object.entries(names))
      expect(await pageOf('/order/list', language)).toMatchObject({ title: name });
    accepted(await admin.post('/menu/save', { id, title: { ...names, 'en-US': 'Orders' } }));
    expect(await pageOf('/order/list')).not.toHaveProperty('title');
  });

  test('place, icon and group are those of the table; what is switched off, or lies in what is, is hidden', async () => {
    const { id } = await entry('/order/refund');
    const { parentId: car } = await entry('/car/list');
    accepted(await admin.post('/menu/save', { id, parentId: car, sort: 5, icon: 'Sell' }));
    expect(await pageOf('/order/refund')).toEqual({ url: '/order/refund', group: car, sort: 5, icon: 'Sell' });
    accepted(await admin.post('/menu/save', { id: car, status: 0 }));
    expect([(await pageOf('/order/refund'))?.hidden, (await pageOf('/car/list'))?.hidden]).toEqual([true, true]);
    expect((await pageOf('/store/list'))?.hidden).toBeUndefined();
    accepted(await admin.post('/menu/save', { id: car, status: 1 }));
  });

  test('a user is told of nothing that he or she may not open', async () => {
    const clerk = await menu(await app.as('clerk'));
    expect(clerk.pages.map(({ url }) => url)).toContain('/order/list');
    expect(clerk.pages.map(({ url }) => url)).not.toContain('/system/menu');
    expect(clerk.groups.every(({ id }) => clerk.pages.some(({ group }) => group === id))).toBe(true);
  });
});

test('ten thousand entries are answered whole, well below a second', async () => {
  const group = await make({ type: 1 });
  /** Longer than the product gives a statement. */
  const inBulk = (statement: RawBuilder<unknown>): Promise<unknown> =>
    app.db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      return statement.execute(db);
    });
  await inBulk(sql`
    insert into menu ("parentId", title, type, path, sort, status)
    select ${group}, jsonb_build_object('zh-CN', n::text, 'en-US', n::text, 'th-TH', n::text), 3, 'bulk-' || n, n, 1 from generate_series(1, 10000) n
  `);
  const begun = performance.now();
  expect((await listed()).total).toBeGreaterThan(10_000);
  expect((await listed({ keyword: 'bulk-777' })).total).toBe(12);
  accepted(await admin.get('/role/permission'));
  expect(performance.now() - begun).toBeLessThan(3_000);
  await inBulk(sql`delete from menu where "parentId" = ${group}`);
});
