import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { type Client, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
let admin: Client;
let ops: Client;
let form: Accounts['form'];
let makeUser: Accounts['makeUser'];
let roleId: Accounts['roleId'];
let userRow: Accounts['userRow'];
let makeRole: Accounts['makeRole'];
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  ops = await app.as('ops');
  ({ form, makeUser, roleId, userRow, makeRole } = accountsOf(app, () => admin));
});
afterAll(() => app?.close());

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
    wrong.map(() => [400, 'You cannot give permissions that you do not hold. Ask somebody who holds them']),
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
    expect((await client.post('/admin/user/save', await form(changes))).statusCode).toBe(400);
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
  await expect(app.signIn(username)).rejects.toThrow('The account is not active. Ask an administrator');
  accepted(await ops.post('/admin/user/lock', { ids: [id], locked: 0 }));
  expect((await client.get('/admin/user/info')).http).toBe(401);
  await app.signIn(username);
});

test('locking and unlocking have a key each', async () => {
  const role = await makeRole('locker', 'user-disable');
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
    'Not possible for your own account. Ask a colleague',
  );
  expect((await admin.delete(`/admin/user/delete/${own}`)).message).toContain(
    'Not possible for your own account. Ask a colleague',
  );
  expect((await admin.post('/admin/user/deletebatch', { ids: [own] })).statusCode).toBe(400);
  // Whoever comes back deletes the other again, so that the last one stays last.
  accepted(await admin.delete(`/admin/user/delete/${other.id}`));
});

test('of several, those that may not be deleted are named and the others go', async () => {
  const own = accepted(await admin.get<{ id: number }>('/admin/user/info')).data.id;
  const { id } = await makeUser();
  const answer = await admin.post('/admin/user/deletebatch', { ids: [id, own] });
  expect(answer.data).toMatchObject({ count: 1, failures: [{ id: own, name: 'Administrator' }] });
  expect(answer.message).toBe('Delete failed: Administrator: Not possible for your own account. Ask a colleague');
  expect((await userRow(id))['deleteTime']).not.toBeNull();
});

test('of several, those that may not be locked are named and the others are locked', async () => {
  const [one, two] = [await makeUser({ name: 'Anong' }), await makeUser({ name: 'Boon' })];
  const top = await makeUser({ name: 'Chai', roleId: await roleId('super') });
  const answer = await ops.post('/admin/user/lock', { ids: [one.id, top.id, two.id, 999_999], locked: 1 });
  expect(answer).toMatchObject({
    statusCode: 200,
    data: {
      count: 2,
      failures: [
        {
          id: top.id,
          name: 'Chai',
          message: 'You cannot give permissions that you do not hold. Ask somebody who holds them',
        },
        { id: 999_999, name: '#999999' },
      ],
    },
  });
  const states = await Promise.all([one, two, top].map(async ({ id }) => (await userRow(id))['status']));
  expect(states).toEqual([0, 0, 1]);
  accepted(await ops.post('/admin/user/lock', { ids: [one.id, two.id], locked: 0 }));
  await app.signIn(one.username);
  await app.signIn(two.username);
});

test('the last super administrator stays: not locked, not deleted, not given another role, also not by two at once', async () => {
  const [clerk, superRole] = [await roleId('clerk'), await roleId('super')];
  await sql`update "user" set status = 0 where "roleId" = ${superRole} and username <> 'admin'`.execute(app.db);
  const own = accepted(await admin.get<{ id: number }>('/admin/user/info')).data.id;
  expect((await admin.post('/admin/user/save', { id: own, roleId: clerk })).message).toBe(
    'The last super administrator must stay. Make another one first',
  );
  // Each takes the other out, in every way there is.
  const ways = [
    (client: Client, id: number) => client.post('/admin/user/lock', { ids: [id], locked: 1 }),
    (client: Client, id: number) => client.delete(`/admin/user/delete/${id}`),
    (client: Client, id: number) => client.post('/admin/user/deletebatch', { ids: [id] }),
    (client: Client, id: number) => client.post('/admin/user/save', { id, roleId: clerk }),
  ];
  for (const [index, first] of ways.entries())
    for (const second of ways.slice(index)) {
      const twin = await makeUser({ roleId: superRole });
      const answers = await Promise.all([first(admin, twin.id), second(twin.client, own)]);
      const { rows } = await sql<{ id: number }>`
        select id from "user" where "roleId" = ${superRole} and status = 1 and "deleteTime" is null
      `.execute(app.db);
      expect(rows).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      await sql`update "user" set status = 1, "deleteTime" = null, "roleId" = ${superRole} where id = ${own}`.execute(
        app.db,
      );
      await sql`update "user" set status = 0 where id = ${twin.id}`.execute(app.db);
      admin = await app.signIn('admin');
    }
});
