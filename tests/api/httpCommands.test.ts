import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../signing.ts';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { TEST_COMMANDS } from './testCommands.ts';

let test: TestApp;
let clerk: Client;
beforeAll(async () => {
  test = await startTestApp({ commands: TEST_COMMANDS });
  clerk = await test.as('clerk');
});
afterAll(() => test.close());

const logged = async (): Promise<Record<string, unknown>> =>
  (await test.pool.query<Record<string, unknown>>('select * from "operationLog" order by id desc limit 1')).rows[0]!;

describe('the input of a command', () => {
  it('is path and query together, converted by type, empty values absent', async () => {
    const { data } = await clerk.get('/test/echo/7', {
      amount: '19.99',
      ids: '1,2',
      flag: 'true',
      name: '',
      note: '5',
    });
    expect(data).toEqual({ id: 7, amount: 19.99, ids: [1, 2], flag: true, note: '5' });
  });

  it('is the body as it is: nothing is converted', async () => {
    expect(await clerk.post('/test/echo', { id: '7' })).toMatchObject({
      statusCode: 400,
      errors: { id: 'A whole number is required' },
    });
    expect((await clerk.post('/test/echo', { id: 7, note: null, name: null })).data).toEqual({ id: 7, note: null });
  });

  it.each([
    [{}, 'id', 'Required'],
    [{ id: 0 }, 'id', 'At least 1'],
    [{ id: 1, x: 1 }, 'x', 'Unknown field'],
    [{ id: 1, name: '' }, 'name', 'Required'],
    [{ id: 1, name: 'longer' }, 'name', 'At most 5 characters'],
    [{ id: 1, amount: 19.999 }, 'amount', 'An amount with at most two decimals'],
    [{ id: 1, time: '2026-02-30 10:00:00' }, 'time', 'Not a valid date'],
    [{ id: 1, day: '2026-02-29' }, 'day', 'Not a valid date'],
    [{ id: 1, ids: [1, 2, 3, 4] }, 'ids', 'At most 3 entries'],
    [{ id: 1, ids: ['a'] }, 'ids.0', 'A whole number is required'],
    [[], 'body', 'Invalid value'],
  ])('%j is refused at its field', async (body, field, message) => {
    const answer = await clerk.post('/test/echo', body);
    expect(answer).toMatchObject({ http: 200, statusCode: 400, message: 'Parameter error' });
    expect(answer.errors).toEqual({ [field]: message });
  });

  it('accepts valid days, times and amounts', async () => {
    const input = { id: 1, time: '2028-02-29 23:59:59', day: '2028-02-29', amount: 1234567.89 };
    expect((await clerk.post('/test/echo', input)).data).toEqual(input);
  });
});

