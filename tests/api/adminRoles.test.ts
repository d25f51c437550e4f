import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { type Client, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
let admin: Client;
let makeUser: Accounts['makeUser'];
let menuIds: Accounts['menuIds'];
let roleId: Accounts['roleId'];
let makeRole: Accounts['makeRole'];
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  ({ makeUser, menuIds, roleId, makeRole } = accountsOf(app, () => admin));
});
afterAll(() => app?.close());

test('ticking an action ticks its page and the group above', async () => {
  const [edit] = await menuIds('car-edit');
  const { id } = accepted(
    await admin.post<{ id: number }>('/role/save', { name: 'Car editor', code: 'careditor', menuIds: [edit] }),
  ).data;
  const { checked } = accepted(await admin.get<{ checked: number[] }>('/role/permission', { roleId: id })).data;
  const { rows } = await sql<{
    id: number;
    parentId: number | null;
    type: number;
  }>`select id, "parentId", type from menu where id = any(${checked}::bigint[])`.execute(app.db);
  expect(rows.map(({ type }) => type).toSorted()).toEqual([1, 2, 3]);
  expect(rows.every(({ parentId }) => parentId === null || checked.includes(parentId))).toBe(true);
  const { client } = await makeUser({ roleId: id });
  const { permission } = accepted(await client.get<{ permission: { path: string }[] }>('/admin/user/info')).data;
  expect(permission.map(({ path }) => path).toSorted()).toEqual(['car-edit', 'car-list']);
});

test('a change of rights holds from the next request of a signed-in user', async () => {
  const id = await makeRole('shifting', 'brand');
  const { client } = await makeUser({ roleId: id });
  expect((await client.get('/car/brand/list')).http).toBe(200);
  accepted(await admin.post('/role/save', { id, menuIds: await menuIds('citylist') }));
  expect([(await client.get('/car/brand/list')).http, (await client.get('/basics/city/list')).http]).toEqual([
    403, 200,
  ]);
  // A menu entry that is switched off gives nothing.
  const [entry] = await menuIds('citylist');
  accepted(await admin.post('/menu/save', { id: entry, status: 0 }));
  expect((await client.get('/basics/city/list')).http).toBe(403);
  accepted(await admin.post('/menu/save', { id: entry, status: 1 }));
});

test('and that before the database has announced it', async () => {
  const id = await makeRole('announcedLate', 'brand');
  const { client } = await makeUser({ roleId: id });
  expect((await client.get('/car/brand/list')).http).toBe(200);
  vi.spyOn(pg.Client.prototype, 'emit').mockImplementation(function (this: pg.Client, ...event: unknown[]) {
    return event[0] === 'notification' ? false : EventEmitter.prototype.emit.apply(this, event as [string]);
  } as never);
  accepted(await admin.post('/role/save', { id, menuIds: await menuIds('citylist') }));
  expect((await client.get('/car/brand/list')).http).toBe(403);
  vi.restoreAllMocks();
});

