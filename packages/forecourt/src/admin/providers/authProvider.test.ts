import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, memoryStorage, type Call, type Reply } from '../testing/fakeServer.ts';
import { testModel } from '../testing/adminModel.ts';
import { createAuthProvider, safeRedirect } from './authProvider.ts';
import { createHttp } from './http.ts';
import { createSession, RETRY_DELAY_MS } from './session.ts';
import { createTokenStore, TOKEN_KEY, TOKEN_LIFE_MS } from './tokenStore.ts';

const INFO = {
  id: 1,
  username: 'may',
  name: 'May',
  roles: [{ id: 1, name: 'Clerk' }],
  permission: [{ path: 'book-list' }, { path: 'book-edit' }],
};

function signedIn(
  answers: Readonly<Record<string, (call: Call) => Reply>> = {},
  { stored = true, here = '/books/list?x=1' } = {},
) {
  const storage = memoryStorage(
    stored ? { [TOKEN_KEY]: JSON.stringify({ value: 'tok', expire: Date.now() + 1_000_000 }) } : {},
  );
  const server = fakeServer({
    'GET /admin/user/info': () => ({ data: INFO }),
    'POST /admin/user/loginout': () => ({}),
    ...answers,
  });
  const token = createTokenStore(storage);
  const http = createHttp({ storage, token: token.read, language: () => 'en-US', fetch: server.fetch });
  const session = createSession({ http, token, storage });
  const leave = vi.fn();
  return {
    storage,
    session,
    leave,
    auth: createAuthProvider({ http, session, model: testModel(), leave, here: () => here }),
    ...server,
  };
}

/** An answer whose connection breaks in the midst of its body. */
const brokenOff = (begin: string): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(begin));
      },
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
  );

describe('sign-in', () => {
  it('stores the token as value and expiry of seven days and follows a safe redirect', async () => {
    const { auth, storage } = signedIn(
      { 'POST /admin/user/login': () => ({ data: { token: 'fresh' } }) },
      { stored: false, here: '/user/login?redirect=%2Fbooks%2Flist%3Fx%3D1' },
    );
    const before = Date.now();
    expect(await auth.login({ username: 'may', password: 'pw' })).toEqual({ redirectTo: '/books/list?x=1' });
    const { value, expire } = JSON.parse(storage.getItem(TOKEN_KEY)!) as { value: string; expire: number };
    expect(value).toBe('fresh');
    expect(expire - before).toBeGreaterThanOrEqual(TOKEN_LIFE_MS);
  });

  it('rejects with the message of the server and stores nothing', async () => {
    const { auth, storage } = signedIn(
      { 'POST /admin/user/login': () => ({ statusCode: 400, message: 'Wrong' }) },
      { stored: false },
    );
    await expect(auth.login({ username: 'a', password: 'b' })).rejects.toMatchObject({ message: 'Wrong' });
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
  });

  it.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['/\n\\evil.example'],
    ['/.//evil.example'],
    ['/books/..//evil.example'],
    ['https://evil.example'],
    ['javascript:alert(1)'],
    ['books/list'],
    ['/%zz\0'],
    [null],
  ])('does not follow %j', (target) => {
    expect(safeRedirect(target, '/home')).toBe('/home');
  });

  it.each([['/books/list'], ['/books/edit?id=3'], ['/books?next=//x&p=a%5Cb#top'], ['/หนังสือ/书']])(
    'follows %s',
    (target) => {
      expect(safeRedirect(target, '/home')).toBe(target);
    },
  );

  it('never leads to another host, whatever is asked for', () => {
    const origin = 'https://own.example';
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '\r',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      'evil.example',
      'http:',
      'a',
    );
    const target = fc.oneof(
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(target, (asked) => {
        const first = new URL(safeRedirect(asked, '/home'), origin);
        // A router hands the resolved path to the browser a second time.
        const second = new URL(first.pathname + first.search + first.hash, origin);
        return first.origin === origin && second.origin === origin;
      }),
      { numRuns: 500 },
    );
  });
});

