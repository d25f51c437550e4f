import { describe, expect, it } from 'vitest';
import { fakeServer, memoryStorage, type Reply } from '../testing/fakeServer.ts';
import { testModel } from '../testing/adminModel.ts';
import { createDataProvider } from './dataProvider.ts';
import { createHttp, isOutcomeUnknown } from './http.ts';
import { createIdempotencyKeys } from './idempotency.ts';

const page = (status: number): Response =>
  new Response('<html><body>Bad gateway</body></html>', { status, headers: { 'Content-Type': 'text/html' } });

/** The book is lent again and again; the server answers in this order, then always with success. */
function lending(answers: readonly (() => Reply)[], storage = memoryStorage()) {
  const waiting = [...answers];
  const server = fakeServer({
    'POST /books/lend': () => waiting.shift()?.() ?? {},
    'POST /books/save': () => waiting.shift()?.() ?? { data: { id: 1 } },
    'GET /books/info/1': () => ({ data: { id: 1 } }),
  });
  /** A page of the application: each load makes its own client over the same storage. */
  const load = () => {
    const http = createHttp({ token: () => null, language: () => 'en-US', fetch: server.fetch, storage });
    return createDataProvider({ model: testModel(), http });
  };
  const keys = (): (string | null)[] =>
    server.calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  return { load, keys, storage };
}

const UNKNOWN: readonly (readonly [string, () => Reply])[] = [
  ['a 503 of the server at its deadline', () => ({ status: 503, message: 'The service is busy' })],
  ['a fault of the server', () => ({ status: 500, message: 'Operation failed' })],
  ['the page of a proxy with 502', () => page(502)],
  ['the page of a proxy with 504', () => page(504)],
  ['the page of a proxy with 408', () => page(408)],
  ['a page with 200, as a hotel shows it', () => page(200)],
  ['an answer that was cut off', () => new Response('{"statusCode":200,"mess')],
  ['a lost connection', () => new TypeError('Failed to fetch')],
];

describe('a call whose outcome is not known', () => {
  it.each(UNKNOWN)('%s: says so, and carries its key again until it is', async (_what, answer) => {
    const { load, keys } = lending([answer, answer]);
    const provider = load();
    for (let time = 0; time < 2; time++) {
      const error: unknown = await provider.action('book', 'lend', { id: 1 }).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ message: 'admin.error.outcomeUnknown' });
      expect(isOutcomeUnknown(error)).toBe(true);
    }
    await provider.action('book', 'lend', { id: 1 });
    await provider.action('book', 'lend', { id: 1 });
    const [first, second, third, later] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(later).not.toBe(first);
  });

  it.each(UNKNOWN)('%s: keeps its key over a reload, and in another tab', async (_what, answer) => {
    const { load, keys } = lending([answer]);
    await expect(load().create('book', { data: { title: 'A' } })).rejects.toThrow();
    await load().create('book', { data: { title: 'A' } });
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('is another intent with another body, and both keep their keys', async () => {
    const lost = () => new TypeError('Failed to fetch');
    const { load, keys } = lending([lost, lost]);
    const provider = load();
    for (const id of [1, 2, 1, 2]) await provider.action('book', 'lend', { id }).catch(() => undefined);
    const [one, two, ...again] = keys();
    expect(two).not.toBe(one);
    expect(again).toEqual([one, two]);
  });

  it('stays open when the session ended meanwhile: a refusal at the door says nothing of the first time', async () => {
    const { load, keys } = lending([
      () => ({ status: 503 }),
      () => ({ status: 401, message: 'Signed out' }),
      () => ({ status: 403, message: 'No right' }),
      () => ({ status: 429, message: 'Too many' }),
    ]);
    const provider = load();
    const errors: unknown[] = [];
    for (let time = 0; time < 5; time++)
      await provider.action('book', 'lend', { id: 1 }).catch((error: unknown) => errors.push(error));
    expect(errors.map(isOutcomeUnknown)).toEqual([true, false, false, false]);
    expect(new Set(keys()).size).toBe(1);
  });

  it('leaves no personal data in the storage', async () => {
    const { load, storage } = lending([() => page(502)]);
    await expect(load().create('book', { data: { title: 'Somchai 0812345678' } })).rejects.toThrow();
    expect(JSON.stringify(Object.entries(storage))).not.toContain('Somchai');
  });
});

describe('a call whose outcome is known', () => {
  it.each([
    ['success', () => ({})],
    ['a refusal', () => ({ statusCode: 400, message: 'lent already' })],
    ['a conflict', () => ({ statusCode: 409, message: 'changed by somebody else' })],
    ['a refusal by HTTP status', () => ({ status: 404, message: 'no such address' })],
  ] as readonly (readonly [string, () => Reply])[])('%s ends its intent', async (_what, answer) => {
    const { load, keys, storage } = lending([answer]);
    const provider = load();
    await provider.action('book', 'lend', { id: 1 }).catch(() => undefined);
    expect(Object.keys(storage).filter((name) => name.startsWith('intent.'))).toEqual([]);
    await provider.action('book', 'lend', { id: 1 });
    expect(keys()[1]).not.toBe(keys()[0]);
  });
});

describe('keys', () => {
  const intent = { path: '/books/lend', body: '{"id":1}' };

  it('end with the day for which the server keeps answers', () => {
    let now = 0;
    const storage = memoryStorage();
    const keys = createIdempotencyKeys(storage, () => now);
    const first = keys.take(intent);
    now += 24 * 3_600_000 - 1;
    expect(keys.take(intent)).toBe(first);
    now += 1;
    expect(keys.take({ ...intent, body: '{"id":2}' })).not.toBe(first);
    expect(Object.keys(storage).filter((name) => name.startsWith('intent.'))).toHaveLength(1);
    expect(keys.take(intent)).not.toBe(first);
  });

  it('tell files apart', () => {
    const keys = createIdempotencyKeys(memoryStorage());
    const upload = (name: string, text: string): FormData => {
      const body = new FormData();
      body.append('file', new File([text], name, { lastModified: 1 }));
      return body;
    };
    const first = keys.take({ path: '/import', body: upload('a.csv', 'one') });
    expect(keys.take({ path: '/import', body: upload('a.csv', 'one') })).toBe(first);
    expect(keys.take({ path: '/import', body: upload('b.csv', 'one') })).not.toBe(first);
    expect(keys.take({ path: '/import', body: upload('a.csv', 'longer') })).not.toBe(first);
  });
});
