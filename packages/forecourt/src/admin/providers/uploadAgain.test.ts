// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdminRuntime } from '../runtime/runtime.tsx';
import { testSource } from '../testing/adminModel.ts';
import { adminSource } from '../testing/adminSource.ts';
import { fakeServer, memoryStorage } from '../testing/fakeServer.ts';
import { lineTo, type LineReply } from '../testing/line.ts';
import { createHttp } from './http.ts';
import { uploadFile } from './upload.ts';

const KIB = 1024;
const SIZE = 1_000 * KIB;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Upload {
  readonly user: number;
  readonly size: number;
  content: Uint8Array;
}

let user: number;
let storage: Storage;
/** By their names, as long as the server has them. */
let uploads: Map<string, Upload>;
let begun: number;
/** Bytes that reached the server, whatever became of them. */
let reached: number;
/** So many pieces arrive before `then` becomes of the next. */
let well: number;
let then: LineReply;
/** Names of uploads that were asked for. */
let asked: Set<string>;
/** Pieces arrive after this. */
let held: Promise<void>;

async function answer(path: string, file: File): Promise<LineReply> {
  const [, , , , name = '', offset] = path.split('/');
  asked.add(name);
  await held;
  if (well-- === 0) return then;
  const sent = new Uint8Array(await file.arrayBuffer());
  reached += sent.length;
  const upload = uploads.get(name);
  if (upload?.user !== user) return { status: 404, response: { message: 'not found' } };
  if (upload.content.length === Number(offset)) upload.content = Buffer.concat([upload.content, sent]);
  const { length } = upload.content;
  const stored = length === upload.size ? { name, url: `/${name}`, size: length, mimeType: 'video/mp4' } : null;
  return { status: 200, response: { statusCode: 200, data: { offset: length, file: stored } } };
}

const { fetch } = fakeServer({
  'GET /admin/user/info': () => ({ data: { id: user, roles: [{ id: 1, name: 'R' }], permission: [] } }),
  'POST /basics/file/uploads': ({ body }) => {
    const name = `u${++begun}`;
    uploads.set(name, { user, size: (body as { size: number }).size, content: new Uint8Array() });
    return { data: { upload: name, largest: 1024 * KIB } };
  },
  ...Object.fromEntries(
    ['u1', 'u2'].map((name) => [`POST /basics/file/uploads/${name}/cancel`, () => ({ data: uploads.delete(name) })]),
  ),
});

/** The locks of a browser with one page. */
function locks() {
  const held = new Set<string>();
  return {
    request: async (name: string, _options: object, run: (lock: object | null) => unknown) => {
      if (held.has(name)) return run(null);
      held.add(name);
      try {
        return await run({ name });
      } finally {
        held.delete(name);
      }
    },
  };
}

/** A page begins, and whatever the one before it held is free. */
const newPage = (): void => void vi.stubGlobal('navigator', { locks: locks() });

const bytes = new Uint8Array(SIZE).map((_, at) => at % 251);
function film({
  name = 'a.mp4',
  time = 1,
  changed = -1,
}: { name?: string; time?: number; changed?: number } = {}): File {
  const content = bytes.slice();
  if (changed >= 0) content[changed]! += 1;
  return new File([content], name, { type: 'video/mp4', lastModified: time });
}

const upload = (file: File, signal?: AbortSignal) =>
  uploadFile(
    createHttp({ token: () => 't', language: () => 'en-US', user: () => user, storage, fetch }),
    file,
    undefined,
    signal,
  );

/** Chooses a file on a page that is gone when two pieces are there. */
async function breakOff(file: File): Promise<void> {
  [well, then] = [2, 'silent'];
  void upload(file);
  await vi.waitFor(() => expect(well).toBe(-1));
  newPage();
  reached = 0;
}

const there = (name: string): number => uploads.get(name)?.content.length ?? -1;
const whole = async (name: string, file: File): Promise<void> => {
  const sent = new Uint8Array(await file.arrayBuffer());
  expect(Buffer.compare(uploads.get(name)!.content, sent)).toBe(0);
};