test('the tree holds every entry once, under its parent, in the language of the request; ticks only with a role', async () => {
  type Node = { id: number; parentId: number | null; title: string; children: Node[] };
  const { tree, checked } = accepted(await admin.get<{ tree: Node[]; checked: number[] }>('/role/permission')).data;
  expect(checked).toEqual([]);
  const flat = (nodes: readonly Node[], parent: number | null): number[] =>
    nodes.flatMap((node) => {
      expect(node.parentId).toBe(parent);
      return [node.id, ...flat(node.children, node.id)];
    });
  const { rows } = await sql<{ id: number }>`select id from menu order by id`.execute(app.db);
  expect(flat(tree, null).toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
  const thai = accepted(await admin.get<{ tree: Node[] }>('/role/permission', {}, { 'accept-language': 'th-TH' })).data
    .tree;
  expect(thai.map(({ title }) => title)).not.toEqual(tree.map(({ title }) => title));
  const clerk = accepted(
    await admin.get<{ checked: number[] }>('/role/permission', { roleId: await roleId('clerk') }),
  ).data;
  expect(clerk.checked.length).toBeGreaterThan(10);
  expect((await admin.get('/role/permission', { roleId: 999_999 })).statusCode).toBe(404);
});

test('code unique and well-formed, name required', async () => {
  expect((await admin.post('/role/save', { name: 'x', code: 'clerk' })).errors).toEqual({
    code: 'Role code already exists. Choose another one',
  });
  expect(Object.keys((await admin.post('/role/save', { name: '', code: '9 x' })).errors).toSorted()).toEqual([
    'code',
    'name',
  ]);
  expect((await admin.post('/role/save', { name: 'x', code: 'y', menuIds: [999_999] })).statusCode).toBe(400);
});

test('nobody gives or takes over rights that he or she does not hold', async () => {
  const role = await makeRole('keeper', 'role-list', 'role-add', 'role-edit', 'brand');
  const { client } = await makeUser({ roleId: role });
  const refused = 'You cannot give permissions that you do not hold. Ask somebody who holds them';
  expect(
    (await client.post('/role/save', { name: 'z', code: 'z', menuIds: await menuIds('price-edit') })).message,
  ).toBe(refused);
  expect((await client.post('/role/save', { id: role, menuIds: await menuIds('index') })).message).toBe(refused);
  accepted(await client.post('/role/save', { name: 'z', code: 'z', menuIds: await menuIds('brand') }));
  // Taking rights from a stronger role is as much a change of rights as giving them.
  expect((await client.post('/role/save', { id: await roleId('ops'), menuIds: [] })).message).toBe(refused);
});

test('a role in use and the super role stay', async () => {
  const { id } = accepted(
    await admin.post<{ id: number }>('/role/save', { name: 'Used', code: 'used', menuIds: [] }),
  ).data;
  const user = await makeUser({ roleId: id });
  expect((await admin.delete(`/role/delete/${id}`)).message).toBe(
    'Delete failed: 1 user has this role. Give them another role first',
  );
  accepted(await admin.post('/admin/user/save', { id: user.id, roleId: await roleId('clerk') }));
  const deletion = await admin.delete(`/role/delete/${id}`);
  expect([deletion.statusCode, deletion.message]).toEqual([200, 'Deleted successfully']);
  const superRole = await roleId('super');
  expect((await admin.delete(`/role/delete/${superRole}`)).statusCode).toBe(400);
  expect((await admin.post('/role/save', { id: superRole, menuIds: [] })).message).toBe(
    'The super administrator role cannot be deleted',
  );
  accepted(await admin.post('/role/save', { id: superRole, description: 'Everything' }));
  accepted(await admin.get('/menu/list'));
});

test("a role with the task of delivery gives its users to the staff list, in the user's language", async () => {
  const before = {
    name: 'Drivers',
    code: 'drivers',
    description: 'By night',
    taskType: 1,
    menuIds: await menuIds('order-list'),
  };
  const { id } = accepted(await admin.post<{ id: number }>('/role/save', before)).data;
  const driver = await makeUser({ roleId: id, name: 'Somsak' });
  type Staff = { id: number; taskType: number };
  const staff = accepted(await admin.get<Staff[]>('/admin/user/taskuser', { taskType: '1' })).data;
  expect(staff.find((one) => one.id === driver.id)).toMatchObject({ name: 'Somsak', taskType: 1 });
  expect(staff.every(({ taskType }) => taskType === 1)).toBe(true);
  const { list } = accepted(
    await admin.get<{ list: Record<string, unknown>[] }>('/role/list', { keyword: 'drivers' }),
  ).data;
  expect(list).toMatchObject([{ id, name: 'Drivers', code: 'drivers', description: 'By night', taskType: 1 }]);
  expect(list[0]!['createTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const options = accepted(await admin.get<Record<string, unknown>[]>('/role/rolelist')).data;
  expect(options.find((one) => one['id'] === id)).toMatchObject({ name: 'Drivers', code: 'drivers' });
});

test('a circle made by hand in the database is still drawn, every entry once', async () => {
  const [page, action] = [(await menuIds('brand'))[0]!, (await menuIds('brand-edit'))[0]!];
  const { rows } = await sql<{ parentId: number }>`select "parentId" from menu where id = ${page}`.execute(app.db);
  await sql`update menu set "parentId" = ${action} where id = ${page}`.execute(app.db);
  type Node = { id: number; children: Node[] };
  const { tree } = accepted(await admin.get<{ tree: Node[] }>('/role/permission')).data;
  const flat = (nodes: readonly Node[]): number[] => nodes.flatMap((node) => [node.id, ...flat(node.children)]);
  const all = await sql<{ id: number }>`select id from menu order by id`.execute(app.db);
  expect(flat(tree).toSorted((a, b) => a - b)).toEqual(all.rows.map(({ id }) => id));
  // A role is still saved: the way upwards ends where the circle closes.
  const role = await makeRole('circled', 'brand-edit');
  const { checked } = accepted(await admin.get<{ checked: number[] }>('/role/permission', { roleId: role })).data;
  expect(checked).toEqual([page, action].toSorted((a, b) => a - b));
  await sql`update menu set "parentId" = ${rows[0]!.parentId} where id = ${page}`.execute(app.db);
});
