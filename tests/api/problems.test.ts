import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';
import { routesOf } from './routes.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const VERSION_2 = { 'accept-version': '2' };
const PROBLEM = 'application/problem+json; charset=utf-8';

async function problemOf(answer: Promise<{ http: number; text: string; headers: Record<string, unknown> }>) {
  const { http, text, headers } = await answer;
  return { http, type: headers['content-type'], body: JSON.parse(text) as Record<string, unknown> };
}

describe('with Accept-Version 2 a refusal has a status of its own and problem details', () => {
  it.each([
    ['fields that are to blame', 422, 'parameterError', () => admin.post('/car/brand/save', {}, VERSION_2)],
    ['a record that there is not', 404, 'notFound', () => admin.get('/order/info/999999999', {}, VERSION_2)],
    ['a call that there is not', 404, 'noSuchPath', () => admin.get('/nowhere', {}, VERSION_2)],
    ['nobody', 401, 'unauthorized', () => test.nobody.get('/order/list', {}, VERSION_2)],
    [
      'a permission that is missing',
      403,
      'forbidden.text',
      async () => (await test.as('clerk')).get('/admin/user/list', {}, VERSION_2),
    ],
  ])('%s: %i', async (_what, status, code, ask) => {
    const { http, type, body } = await problemOf(ask());
    expect({ http, type }).toEqual({ http: status, type: PROBLEM });
    expect(body).toMatchObject({ type: 'about:blank', title: expect.any(String), status, code });
    expect(body['detail']).toEqual(expect.any(String));
  });

  it('a record that somebody changed meanwhile: 409', async () => {
    const id = accepted(await admin.post<{ id: number }>('/car/brand/save', { name: 'Problem' })).data.id;
    const stale = { id, name: 'Other', updateTime: '2001-01-01 00:00:00.000' };
    const { http, body } = await problemOf(admin.post('/car/brand/save', stale, VERSION_2));
    expect([http, body['status']]).toEqual([409, 409]);
  });

  it('names the fields, in the language of the caller', async () => {
    const thai = { ...VERSION_2, 'accept-language': 'th-TH' };
    const { body } = await problemOf(admin.post('/car/brand/save', {}, thai));
    expect(body['errors']).toEqual({ name: 'จำเป็นต้องกรอก' });
  });
});

it('what is done is answered the same in both versions', async () => {
  const [one, two] = await Promise.all([admin.get('/car/brand/list'), admin.get('/car/brand/list', {}, VERSION_2)]);
  expect(two.text).toBe(one.text);
  expect(two.headers['content-type']).toBe(one.headers['content-type']);
});

it('without the header, and with version 1, refusals come in the envelope', async () => {
  for (const headers of [undefined, { 'accept-version': '1' }])
    expect(await admin.post('/car/brand/save', {}, headers)).toMatchObject({ http: 200, statusCode: 400 });
});

it('a version that there is not is refused', async () => {
  for (const version of ['3', '2.0', 'x'])
    expect(await admin.get('/car/brand/list', {}, { 'accept-version': version })).toMatchObject({ http: 400 });
});

it('over every call nobody gets a status below 400 for what is not done', async () => {
  const wrong: string[] = [];
  for (const { method, url } of routesOf(test.app)) {
    if (!url.startsWith('/api/') || method === 'HEAD') continue;
    const { http, text, headers } = await test.nobody.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, '999999999'),
      headers: VERSION_2,
      ...(method === 'POST' && { payload: {} }),
    });
    const refused = String(headers['content-type']).startsWith('application/problem+json');
    if (refused !== http >= 400 || (refused && (JSON.parse(text) as { status: number }).status !== http))
      wrong.push(`${method} ${url}: ${http}`);
  }
  expect(wrong).toEqual([]);
});
