import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';
import { upload } from './upload.ts';

let test: TestApp;
let admin: Client;
let clerk: Client;
let url: string;
beforeAll(async () => {
  test = await startTestApp();
  [admin, clerk] = await Promise.all([test.as('admin'), test.as('clerk')]);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

/** What differs from call to call, or is of the connection. */
const PASSING = new Set(['date', 'x-request-id', 'transfer-encoding', 'connection', 'keep-alive']);

async function ask(who: Client, method: 'GET' | 'HEAD', path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${who.token}`, ...headers } });
  return {
    head: { status: answer.status, headers: [...answer.headers].filter(([name]) => !PASSING.has(name)) },
    body: await answer.text(),
  };
}

/** Nobody reads rows of the table meanwhile: who tries waits. */
async function whileLocked<T>(table: string, run: () => Promise<T>): Promise<T> {
  const client = await test.pool.connect();
  try {
    await client.query('begin');
    await client.query(`lock table "${table}" in access exclusive mode`);
    return await run();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('HEAD of an export', () => {
  it.each(['?format=csv', '?format=xlsx', '?format=csv&values=raw&columns=id,name'])(
    'says what GET says, and reads no row for it (%s)',
    async (choices) => {
      const path = `/api/member/export${choices}`;
      const whole = await ask(admin, 'GET', path);
      expect(whole.head.status).toBe(200);
      // More often than there are connections.
      const heads = await whileLocked('member', () =>
        Promise.all(Array.from({ length: 30 }, () => ask(admin, 'HEAD', path))),
      );
      for (const { head, body } of heads) expect([head, body]).toEqual([whole.head, '']);
      await expect.poll(() => test.pool.totalCount - test.pool.idleCount).toBe(0);
    },
  );

  it('is refused as GET is: without the right to export, and for what cannot be asked for', async () => {
    for (const [who, path, code] of [
      [test.nobody, '/api/member/export', 401],
      [clerk, '/api/resources/operationLog/export', 403],
      [admin, '/api/member/export?format=pdf', 400],
      [admin, '/api/member/export?columns=nonsense', 400],
      [admin, '/api/member/export?nonsense=1', 400],
    ] as const) {
      const [whole, head] = [await ask(who, 'GET', path), await ask(who, 'HEAD', path)];
      expect([path, (JSON.parse(whole.body) as { statusCode: number }).statusCode]).toEqual([path, code]);
      expect([path, head]).toEqual([path, { ...whole, body: '' }]);
    }
  });
});

it('HEAD of the file to fill in for an import says what GET says', async () => {
  const path = '/api/resources/member/import/template?format=xlsx';
  const whole = await ask(admin, 'GET', path);
  expect(whole.head.status).toBe(200);
  expect(await ask(admin, 'HEAD', path)).toEqual({ ...whole, body: '' });
});

it('HEAD of an uploaded file says its length, and nothing is sent', async () => {
  const name = await upload(admin);
  const { data } = accepted(await admin.get<Record<string, string>>('/basics/file/url', { names: name }));
  const whole = await ask(admin, 'GET', data[name]!);
  expect(new Map(whole.head.headers).get('content-length')).toMatch(/^[1-9]/);
  expect(await ask(admin, 'HEAD', data[name]!)).toEqual({ head: whole.head, body: '' });
});

it('HEAD of what others change ends at once, and takes no place of those who listen', async () => {
  const events = { accept: 'text/event-stream' };
  // More often than one user may listen.
  for (let asked = 0; asked < 25; asked++)
    expect(await test.app.inject({ method: 'HEAD', url: '/api/live', headers: { authorization: `Bearer ${admin.token}`, ...events } })).toMatchObject({ statusCode: 200, payload: '' }); // prettier-ignore
});

it('a reading that is on record has no HEAD: nothing is written, and it is HTTP 404 as of any unknown method', async () => {
  const { data } = accepted(
    await admin.post<{ id: number }>('/member/save', {
      ...{ name: 'Somchai', countryCode: '+66', phone: '812345678', email: 'somchai@example.com' },
      ...{ idType: 2, idNo: 'AB0001', status: 1 },
    }),
  );
  const path = `/api/member/datarequest/export/${data.id}`;
  const written = async (): Promise<unknown> =>
    (await test.pool.query('select (select count(*) from "operationLog"), (select count(*) from "dataRequest")')).rows;
  const before = await written();
  for (const who of [admin, clerk, test.nobody]) expect((await ask(who, 'HEAD', path)).head.status).toBe(404);
  expect(await written()).toEqual(before);
  expect((await ask(admin, 'GET', path)).head.status).toBe(200);
  expect(await written()).not.toEqual(before);
});
