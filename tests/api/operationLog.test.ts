import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Client } from './app.ts';
import { accepted, draft, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

interface LogRow extends Record<string, unknown> {
  readonly id: number;
}
interface Page {
  readonly list: readonly LogRow[];
  readonly total: number;
}
interface Changes {
  readonly records: readonly {
    readonly resource: string;
    readonly id: number;
    readonly title: string;
    readonly happened: string;
    readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  }[];
  readonly others: number;
}

let app: RentalApp;
let admin: Client;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  ops = await app.as('ops');
});
afterAll(() => app?.close());

const LIST = '/basics/OperationLog/list';
const rows = async (query: Record<string, string> = {}, client = admin): Promise<readonly LogRow[]> =>
  accepted(await client.get<Page>(LIST, { pageNo: 1, pageSize: 50, ...query })).data.list;
const newest = async (query: Record<string, string> = {}): Promise<LogRow> => (await rows(query))[0]!;
const changesOf = async (id: number, client = admin): Promise<Changes> =>
  accepted(await client.get<Changes>(`/resources/operationLog/${id}/changes`)).data;

const CITY = {
  cityName: 'Trang',
  province: 'Trang',
  country: 'Thailand',
  cityCode: 'TRG',
  latitude: 7.5563,
  longitude: 99.6114,
  timeZone: 'Asia/Bangkok',
  status: 1,
};

let grants = 0;
/** Somebody with these permissions, for these stores or all. */
async function userWith(paths: readonly string[], storeIds?: readonly number[]): Promise<Client> {
  const { rows: menus } = await app.pool.query<{ id: number }>('select id from menu where path = any($1)', [paths]);
  expect(menus).toHaveLength(paths.length);
  const name = `reader${++grants}`;
  const role = accepted(
    await admin.post<{ id: number }>('/role/save', { name, code: name, menuIds: menus.map(({ id }) => id) }),
  ).data;
  const user = { username: name, phone: `09111111${grants + 10}`, roleId: role.id, password: 'granite-log-reader' };
  accepted(
    await admin.post('/admin/user/save', { ...user, ...(storeIds ? { dataScope: 1, storeIds } : { dataScope: 0 }) }),
  );
  return app.signIn(name, 'granite-log-reader');
}

