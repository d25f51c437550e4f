import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, PASSWORD, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
let admin: Client;
let ops: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  ops = await app.as('ops');
});
afterAll(() => app?.close());

let made = 0;
async function roleId(code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from role where code = ${code}`.execute(app.db);
  return rows[0]!.id;
}
async function form(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  made += 1;
  return {
    username: `user${made}`,
    phone: `+6681000${String(made).padStart(4, '0')}`,
    password: PASSWORD,
    roleId: await roleId('clerk'),
    dataScope: 0,
    ...changes,
  };
}
async function makeUser(
  changes: Record<string, unknown> = {},
): Promise<{ id: number; username: string; client: Client }> {
  const values = await form(changes);
  const { id } = accepted(await admin.post<{ id: number }>('/admin/user/save', values)).data;
  const username = values['username'] as string;
  return { id, username, client: await app.signIn(username, values['password'] as string) };
}
async function userRow(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from "user" where id = ${id}`.execute(app.db);
  return rows[0]!;
}
async function menuIds(...paths: string[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from menu where path = any(${paths}::text[]) order by id`.execute(app.db);
  return rows.map(({ id }) => id);
}

describe('users', () => {
  test('username and phone are unique; the messages say which', async () => {
    const { id } = await makeUser();
    const { username, phone } = await userRow(id);
    expect((await admin.post('/admin/user/save', await form({ username }))).errors).toEqual({
      username: 'Username already exists',
    });
    expect((await admin.post('/admin/user/save', await form({ phone }))).errors).toEqual({
      phone: 'Phone already exists',
    });
  });

  test('a name without a user is the username', async () => {
    const { client, username } = await makeUser();
    expect(accepted(await client.get('/admin/user/info')).data).toMatchObject({ name: username, username });
  });

  test.each([
    ['username', { username: 'ab' }],
    ['username', { username: 'with space' }],
    ['username', { username: 'x'.repeat(33) }],
    ['password', { password: '12345' }],
    ['password', { password: '' }],
    ['password', { password: undefined }],
    ['phone', { phone: '' }],
    ['roleId', { roleId: undefined }],
    ['roleId', { roleId: 999_999 }],
    ['storeIds', { dataScope: 1 }],
    ['storeIds', { dataScope: 1, storeIds: [] }],
    ['storeIds', { dataScope: 1, storeIds: [999_999] }],
    ['dataScope', { dataScope: 2 }],
  ])('%s is refused: %j', async (field, changes) => {
    const answer = await admin.post('/admin/user/save', await form(changes));
    expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
  });

  test('the documented texts ask for a role and for stores', async () => {
    expect((await admin.post('/admin/user/save', await form({ roleId: undefined }))).errors).toEqual({
      roleId: 'Please select role!',
    });
    expect((await admin.post('/admin/user/save', await form({ dataScope: 1 }))).errors).toEqual({
      storeIds: 'Please select store!',
    });
  });

  test('no call answers a password, and nothing keeps it in clear', async () => {
    const secret = 'Correct-horse-9';
    const { id } = await makeUser({ password: secret });
    const hash = (await userRow(id))['password'] as string;
    expect(hash).toMatch(/^\$argon2id\$/);
    const texts = [
      (await admin.get('/admin/user/list', { ids: String(id) })).text,
      (await admin.get('/admin/user/options')).text,
      (await admin.get('/basics/OperationLog/list', { module: 'user' })).text,
      JSON.stringify((await sql`select * from "operationLog"`.execute(app.db)).rows),
    ];
    for (const text of texts) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('argon2');
    }
    const everywhere = await sql<{ found: boolean }>`
      select exists(select 1 from "recordChange" c where to_jsonb(c)::text like ${`%${secret}%`} or to_jsonb(c)::text like '%argon2%') as found
    `.execute(app.db);
    expect(everywhere.rows[0]!.found).toBe(false);
  });

  test('an empty password keeps the old one and the session; a new one ends both', async () => {
    const { id, username, client } = await makeUser();
    accepted(await admin.post('/admin/user/save', { id, name: 'Somchai', password: '' }));
    expect((await client.get('/admin/user/info')).data).toMatchObject({ name: 'Somchai' });
    await app.signIn(username, PASSWORD);
    accepted(await admin.post('/admin/user/save', { id, password: 'another-one' }));
    expect((await client.get('/admin/user/info')).http).toBe(401);
    await app.signIn(username, 'another-one');
    await expect(app.signIn(username, PASSWORD)).rejects.toThrow();
  });

  test('nobody makes, changes, locks or deletes a user of a role with more rights', async () => {
    const { id } = await makeUser({ roleId: await roleId('super') });
    const before = await userRow(id);
    const wrong = [
      await ops.post('/admin/user/save', await form({ roleId: await roleId('super') })),
      await ops.post('/admin/user/save', { id, password: 'taken-over' }),
      await ops.post('/admin/user/save', { id, phone: '+66899999999' }),
      await ops.post('/admin/user/save', { id, roleId: await roleId('clerk') }),
      await ops.post('/admin/user/lock', { ids: [id], locked: 1 }),
    ];
    expect(wrong.map(({ statusCode, message }) => [statusCode, message])).toEqual(
      wrong.map(() => [400, 'You cannot give permissions that you do not hold']),
    );
    expect(await userRow(id)).toEqual(before);
    const own = accepted(await ops.get<{ id: number }>('/admin/user/info')).data.id;
    expect((await ops.post('/admin/user/save', { id: own, roleId: await roleId('super') })).statusCode).toBe(400);
  });

  test('the operations manager staffs every other role', async () => {
    const { rows } = await sql<{ id: number }>`select id from role where code <> 'super'`.execute(app.db);
    for (const { id } of rows) accepted(await ops.post('/admin/user/save', await form({ roleId: id })));
  });

  test('who sees some stores only gives nobody more', async () => {
    await sql`
      insert into store ("storeName", "operatorName", address, size, status, "is24h", "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea")
      select n, 'x', 'x', 1, 1, 1, '{}', '{}', '{}', '{}', 0, '{}' from unnest(array['North', 'South']) n
    `.execute(app.db);
    const { rows } = await sql<{ id: number }>`select id from store order by id`.execute(app.db);
    const [north, south] = rows.map(({ id }) => id);
    const { client } = await makeUser({ roleId: await roleId('ops'), dataScope: 1, storeIds: [north] });
    const { id } = accepted(
      await client.post<{ id: number }>('/admin/user/save', await form({ dataScope: 1, storeIds: [north] })),
    ).data;
    for (const changes of [
      { dataScope: 0 },
      { dataScope: 1, storeIds: [south] },
      { dataScope: 1, storeIds: [north, south] },
      {},
    ])
      expect((await client.post('/admin/user/save', await form(changes))).statusCode).toBe(
        'dataScope' in changes ? 400 : 400,
      );
    expect((await client.post('/admin/user/save', { id, dataScope: 0 })).statusCode).toBe(400);
    expect((await client.post('/admin/user/save', { id, storeIds: [south] })).statusCode).toBe(400);
    // Another user's wider sight is not theirs to hand on by taking the account over.
    const { id: wide } = await makeUser();
    expect((await client.post('/admin/user/save', { id: wide, password: 'taken-over' })).statusCode).toBe(400);
    expect((await client.post('/admin/user/lock', { ids: [wide], locked: 1 })).statusCode).toBe(400);
  });

  test('a user of a supplier sees its stores only, whatever else is allowed, and its name', async () => {
    const supplier = accepted(
      await admin.post<{ id: number }>('/supplier/save', {
        name: 'Andaman Drive',
        type: 1,
        contact: 'Anan',
        phone: '+66800000000',
        email: 'a@example.com',
        address: 'Phuket',
        taxId: '1',
        bankName: 'SCB',
        accountName: 'A',
        accountNo: '1',
        status: 1,
      }),
    ).data.id;
    await sql`
      insert into store ("storeName", "operatorName", address, size, status, "is24h", "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "supplierId")
      values ('Theirs', 'x', 'x', 1, 1, 1, '{}', '{}', '{}', '{}', 0, '{}', ${supplier})
    `.execute(app.db);
    const { client } = await makeUser({ roleId: await roleId('storeManager'), supplierId: supplier });
    const { list } = accepted(await client.get<{ list: { storeName: string }[] }>('/basics/store/list')).data;
    expect(list.map(({ storeName }) => storeName)).toEqual(['Theirs']);
    expect(
      accepted(await client.get<{ storeName: string }[]>('/basics/getstore')).data.map(({ storeName }) => storeName),
    ).toEqual(['Theirs']);
    expect(accepted(await client.get('/admin/user/info')).data).toMatchObject({
      suname: 'Andaman Drive',
      supplierId: supplier,
    });
    expect((await admin.delete(`/supplier/delete/${supplier}`)).statusCode).toBe(400);
  });

  test('a lock ends all sessions at once and sign-in until it is lifted', async () => {
    const { id, username, client } = await makeUser();
    const second = await app.signIn(username);
    accepted(await ops.post('/admin/user/lock', { ids: [id], locked: 1 }));
    expect([(await client.get('/admin/user/info')).http, (await second.get('/admin/user/info')).http]).toEqual([
      401, 401,
    ]);
    await expect(app.signIn(username)).rejects.toThrow('The account is not active');
    accepted(await ops.post('/admin/user/lock', { ids: [id], locked: 0 }));
    expect((await client.get('/admin/user/info')).http).toBe(401);
    await app.signIn(username);
  });

  test('locking and unlocking have a key each', async () => {
    const role = accepted(
      await admin.post<{ id: number }>('/role/save', {
        name: 'Locker',
        code: 'locker',
        menuIds: await menuIds('user-disable'),
      }),
    ).data.id;
    const { client } = await makeUser({ roleId: role });
    const { id } = await makeUser({ roleId: role });
    accepted(await client.post('/admin/user/lock', { ids: [id], locked: 1 }));
    expect((await client.post('/admin/user/lock', { ids: [id], locked: 0 })).http).toBe(403);
  });

  test('the state is changed by the lock only', async () => {
    const { id } = await makeUser();
    const answer = await ops.post('/admin/user/save', { id, status: 0 });
    expect([answer.statusCode, (await userRow(id))['status']]).toEqual([400, 1]);
  });

  test('nobody locks or deletes the own account', async () => {
    const own = accepted(await admin.get<{ id: number }>('/admin/user/info')).data.id;
    const other = await makeUser({ roleId: await roleId('super') });
    expect((await admin.post('/admin/user/lock', { ids: [own], locked: 1 })).message).toBe(
      'Not possible for your own account',
    );
    expect((await admin.delete(`/admin/user/delete/${own}`)).message).toContain('Not possible for your own account');
    expect((await admin.post('/admin/user/deletebatch', { ids: [own] })).statusCode).toBe(400);
    // Whoever comes back deletes the other again, so that the last one stays last.
    accepted(await admin.delete(`/admin/user/delete/${other.id}`));
  });

  test('a deleted user is gone, cannot sign in, and gives username and phone free', async () => {
    const { id, username, client } = await makeUser();
    const { phone } = await userRow(id);
    accepted(await admin.delete(`/admin/user/delete/${id}`));
    expect((await client.get('/admin/user/info')).http).toBe(401);
    await expect(app.signIn(username)).rejects.toThrow();
    expect((await userRow(id))['deleteTime']).not.toBeNull();
    expect(accepted(await admin.get('/admin/user/list', { keyword: username })).data).toMatchObject({ total: 0 });
    accepted(await admin.post('/admin/user/save', await form({ username, phone })));
  });

  test('of several, those that may not be deleted are named and the others go', async () => {
    const own = accepted(await admin.get<{ id: number }>('/admin/user/info')).data.id;
    const { id } = await makeUser();
    const { data } = await admin.post<{ count: number; failures: { id: number; message: string }[] }>(
      '/admin/user/deletebatch',
      { ids: [id, own] },
    );
    expect(data).toMatchObject({ count: 1, failures: [{ id: own }] });
  });

  test('the last super administrator stays: not locked, not deleted, not given another role, also not by two at once', async () => {
    const clerk = await roleId('clerk');
    const superRole = await roleId('super');
    await sql`update "user" set status = 0 where "roleId" = ${superRole} and username <> 'admin'`.execute(app.db);
    const own = accepted(await admin.get<{ id: number }>('/admin/user/info')).data.id;
    expect((await admin.post('/admin/user/save', { id: own, roleId: clerk })).message).toBe(
      'The last super administrator must stay',
    );
    const twin = await makeUser({ roleId: superRole });
    const twinClient = twin.client;
    // Each takes the other out.
    const answers = await Promise.all([
      admin.post('/admin/user/lock', { ids: [twin.id], locked: 1 }),
      twinClient.post('/admin/user/lock', { ids: [own], locked: 1 }),
    ]);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from "user" where "roleId" = ${superRole} and status = 1 and "deleteTime" is null`.execute(
      app.db,
    );
    expect([rows[0]!.count, answers.filter(({ statusCode }) => statusCode === 200).length]).toEqual([1, 1]);
    await sql`update "user" set status = 1 where id = ${own}`.execute(app.db);
    admin = await app.signIn('admin');
    accepted(await admin.get('/admin/user/info'));
  });
});

