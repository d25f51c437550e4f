import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, memoryStorage, type Reply } from '../testing/fakeServer.ts';
import { testModel } from '../testing/adminModel.ts';
import { createDataProvider } from './dataProvider.ts';
import { createHttp } from './http.ts';

/** Node's own timer of a signal does not follow the fake clock. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((delay) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), delay);
    return limit.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that takes every call and answers none. */
function silent() {
  const fetch = vi.fn(
    (_input: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      ),
  );
  const http = createHttp({ token: () => null, language: () => 'en-US', fetch, storage: memoryStorage() });
  return { http, provider: createDataProvider({ model: testModel(), http }) };
}

/** After how many milliseconds a call gives up, and what it says. */
async function patienceOf(asked: Promise<unknown>): Promise<[number, string]> {
  const from = Date.now();
  const end = asked.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  let said: string | undefined;
  void end.then((message) => (said = message));
  while (said === undefined) await vi.advanceTimersByTimeAsync(500);
  return [Date.now() - from, said];
}

const LIST = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

describe('a server that says nothing', () => {
  it('is waited for six seconds', async () => {
    const { http, provider } = silent();
    expect(await patienceOf(provider.getList('book', LIST))).toEqual([6_000, 'admin.error.timeout']);
    expect(await patienceOf(http('/books/list'))).toEqual([6_000, 'admin.error.timeout']);
    expect(await patienceOf(provider.create('book', { data: {} }))).toEqual([6_000, 'admin.error.outcomeUnknown']);
  });

  it('is waited for two minutes when a file goes out', async () => {
    const { provider } = silent();
    expect(await patienceOf(provider.download('/books/export'))).toEqual([120_000, 'admin.error.timeout']);
  });
});

it('a server that fails says so in its own words', async () => {
  const failing = (): Reply => ({ status: 500, message: 'Operation failed' });
  const { fetch } = fakeServer({ 'GET /books/list': failing, 'DELETE /books/delete/1': failing });
  const http = createHttp({ token: () => null, language: () => 'en-US', fetch, storage: memoryStorage() });
  const provider = createDataProvider({ model: testModel(), http });
  const failed = { status: 500, message: 'Operation failed' };
  await expect(provider.getList('book', LIST)).rejects.toMatchObject(failed);
  await expect(provider.delete('book', { id: 1 })).rejects.toMatchObject(failed);
});