describe('the operation log', () => {
  test('has one row of every changing call, with who, what, on which record, how it ended and how long it took', async () => {
    const { id } = accepted(await ops.post<{ id: number }>('/basics/city/save', CITY)).data;
    const row = await newest();
    expect(row).toMatchObject({
      id: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      username: 'ops',
      module: 'city',
      action: 'save',
      method: 'POST',
      path: '/api/basics/city/save',
      objectId: String(id),
      params: CITY,
      statusCode: 200,
      message: expect.any(String),
      ip: expect.stringMatching(/127\.0\.0\.1/),
    });
    expect(row['duration']).toBeGreaterThanOrEqual(0);
    expect(accepted(await admin.get(`/basics/OperationLog/info/${row.id}`)).data).toMatchObject({ id: row.id });
  });

  test('hides the passwords of who changes the own one, or fails to', async () => {
    const clerk = await userWith(['city-edit']);
    const change = { pwd: 'another-one', repeatpwd: 'another-one', oldpwd: 'granite-log-reader' };
    const hidden = { pwd: '******', repeatpwd: '******', oldpwd: '******' };
    expect((await clerk.post('/admin/user/updatepwd', { ...change, repeatpwd: 'different' })).statusCode).toBe(400);
    expect(await newest()).toMatchObject({ action: 'password', statusCode: 400, params: hidden });
    accepted(await clerk.post('/admin/user/updatepwd', change));
    expect(await newest()).toMatchObject({ action: 'password', statusCode: 200, params: hidden });
  });

  test('has failed calls with their message, also those that were not allowed', async () => {
    expect((await ops.post('/basics/city/save', CITY)).statusCode).toBe(400);
    expect(await newest({ result: '0' })).toMatchObject({ module: 'city', action: 'save', statusCode: 400 });
    const before = (await rows()).length;
    expect((await (await app.as('clerk')).delete('/basics/city/delete/1')).statusCode).toBe(403);
    expect(await rows()).toHaveLength(before + 1);
    expect(await newest()).toMatchObject({ username: 'clerk', module: 'city', action: 'delete', statusCode: 403 });
  });

  test('is filtered by time, user, module, action, object, result and keyword', async () => {
    const all = await rows();
    const kept = async (query: Record<string, string>, test: (row: LogRow) => boolean): Promise<void> => {
      const found = await rows(query);
      expect(found.map(({ id }) => id)).toEqual(all.filter(test).map(({ id }) => id));
      expect(found.length).toBeGreaterThan(0);
    };
    const [first] = all;
    await kept({ module: 'city' }, (row) => row['module'] === 'city');
    await kept({ action: 'delete' }, (row) => row['action'] === 'delete');
    await kept({ userId: String(first!['userId']) }, (row) => row['userId'] === first!['userId']);
    await kept({ objectId: '1' }, (row) => row['objectId'] === '1');
    await kept({ result: '1' }, (row) => row['statusCode'] === 200);
    await kept({ result: '0' }, (row) => row['statusCode'] !== 200);
    await kept({ result: '0,1' }, () => true);
    await kept({ keyword: 'clerk' }, (row) => row['username'] === 'clerk');
    const day = String(first!['time']).slice(0, 10);
    await kept({ timeStart: day, timeEnd: day }, () => true);
    expect(await rows({ timeEnd: '2001-01-01' })).toEqual([]);
    expect((await admin.get(LIST, { pageNo: 1, pageSize: 5, result: 'x' })).statusCode).toBe(400);
    expect((await admin.get<Page>(LIST, { pageNo: 1, pageSize: 2 })).data).toMatchObject({ list: { length: 2 } });
  });

  test('hides passwords, secrets and numbers of identity papers that were sent', async () => {
    const sent = { username: 'masked', phone: '0866666666', password: 'open the third gate', roleId: 2, dataScope: 0 };
    accepted(await admin.post('/admin/user/save', sent));
    expect(await newest({ module: 'user' })).toMatchObject({ params: { username: 'masked', password: '******' } });
    await ops.post('/member/save', { name: 'x', idNo: '110101199001011234', password: 'y' });
    expect(await newest({ module: 'member' })).toMatchObject({
      params: { idNo: '11010119********34', password: '******' },
    });
  });

  test('hides the middle of the name of a renter, as of the number beside it', async () => {
    const renter = { renterName: 'Somchai Jaidee', renterPhone: '0812345678' };
    await ops.post('/order/save', draft(renter));
    expect(await newest({ module: 'order' })).toMatchObject({
      params: { renterName: 'S************e', renterPhone: '081***5678' },
    });
    await ops.post('/order/save', draft({ ...renter, renterName: '李雷' }));
    expect(await newest({ module: 'order' })).toMatchObject({ params: { renterName: '李*' } });
  });

  test('hides the middle of the name of a member, also of a refused call, and no name of what is no person', async () => {
    for (const phone of ['0812345678', ''])
      expect((await ops.post('/member/save', { name: 'Somchai Jaidee', phone })).statusCode).toBe(400);
    const refused = await newest({ module: 'member' });
    expect(refused.params).toMatchObject({ name: 'S************e' });
    accepted(await ops.post('/car/brand/save', { name: 'Mercedes-Benz' }));
    expect(await newest({ module: 'brand' })).toMatchObject({ params: { name: 'Mercedes-Benz' } });
  });

  test('goes out as a file, in the language of who asks', async () => {
    const answer = await admin.inject({
      method: 'GET',
      url: '/api/resources/operationLog/export?module=city',
      headers: { 'accept-language': 'en-US' },
    });
    expect(answer.text).toContain('Module');
    expect(answer.text).toContain('/api/basics/city/save');
    expect((await (await app.as('clerk')).get('/resources/operationLog/export')).statusCode).toBe(403);
  });

  test.each(['PUT', 'POST', 'DELETE', 'PATCH'] as const)(
    '%s on its paths changes nothing: there is no such call',
    async (method) => {
      const before = await rows();
      for (const path of [
        LIST,
        `/basics/OperationLog/${before[0]!.id}`,
        `/resources/operationLog/${before[0]!.id}`,
        '/basics/LoginLog/list',
      ])
        expect((await admin.inject({ method, url: `/api${path}`, payload: {} })).http).toBe(404);
      expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    },
  );
});

test('the login log has time, name, result, message, address and browser of every attempt, and goes out as a file', async () => {
  const attempt = (password: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/admin/user/login',
      headers: { 'user-agent': 'Browser of this test' },
      payload: { username: 'service', password },
    });
  await attempt('wrong');
  await attempt(PASSWORD);
  const log = async (query: Record<string, string>) =>
    accepted(await admin.get<Page>('/basics/LoginLog/list', { pageNo: 1, pageSize: 50, ...query })).data.list;
  const found = await log({ keyword: 'service' });
  const common = {
    id: expect.any(Number),
    time: expect.stringMatching(/^\d{4}-/),
    username: 'service',
    message: expect.stringMatching(/./),
    ip: expect.stringMatching(/127\.0\.0\.1/),
    userAgent: 'Browser of this test',
  };
  expect(found.slice(0, 2)).toMatchObject([
    { ...common, result: 1 },
    { ...common, result: 0 },
  ]);
  expect((await log({ keyword: 'service', result: '0' })).map(({ id }) => id)).toEqual([found[1]!.id]);
  expect(await log({ timeEnd: '2001-01-01' })).toEqual([]);
  const file = await admin.inject({ method: 'GET', url: '/api/resources/loginLog/export?keyword=service' });
  expect(file.text).toContain('Browser of this test');
});