describe('roles', () => {
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
    const { id } = accepted(
      await admin.post<{ id: number }>('/role/save', {
        name: 'Shifting',
        code: 'shifting',
        menuIds: await menuIds('brand'),
      }),
    ).data;
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
    const thai = accepted(await admin.get<{ tree: Node[] }>('/role/permission', {}, { 'accept-language': 'th-TH' }))
      .data.tree;
    expect(thai.map(({ title }) => title)).not.toEqual(tree.map(({ title }) => title));
    const clerk = accepted(
      await admin.get<{ checked: number[] }>('/role/permission', { roleId: await roleId('clerk') }),
    ).data;
    expect(clerk.checked.length).toBeGreaterThan(10);
    expect((await admin.get('/role/permission', { roleId: 999_999 })).statusCode).toBe(404);
  });

  test('code unique and well-formed, name required', async () => {
    expect((await admin.post('/role/save', { name: 'x', code: 'clerk' })).errors).toEqual({
      code: 'Role code already exists',
    });
    expect(Object.keys((await admin.post('/role/save', { name: '', code: '9 x' })).errors).toSorted()).toEqual([
      'code',
      'name',
    ]);
    expect((await admin.post('/role/save', { name: 'x', code: 'y', menuIds: [999_999] })).statusCode).toBe(400);
  });

  test('nobody gives or takes over rights that he or she does not hold', async () => {
    const role = accepted(
      await admin.post<{ id: number }>('/role/save', {
        name: 'Role keeper',
        code: 'keeper',
        menuIds: await menuIds('role-list', 'role-add', 'role-edit', 'brand'),
      }),
    ).data.id;
    const { client } = await makeUser({ roleId: role });
    const refused = 'You cannot give permissions that you do not hold';
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
    expect((await admin.delete(`/role/delete/${id}`)).message).toBe('Delete failed: 1 users have this role');
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
});

