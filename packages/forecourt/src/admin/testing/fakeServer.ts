import { vi } from 'vitest';

/** A call that the fake server received. `path` is without `/api`. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What the fake server answers: data in the envelope of the house, a whole response, or an error of the network. */
export type Reply =
  | { readonly status?: number; readonly statusCode?: number; readonly message?: string; readonly data?: unknown }
  | Response
  | Error;

/** A fetch that answers by path in house dialect and remembers what it was asked. */
export function fakeServer(answers: Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>) {
  const calls: Call[] = [];
  const fetch = vi.fn(async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://test');
    const method = init.method ?? 'GET';
    const call: Call = {
      method,
      path: url.pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    };
    calls.push(call);
    const answer = answers[`${method} ${call.path}`];
    if (!answer) throw new Error(`the test has no answer for ${method} ${call.path}`);
    const reply = await answer(call);
    if (reply instanceof Error) throw reply;
    if (reply instanceof Response) return reply;
    const { status = 200, statusCode = status, message = 'OK', data = null } = reply;
    return new Response(JSON.stringify({ statusCode, message, data }), { status });
  });
  return { fetch, calls };
}

/** Local storage without a browser. */
export function memoryStorage(entries: Readonly<Record<string, string>> = {}): Storage {
  const items = new Map(Object.entries(entries));
  const storage: Storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
      storage[key] = value;
    },
    removeItem: (key: string) => {
      items.delete(key);
      delete storage[key];
    },
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  return Object.assign(storage, entries);
}