describe('a log of calls', () => {
  test.each(['/basics/OperationLog/list', '/basics/LoginLog/list'])('%s is sorted by its time alone', async (path) => {
    const times = async (sortOrder: string) =>
      accepted(await admin.get<Page>(path, { sortField: 'time', sortOrder })).data.list.map(({ time }) => time);
    expect(await times('ascend')).toEqual((await times('ascend')).toSorted());
    expect((await times('descend'))[0]).toBeDefined();
    for (const sortField of ['username', 'message', 'ip'])
      expect((await admin.get(path, { sortField, sortOrder: 'ascend' })).errors).toHaveProperty('sortField');
  });
});

describe('what a call changed', () => {
  test('is each field before and after, of this call and no other', async () => {
    const { id } = accepted(await ops.post<{ id: number }>('/basics/city/save', { ...CITY, cityCode: 'TR2' })).data;
    const created = await newest();
    accepted(await ops.post('/basics/city/save', { id, province: 'Songkhla', status: 0 }));
    const changed = await newest();
    accepted(await ops.delete(`/basics/city/delete/${id}`));
    const deleted = await newest();
    // The clock of this test stands still: the numbers of the calls tell them apart.
    const [first] = (await changesOf(created.id)).records;
    expect(first).toMatchObject({ resource: 'city', id, happened: 'created' });
    expect(first!.changes).toContainEqual({ field: 'province', before: null, after: 'Trang' });
    expect((await changesOf(changed.id)).records[0]!.changes).toEqual([
      { field: 'province', before: 'Trang', after: 'Songkhla' },
      { field: 'status', before: 1, after: 0 },
    ]);
    expect((await changesOf(deleted.id)).records).toMatchObject([
      { resource: 'city', id, happened: 'deleted', title: '' },
    ]);
  });

  test('is nothing for a call that was refused, and not found for a row that does not exist', async () => {
    expect((await ops.post('/basics/city/save', { ...CITY, latitude: 91 })).statusCode).toBe(400);
    expect(await changesOf((await newest()).id)).toEqual({ records: [], others: 0 });
    expect((await admin.get('/resources/operationLog/999999/changes')).statusCode).toBe(404);
  });

  test('is shown as far as the reader may open the record: its screen, its store, its personal data', async () => {
    const member = {
      name: 'Somsak Jaidee',
      countryCode: '+66',
      phone: '0812345678',
      email: 'somsak@example.com',
      idType: 1,
      idNo: '1234567890123',
    };
    const answer = await ops.post<{ id: number }>('/member/save', member);
    const { id } = accepted(answer).data;
    const created = await newest();
    const blind = await userWith(['syslog', 'syslog-detail']);
    expect(await changesOf(created.id, blind)).toEqual({ records: [], others: 1 });
    const editor = await userWith(['syslog', 'syslog-detail', 'member-list', 'member-edit']);
    const [seen] = (await changesOf(created.id, editor)).records;
    const values = new Map(seen!.changes.map(({ field, after }) => [field, after]));
    expect([seen!.id, values.get('phone'), values.get('idNo')]).toEqual([id, '081***5678', '12345678*****']);
    accepted(await ops.post('/basics/store/save', { id: RENTAL.phuket, size: 321 }));
    const stored = await newest();
    const elsewhere = await userWith(['syslog', 'syslog-detail', 'store-list', 'store-edit'], [RENTAL.airport]);
    expect(await changesOf(stored.id, elsewhere)).toEqual({ records: [], others: 1 });
    const here = await userWith(['syslog', 'syslog-detail', 'store-list', 'store-edit'], [RENTAL.phuket]);
    expect((await changesOf(stored.id, here)).records[0]!.changes).toMatchObject([{ field: 'size', after: 321 }]);
    expect((await (await app.as('clerk')).get(`/resources/operationLog/${stored.id}/changes`)).http).toBe(403);
  });

  test('is what the record shows in its own history', async () => {
    accepted(await ops.post('/basics/store/save', { id: RENTAL.airport, size: 222 }));
    const { changes } = (await changesOf((await newest()).id)).records[0]!;
    const history = accepted(
      await admin.get<{ list: { changes: unknown[] }[] }>(`/resources/store/${RENTAL.airport}/history`),
    ).data;
    expect(history.list[0]!.changes).toEqual(changes);
  });
});