describe('menus', () => {
  const title = { 'zh-CN': '新', 'en-US': 'New', 'th-TH': 'ใหม่' };
  const make = async (values: Record<string, unknown>): Promise<number> =>
    accepted(await admin.post<{ id: number }>('/menu/save', { title, ...values })).data.id;

  test('the permission path of an action is unique, of a page together with its address', async () => {
    expect((await admin.post('/menu/save', { title, type: 3, path: 'car-edit' })).errors).toEqual({
      path: 'This permission path already exists',
    });
    const { rows } = await sql<{
      path: string;
      url: string;
    }>`select path, url from menu where type = 2 and url is not null limit 1`.execute(app.db);
    expect((await admin.post('/menu/save', { title, type: 2, ...rows[0]! })).statusCode).toBe(400);
    await make({ type: 2, path: rows[0]!.path, url: '/somewhere/else' });
  });

  test('pages and actions need a path, titles all three languages', async () => {
    expect(Object.keys((await admin.post('/menu/save', { title, type: 3 })).errors)).toEqual(['path']);
    expect((await admin.post('/menu/save', { title: { 'en-US': 'x' }, type: 1 })).statusCode).toBe(400);
  });

  test('an entry never lies below itself', async () => {
    const group = await make({ type: 1 });
    const page = await make({ type: 2, path: 'new-page', url: '/new', parentId: group });
    const action = await make({ type: 3, path: 'new-add', parentId: page });
    for (const parentId of [group, page, action])
      expect((await admin.post('/menu/save', { id: group, parentId })).message).toBe(
        'An entry cannot lie below itself',
      );
    expect((await admin.post('/menu/save', { id: group, parentId: 999_999 })).statusCode).toBe(400);
  });

  test('an entry with others below it or used by a role stays', async () => {
    const group = await make({ type: 1 });
    const page = await make({ type: 2, path: 'kept-page', url: '/kept', parentId: group });
    expect((await admin.delete(`/menu/delete/${group}`)).message).toBe(
      'Delete failed: The entry has 1 entries below it',
    );
    const role = accepted(
      await admin.post<{ id: number }>('/role/save', { name: 'Keeps', code: 'keeps', menuIds: [page] }),
    ).data.id;
    expect((await admin.delete(`/menu/delete/${page}`)).message).toBe('Delete failed: 1 roles use this entry');
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
});