beforeEach(() => {
  [user, storage, uploads, begun, reached, well] = [7, memoryStorage(), new Map(), 0, 0, Infinity];
  [asked, held] = [new Set(), Promise.resolve()];
  newPage();
  vi.stubGlobal('XMLHttpRequest', lineTo(answer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload outlives its page: the same file, chosen again by the same user, goes on, and each byte travels once', async () => {
  await breakOff(film());
  const before = there('u1');
  expect(before).toBeGreaterThan(0);
  expect((await upload(film())).name).toBe('u1');
  expect(reached).toBe(SIZE - before);
  await whole('u1', film());
});

it('pages know whose upload it is from the session', async () => {
  await breakOff(film());
  const { http, session } = createAdminRuntime({ ...adminSource(testSource), storage, fetch, language: () => 'en-US' });
  await session.load();
  expect((await uploadFile(http, film())).name).toBe('u1');
});

it('a file whose last answer nobody heard is there without another byte', async () => {
  await breakOff(film());
  uploads.get('u1')!.content = bytes;
  expect((await upload(film())).name).toBe('u1');
  expect(reached).toBe(0);
});

it.each([
  ['first bytes', { changed: 0 }],
  ['last bytes', { changed: SIZE - 1 }],
  ['name', { name: 'b.mp4' }],
  ['time', { time: 2 }],
])('a file with other %s begins anew, and is no mixture', async (_what, other) => {
  await breakOff(film());
  expect((await upload(film(other))).name).toBe('u2');
  await whole('u2', film(other));
});

it('another user begins anew, and what the first had begun is forgotten', async () => {
  await breakOff(film());
  asked.clear();
  user = 8;
  expect((await upload(film())).name).toBe('u2');
  expect([...asked]).toEqual(['u2']);
  user = 7;
  expect((await upload(film())).name).toBe('u3');
});

it('what the server has no more begins anew, silently, and outlives its page as well', async () => {
  await breakOff(film());
  uploads.clear();
  await breakOff(film());
  expect(there('u2')).toBeGreaterThan(0);
  expect((await upload(film())).name).toBe('u2');
  await whole('u2', film());
});

describe('is forgotten', () => {
  it('when it is done: the same file may be wanted twice', async () => {
    expect((await upload(film())).name).toBe('u1');
    expect(storage.length).toBe(0);
    expect((await upload(film())).name).toBe('u2');
  });

  it('when it is refused', async () => {
    [well, then] = [1, { status: 403, response: {} }];
    await expect(upload(film())).rejects.toMatchObject({ status: 403 });
    expect([there('u1'), storage.length]).toEqual([-1, 0]);
  });

  it('when it is called off', async () => {
    const calling = new AbortController();
    [well, then] = [1, 'silent'];
    const sent = upload(film(), calling.signal);
    await vi.waitFor(() => expect(well).toBe(-1));
    calling.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect([there('u1'), storage.length]).toEqual([-1, 0]);
  });

  it('after a day', async () => {
    await breakOff(film());
    vi.useFakeTimers({ now: Date.now() + DAY_MS, toFake: ['Date'] });
    expect((await upload(film())).name).toBe('u2');
  });

  it('for the twenty-first', async () => {
    for (let time = 1; time <= 21; time++) await breakOff(film({ time }));
    expect((await upload(film({ time: 2 }))).name).toBe('u2');
    expect((await upload(film({ time: 1 }))).name).toBe('u22');
  });
});

it('a session that ends on the way refuses no file: after the next sign-in it goes on', async () => {
  [well, then] = [2, { status: 401, response: {} }];
  await expect(upload(film())).rejects.toMatchObject({ status: 401 });
  expect((await upload(film())).name).toBe('u1');
});

it('nothing that is stored says what the file is called', async () => {
  await breakOff(film({ name: 'passport of Ada.mp4' }));
  expect(JSON.stringify(storage)).toMatch(/"u1/);
  expect(JSON.stringify(storage)).not.toMatch(/Ada|passport|mp4/);
});

it.each([
  ['with locks', () => newPage()],
  ['without locks', () => vi.stubGlobal('navigator', {})],
  [
    'that forbids locks',
    () => vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('denied')) } }),
  ],
])('a file that is chosen again while it is on its way becomes two, in a browser %s', async (_kind, open) => {
  open();
  let arrive = (): void => undefined;
  held = new Promise((resolve) => (arrive = resolve));
  const first = upload(film());
  await vi.waitFor(() => expect(begun).toBe(1));
  const second = upload(film());
  await vi.waitFor(() => expect(begun).toBe(2));
  arrive();
  expect((await Promise.all([first, second])).map(({ name }) => name)).toEqual(['u1', 'u2']);
});

it('a browser whose storage is forbidden or full of nonsense sends as ever', async () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  storage = { ...memoryStorage(), getItem: refuse, setItem: refuse, removeItem: refuse };
  await breakOff(film());
  expect((await upload(film())).name).toBe('u2');
  for (const nonsense of ['{', '1', 'null', '{"user":7}', '{"user":7,"entries":[null]}']) {
    storage = memoryStorage({ begun_uploads: nonsense });
    expect((await upload(film())).size).toBe(SIZE);
  }
});