describe('a command', () => {
  it('with several keys is open to who has any of them', async () => {
    expect((await clerk.post('/test/echo', { id: 1 })).http).toBe(200);
    expect((await (await test.as('fleet')).post('/test/echo', { id: 1 })).http).toBe(200);
  });

  it('is in the operation log with module, action, object, input and result', async () => {
    const answer = await clerk.post('/test/echo', { id: 5, name: 'x' });
    expect(answer.message).toBe('Sent successfully');
    expect(await logged()).toMatchObject({
      module: 'test',
      action: 'echo',
      objectId: '5',
      params: { id: 5, name: 'x' },
      statusCode: 200,
      username: 'clerk',
    });
  });

  it('that fails has changed nothing and is in the operation log all the same', async () => {
    expect(await clerk.post('/test/brand', { name: 'Fails afterwards' })).toMatchObject({ http: 500 });
    const { rows } = await test.pool.query(`select 1 from brand where name = 'Fails afterwards'`);
    expect(rows).toEqual([]);
    expect(await logged()).toMatchObject({ action: 'brand', statusCode: 500, message: 'Operation failed' });
  });

  it('sent again with one key, also at the same time, is carried out once', async () => {
    const headers = { 'idempotency-key': 'one-brand' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => clerk.post<{ id: number }>('/test/brand', { name: 'Once' }, headers)),
    );
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ data }) => data.id)).size).toBe(1);
    const { rows } = await test.pool.query(`select count(*) from brand where name = 'Once'`);
    expect(rows).toEqual([{ count: 1 }]);
    expect((await clerk.post('/test/brand', { name: 'Other' }, headers)).statusCode).not.toBe(200);
  });

  it('takes an uploaded text file as one of its inputs', async () => {
    const boundary = 'forecourt-boundary';
    const send = (file: string | Buffer): ReturnType<Client['inject']> =>
      clerk.inject({
        method: 'POST',
        url: '/api/test/import',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="mode"\r\n\r\nall\r\n`),
          Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`),
          Buffer.from(file),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
    expect(await send('a\nb\n车')).toMatchObject({ statusCode: 200, data: { lines: 3 } });
    expect(await send(Buffer.from([0xff, 0xfe, 0x00]))).toMatchObject({
      statusCode: 400,
      errors: { file: 'This kind of file is not accepted. Choose another one' },
    });
    expect(await send(Buffer.alloc(5 * 1024 * 1024 + 1, 'x'))).toMatchObject({ http: 413, statusCode: 413 });
  });

  it('may answer a file, with its true name', async () => {
    const { headers, text } = await test.nobody.get('/test/template');
    expect(text).toBe('a,b\n');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="__.csv"; filename*=UTF-8''%E6%A8%A1%E6%9D%BF.csv`,
    );
  });

  it('without a session may sign addresses of files', async () => {
    const { data } = await test.nobody.get<{ none: string; some: string }>('/test/sign');
    expect(data.none).toBe('');
    expect(data.some).toMatch(/^\/files\/0{32}\?e=\d+&s=[\w-]{43}$/);
  });

  it('that says how often a minute refuses whoever calls more often, and only them', async () => {
    for (let call = 0; call < 3; call++) expect((await clerk.get('/test/limited')).http).toBe(200);
    expect(await clerk.get('/test/limited')).toMatchObject({
      http: 429,
      statusCode: 429,
      message: 'Too many requests, please wait a moment',
      data: null,
    });
    expect((await (await test.as('fleet')).get('/test/limited')).http).toBe(200);
    expect((await test.nobody.get('/test/limited')).http).toBe(200);
  });

  it('that is signed acts as its sender, keeps nothing of its input in the log, and undoes what it has refused', async () => {
    const send = (body: object, secret = 'known to two') => {
      const payload = JSON.stringify(body);
      const url = '/api/test/signed';
      const headers = signedHeaders({ secret, path: url, body: payload });
      return test.nobody.inject({ method: 'POST', url, payload, headers }) as Promise<Answer<unknown>>;
    };
    expect(await send({ name: 'Signed', fails: false })).toMatchObject({
      data: { by: 'Another system', refused: null },
    });
    const row = await logged();
    expect(row).toMatchObject({ action: 'signed', userId: null });
    expect(JSON.stringify(row)).not.toContain('Signed');
    expect(await send({ name: 'Undone', fails: true })).toMatchObject({ data: { refused: 'msg.notFound' } });
    expect((await send({ name: 'Forged', fails: false }, 'guessed')).http).toBe(401);
    expect(await send({ name: 1 })).toMatchObject({ http: 200, statusCode: 400 });
    const { rows } = await sql`select name from brand where name in ('Signed', 'Undone', 'Forged')`.execute(test.db);
    expect(rows).toEqual([{ name: 'Signed' }]);
  });

  it('that is public and changes something is in the operation log without a user', async () => {
    expect((await test.nobody.post('/test/apply', {})).statusCode).toBe(200);
    expect(await logged()).toMatchObject({ action: 'apply', userId: null, statusCode: 200 });
  });
});
