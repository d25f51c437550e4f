import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../examples/video-rental/src/application.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

interface Entry {
  readonly id: number;
  readonly event: string;
  readonly restorable: boolean;
  readonly restored: string | null;
  readonly changes: readonly { field: string; titles?: { after?: string } }[];
}
interface Page {
  readonly list: readonly Entry[];
  readonly total: number;
}

let app: TestApp;
let admin: Client;
let film: number;
const PASSWORD = 'history-tests';
const pathOf = (id: number | string, rest = ''): string => `/resources/film/${id}/history${rest}`;
const put = (id: number, payload: object) => admin.inject({ method: 'PUT', url: `/api/resources/film/${id}`, payload });
const create = async (resource: string, payload: object): Promise<number> => {
  const answer = await admin.inject({ method: 'POST', url: `/api/resources/${resource}`, payload });
  return (JSON.parse(answer.text) as { id: number }).id;
};

let users = 0;
/** Somebody with these permissions and no others. */
async function userWith(name: string, ...paths: string[]): Promise<Client> {
  const { rows } = await app.pool.query<{ id: number }>('select id from menu where path = any($1)', [paths]);
  expect(rows).toHaveLength(paths.length);
  const menuIds = rows.map(({ id }) => id);
  const role = await admin.post<{ id: number }>('/role/save', { name, code: name, menuIds });
  const user = { username: name, phone: `081111111${users++}`, roleId: role.data.id, dataScope: 0, password: PASSWORD };
  expect((await admin.post('/admin/user/save', user)).statusCode).toBe(200);
  return app.signIn(name, PASSWORD);
}

beforeAll(async () => {
  app = await startTestApp({ application });
  admin = await app.signIn('admin');
  const languageId = await create('language', { name: 'Thai' });
  film = await create('film', { title: 'First', languageId, rentalDays: 3, rentalRate: 100 });
  await put(film, { title: 'Second', rentalRate: 105 });
});
afterAll(() => app.close());

describe('the history over HTTP', () => {
  test('is a page of entries, and restoring is one of them and a line of the operation log', async () => {
    const before = await admin.get<Page>(pathOf(film), { pageNo: 1, pageSize: 5 });
    expect(before.data).toMatchObject({ pageNo: 1, pageSize: 5, total: 2, totalPage: 1 });
    const [latest, creation] = before.data.list;
    expect([latest!.restorable, creation!.restorable]).toEqual([false, true]);
    expect(creation!.changes).toContainEqual(
      expect.objectContaining({ field: 'languageId', titles: { before: '', after: 'Thai' } }),
    );
    const { data } = await admin.get<{ updateTime: string; changes: unknown[] }>(pathOf(film, `/${creation!.id}`));
    expect(data.changes).toEqual([
      { field: 'title', before: 'Second', after: 'First' },
      { field: 'rentalRate', before: 105, after: 100 },
    ]);
    const { updateTime } = data;
    const restored = await admin.post<{ id: number }>(pathOf(film, `/${creation!.id}/restore`), { updateTime });
    expect(restored).toMatchObject({ statusCode: 200, message: 'Version restored', data: { id: film } });
    const after = await admin.get<Page>(pathOf(film));
    expect(after.data.list[0]).toMatchObject({ event: 'film.restore', restored: expect.any(String) as string });
    const log = await app.pool.query(`select "objectId", "statusCode" from "operationLog" where action = 'restore'`);
    expect(log.rows).toEqual([{ objectId: String(film), statusCode: 200 }]);
  });

  test('answers one restore of the same key once', async () => {
    const { data } = await admin.get<Page>(pathOf(film));
    const target = pathOf(film, `/${data.list[1]!.id}/restore`);
    const key = { 'idempotency-key': 'restore-once' };
    const [one, two] = [await admin.post(target, {}, key), await admin.post(target, {}, key)];
    expect([one.statusCode, two.data]).toEqual([200, one.data]);
    expect((await admin.get<Page>(pathOf(film))).data.total).toBe(data.total + 1);
  });

  test.each([
    ['GET', '?pageNo=0', 'pageNo'],
    ['GET', '?pageSize=0', 'pageSize'],
    ['GET', '?size=1', 'size'],
  ])('%s %s is refused at its parameter', async (_method, query, name) => {
    expect(Object.keys((await admin.get(pathOf(film, query))).errors)).toEqual([name]);
  });

  test('a page larger than any is cut to the largest, as in lists', async () => {
    expect((await admin.get<Page>(pathOf(film), { pageSize: 101 })).data).toMatchObject({ pageSize: 100, pageNo: 1 });
  });

  test('a body with anything but the time is refused', async () => {
    const { data } = await admin.get<Page>(pathOf(film));
    const target = pathOf(film, `/${data.list[1]!.id}/restore`);
    expect(Object.keys((await admin.post(target, { title: 'x' })).errors)).toEqual(['title']);
    expect(Object.keys((await admin.post(target, { updateTime: 5 })).errors)).toEqual(['updateTime']);
  });

  test('is for who may read the record, restoring for who may change it', async () => {
    const reader = await userWith('reader', 'film-list', 'film-detail');
    const lister = await userWith('lister', 'film-list');
    const { data } = await reader.get<Page>(pathOf(film));
    expect(data.list.map(({ restorable }) => restorable)).not.toContain(true);
    const entry = data.list.at(-1)!.id;
    expect((await reader.get(pathOf(film, `/${entry}`))).http).toBe(403);
    expect((await reader.post(pathOf(film, `/${entry}/restore`), {})).http).toBe(403);
    expect((await lister.get(pathOf(film))).http).toBe(403);
    expect((await app.nobody.get(pathOf(film))).http).toBe(401);
  });

  test('is described, for resources that ask for it alone', async () => {
    const { text } = await admin.get('/openapi.json');
    const paths = Object.keys((JSON.parse(text) as { paths: object }).paths).filter((path) => path.includes('history'));
    expect(paths).toEqual(
      ['customer', 'film'].flatMap((name) =>
        ['', '/{entry}', '/{entry}/restore'].map((rest) => `/api/resources/${name}/{id}/history${rest}`),
      ),
    );
  });
});
