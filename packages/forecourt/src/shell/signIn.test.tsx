import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, describe, expect, test } from 'vitest';
import { TOKEN_KEY } from '../admin/index.ts';
import type { Reply } from '../admin/testing/fakeServer.ts';
import chinese from '../i18n/zh-CN.json';
import english from '../i18n/en-US.json';
import thai from '../i18n/th-TH.json';
import { LANDING } from './appConfig.ts';
import { openApp } from './testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const EXPIRED = JSON.stringify({ value: 'long-ago', expire: Date.now() - 1_000 });
const pages = { '/wanted': () => <h1>What was wanted</h1> };
const here = (): string => window.location.pathname + window.location.search;
const name = () => screen.findByLabelText('Username or phone');
const password = (): HTMLInputElement => screen.getByLabelText('Password');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

/** The application for somebody without a session; the server answers sign-ins as told, and lets in after that. */
async function open(at: string, answer: () => Reply = () => ({ data: { token: 'fresh' } })) {
  const view = await openApp({ signedIn: false, at, pages, answers: { 'POST /admin/user/login': answer } });
  const sent = () => view.calls.filter(({ path }) => path === '/admin/user/login');
  return { ...view, sent };
}

async function signIn(): Promise<void> {
  await userEvent.type(await name(), 'may');
  await userEvent.type(password(), 'secret-one');
  await press();
}

describe('signed out', () => {
  test.each(['/index', '/books/list', '/books/edit?id=3', '/no/such/page'])(
    '%s leads to sign-in, keeps where one wanted to go and shows no shell',
    async (address) => {
      await open(address);
      await name();
      expect(here()).toBe(`/user/login?redirect=${encodeURIComponent(address)}`);
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test.each([
    ['/', '/user/login?redirect=%2Findex'],
    ['/user', '/user/login'],
  ])('%s leads to %s', async (address, target) => {
    await open(address);
    await name();
    expect(here()).toBe(target);
  });

  test('/404 opens without a session and asks the server nothing', async () => {
    const { calls } = await open('/404');
    await screen.findByRole('heading', { level: 1 });
    expect([here(), calls, screen.queryAllByRole('textbox')]).toEqual(['/404', [], []]);
  });

  test.each([
    ['en-US', english, 'You were signed out because your session ended. Sign in to go on where you were.'],
    ['zh-CN', chinese, '登录会话已结束，您已退出。请重新登录，继续刚才的操作。'],
    ['th-TH', thai, 'เซสชันของคุณสิ้นสุดแล้ว กรุณาเข้าสู่ระบบอีกครั้งเพื่อทำงานต่อจากเดิม'],
  ])('in %s it is said that the last session was over', async (_language, texts, text) => {
    localStorage.setItem(TOKEN_KEY, EXPIRED);
    await openApp({ signedIn: false, at: '/wanted', pages, texts });
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(new URL(window.location.href).searchParams.get('redirect')).toBe('/wanted');
  });

  test('it is said that the last session ended because its user could not be loaded', async () => {
    await open('/user/login?redirect=%2Fwanted&notice=userInfo');
    expect((await screen.findByRole('alert')).textContent).toMatch(/error.*Requesting user info failed, please retry/);
  });
});

describe('signing in', () => {
  test('opens the page that was wanted, and carries no token, also when one is stored that has expired', async () => {
    localStorage.setItem(TOKEN_KEY, EXPIRED);
    const { sent } = await open('/wanted');
    await signIn();
    await screen.findByRole('heading', { level: 1, name: 'What was wanted' });
    expect(here()).toBe('/wanted');
    expect(sent().map(({ body, headers }) => [body, headers.get('authorization')])).toEqual([
      [{ username: 'may', password: 'secret-one' }, null],
    ]);
    expect(localStorage.getItem(TOKEN_KEY)).toContain('"fresh"');
  });

  // Whatever else is no address of the product: authProvider.test.ts.
  test('never leads out of the product', async () => {
    await open(`/user/login?redirect=${encodeURIComponent('//evil.example/x')}`);
    await signIn();
    await screen.findByRole('heading', { level: 1, name: 'Desk' });
    expect(here()).toBe(LANDING);
  });

  test('an empty field is named and nothing is sent', async () => {
    const { sent } = await open('/user/login');
    await userEvent.type(await name(), 'may');
    await press();
    await screen.findByText('Please fill in complete login information');
    await userEvent.clear(await name());
    await userEvent.type(password(), 'secret-one');
    await press();
    screen.getByText('Please fill in complete login information');
    expect(sent()).toEqual([]);
  });

  test('a refusal is shown in the words of the server and leaves no token; without a server it says so; the button works again', async () => {
    const answers: Reply[] = [
      { statusCode: 400, message: 'Wrong name or password' },
      new TypeError('network'),
      { data: { token: 'fresh' } },
    ];
    const { sent } = await open('/user/login', () => answers.shift()!);
    await signIn();
    await screen.findByText('Wrong name or password');
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    await press();
    await screen.findByText('Login failed, please try again later');
    await press();
    await screen.findByRole('heading', { level: 1, name: 'Desk' });
    expect(sent()).toHaveLength(3);
  });

  test('the password can be shown', async () => {
    await open('/user/login');
    await userEvent.type(await name(), 'may');
    expect(password().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'ra.input.password.toggle_hidden' }));
    expect(password().type).toBe('text');
  });
});

test('signed in, the sign-in page leads on to the landing page', async () => {
  await openApp({ at: '/user/login' });
  await screen.findByRole('heading', { level: 1, name: 'Desk' });
  await waitFor(() => expect(here()).toBe(LANDING));
});