describe('session', () => {
  it('counts a token past its expiry as none', () => {
    const storage = memoryStorage({ [TOKEN_KEY]: JSON.stringify({ value: 'old', expire: Date.now() - 1 }) });
    expect(createTokenStore(storage).read()).toBeNull();
  });

  it('sends a visitor without a token to sign-in with the way back', async () => {
    const { auth } = signedIn({}, { stored: false });
    await expect(auth.checkAuth({})).rejects.toMatchObject({
      redirectTo: '/user/login?redirect=%2Fbooks%2Flist%3Fx%3D1',
      message: false,
    });
  });

  it('says to somebody who stayed away too long that the session has ended', async () => {
    const { auth, storage } = signedIn({}, { stored: false });
    storage.setItem(TOKEN_KEY, JSON.stringify({ value: 'old', expire: Date.now() - 1 }));
    await expect(auth.checkAuth({})).rejects.toMatchObject({
      redirectTo: '/user/login?redirect=%2Fbooks%2Flist%3Fx%3D1&notice=expired',
    });
  });

  it('ends with a notice when the user info has no roles', async () => {
    const { auth, storage, leave } = signedIn({ 'GET /admin/user/info': () => ({ data: { ...INFO, roles: [] } }) });
    void auth.checkAuth({});
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(expect.stringContaining('notice=userInfo')));
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
  });

  it.each<readonly [string, () => Reply]>([
    ['call', () => new TypeError('Failed to fetch')],
    ['answer', () => brokenOff('{"statusCode":200,"da')],
  ])(
    'outlives the broken %s of a page that is being left, and ends when the next one breaks, too',
    async (_what, broken) => {
      vi.useFakeTimers();
      try {
        const replies: Reply[] = [broken(), { data: INFO }, broken(), broken()];
        const { auth, session, storage, leave, calls } = signedIn({ 'GET /admin/user/info': () => replies.shift()! });
        const checked = auth.checkAuth({});
        await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS - 1);
        expect(calls).toHaveLength(1);
        expect(storage.getItem(TOKEN_KEY)).not.toBeNull();
        await vi.advanceTimersByTimeAsync(1);
        await checked;
        expect(session.info()).toMatchObject({ username: 'may' });
        const failed = expect(session.reload()).rejects.toThrow('admin.error.userInfo');
        await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
        await failed;
        expect(leave).not.toHaveBeenCalled();
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('ends on sign-out even when the server does not answer', async () => {
    const { auth, storage, leave } = signedIn({ 'POST /admin/user/loginout': () => new TypeError('network') });
    expect(await auth.logout({})).toBe(false);
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('forgets everything remembered of the user', async () => {
    const { auth, session, storage } = signedIn();
    await auth.checkAuth({});
    storage.setItem('remembered.rows.book', '[]');
    session.end();
    expect(Object.keys(storage).filter((key) => key.startsWith('remembered.'))).toEqual([]);
  });
});

describe('refused calls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('401 with a stored token ends the session and reloads once, after 1.5 seconds', async () => {
    const { auth, storage, leave } = signedIn();
    await auth.checkError({ status: 401 });
    await auth.checkError({ status: 401 });
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
    vi.advanceTimersByTime(1_499);
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(leave).toHaveBeenCalledExactlyOnceWith('/user/login?redirect=%2Fbooks%2Flist%3Fx%3D1&notice=expired');
  });

  it('401 leads to sign-in once: nobody types there before the page is loaded anew', async () => {
    const { auth } = signedIn();
    await auth.checkError({ status: 401 });
    const answered = vi.fn();
    void auth.checkAuth({}).then(answered, answered);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answered).not.toHaveBeenCalled();
  });

  it.each([
    ['403', { status: 403 }, true],
    ['401 of a sign-in', { status: 401, body: { result: { isLogin: true } } }, true],
  ])('%s never ends the session', async (_name, error, stored) => {
    const { auth, leave } = signedIn({}, { stored });
    await auth.checkError(error);
    vi.advanceTimersByTime(10_000);
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('a call without a stored token', () => {
  it('that is answered 401 leads to sign-in by the router, without a reload', async () => {
    const { auth, leave } = signedIn({}, { stored: false });
    await expect(auth.checkError({ status: 401 })).rejects.toMatchObject({
      redirectTo: '/user/login?redirect=%2Fbooks%2Flist%3Fx%3D1',
      logoutUser: false,
      message: false,
    });
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('two tabs of one browser', () => {
  const stored = (value: string): string => JSON.stringify({ value, expire: Date.now() + 1_000_000 });

  it('a tab goes on with its own session when somebody else signs in in another one, and knows it', () => {
    const storage = memoryStorage({ [TOKEN_KEY]: stored('mine') });
    const token = createTokenStore(storage);
    expect([token.read(), token.isOutdated()]).toEqual(['mine', false]);
    storage.setItem(TOKEN_KEY, stored('theirs'));
    expect([token.read(), token.isOutdated()]).toEqual(['mine', true]);
    token.clear();
    expect(storage.getItem(TOKEN_KEY)).toContain('theirs');
  });

  it('a tab knows that the user signed out in another one', () => {
    const storage = memoryStorage({ [TOKEN_KEY]: stored('mine') });
    const token = createTokenStore(storage);
    token.read();
    storage.removeItem(TOKEN_KEY);
    expect([token.isOutdated(), token.read()]).toEqual([true, null]);
  });
});

describe('rights', () => {
  it('are asked for again, once, when an answer was judged by others', async () => {
    let rights = 'one';
    const { session, calls } = signedIn({ 'GET /admin/user/info': () => ({ data: { ...INFO, rights } }) });
    await session.load();
    const changed = vi.fn();
    session.subscribe(changed);
    session.heard('one');
    session.heard(null);
    expect(calls).toHaveLength(1);
    rights = 'two';
    session.heard('two');
    session.heard('two');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect([calls.length, session.info()?.rights]).toEqual([2, 'two']);
  });

  it('are asked for once more when an answer was judged by others while they were on their way', async () => {
    let rights = 'one';
    const { session, calls } = signedIn({
      'GET /admin/user/info': () => {
        const answer = { data: { ...INFO, rights } };
        // Changed after this was answered, and before it is here; the page's other call hears of it first.
        if (calls.length === 1) {
          rights = 'two';
          session.heard('two');
          session.heard('one');
        }
        return answer;
      },
    });
    await session.load();
    await vi.waitFor(() => expect(session.info()?.rights).toBe('two'));
    expect(calls).toHaveLength(2);
  });

  it('come from the permission paths of the user info', async () => {
    const { auth } = signedIn();
    expect(await auth.canAccess!({ resource: 'book', action: 'list' })).toBe(true);
    expect(await auth.canAccess!({ resource: 'book', action: 'delete' })).toBe(false);
    expect(await auth.getPermissions!({})).toEqual(['book-list', 'book-edit']);
  });

  it('know who one is: id, name and picture', async () => {
    const { auth } = signedIn({ 'GET /admin/user/info': () => ({ data: { ...INFO, avatar: 'may.webp' } }) });
    expect(await auth.getIdentity!()).toEqual({ id: 1, fullName: 'May', avatar: 'may.webp' });
  });
});
