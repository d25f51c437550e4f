import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, signInByApi, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';

const EXPIRED = { 'Access-Token': JSON.stringify({ value: 'long-ago', expire: Date.now() - 1_000 }) };
const LANDING = '/dashboard/workplace';

async function signIn(page: Page, password: string = ADMIN.password): Promise<void> {
  await page.getByLabel('Username or phone').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search;

describe('signed out', () => {
  test.for(['/index', '/order/list', '/car/edit?id=3', '/no/such/page'])(
    '%s leads to sign-in and keeps where one wanted to go',
    async (address, { open }) => {
      const { page, allow } = await open(address);
      // What is no page of the product is that for the server too.
      if (address === '/no/such/page') allow(/404/);
      await page.getByLabel('Username or phone').waitFor();
      expect(pathOf(page)).toBe(`/user/login?redirect=${encodeURIComponent(address)}`);
      expect(await page.getByRole('navigation').count()).toBe(0);
    },
  );

  test('/ and /user lead to pages of their own', async ({ open }) => {
    const { page } = await open('/');
    await page.waitForURL('**/user/login?redirect=%2Findex');
    await page.goto(new URL('/user', page.url()).href);
    await page.waitForURL('**/user/login');
  });

  test.for(['/404', '/user/recover'])(
    '%s opens without a session and asks the server nothing',
    async (address, { open }) => {
      const { page } = await open(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const calls = await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length,
      );
      expect([pathOf(page), calls, await page.getByRole('textbox').count()]).toEqual([address, 0, 0]);
    },
  );

  test.for(dueToday<Language>(['zh-CN', 'en-US', 'th-TH']))(
    'the sign-in page has no accessibility fault in %s, light and dark, desk and phone',
    async (language, { open }) => {
      const looks = [
        { mode: 'light', width: 1440 },
        { mode: 'dark', width: 390 },
      ] as const;
      for (const look of looks) {
        const { page } = await open('/user/login', { language, ...look });
        await page.getByRole('textbox').first().waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});

test('a printable sheet opens signed out: without its key it says so where it is', async ({ open }) => {
  const { page, allow } = await open('/print/rental/1');
  allow(/40[034]/);
  await page.getByText('Failed to load order data').waitFor();
  expect(new URL(page.url()).pathname).toBe('/print/rental/1');
});

describe('signing in', () => {
  test('opens the landing page, stores a token for seven days and shows who came', async ({ open }) => {
    const { page } = await open('/user/login');
    const before = Date.now();
    await signIn(page);
    await page.waitForURL(`**${LANDING}`);
    await page.getByRole('button', { name: 'User menu: Administrator' }).waitFor();
    const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('Access-Token'))) ?? '{}') as {
      value: string;
      expire: number;
    };
    expect(stored.value).not.toBe('');
    expect(stored.expire - before).toBeGreaterThanOrEqual(604_800_000);
    expect(stored.expire - Date.now()).toBeLessThanOrEqual(604_800_000);
  });

  test('opens the page that was wanted', async ({ open }) => {
    const { page } = await open('/car/list');
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Vehicles' }).waitFor();
    expect(pathOf(page)).toBe('/car/list');
  });

  test.for(['//evil.example/x', 'https://evil.example', '/\\evil.example'])(
    'never follows %s out of the product',
    async (target, { open }) => {
      const { page } = await open(`/user/login?redirect=${encodeURIComponent(target)}`);
      await signIn(page);
      await page.waitForURL(`**${LANDING}`);
    },
  );

  test('carries no token, also when one is stored that has expired', async ({ open }) => {
    const { page } = await open('/user/login', { stored: EXPIRED });
    const asked = page.waitForRequest('**/api/admin/user/login');
    await signIn(page);
    expect((await asked).headers()['authorization']).toBeUndefined();
    await page.waitForURL(`**${LANDING}`);
  });

  test.for<[Language, string]>([
    ['en-US', 'You were signed out because your session ended. Sign in to go on where you were.'],
    ['zh-CN', '登录会话已结束，您已退出。请重新登录，继续刚才的操作。'],
    ['th-TH', 'เซสชันของคุณสิ้นสุดแล้ว กรุณาเข้าสู่ระบบอีกครั้งเพื่อทำงานต่อจากเดิม'],
  ])('says in %s that the last session was over', async ([language, text], { open }) => {
    const { page } = await open('/car/list', { language, stored: EXPIRED });
    expect(await page.getByRole('alert').innerText()).toBe(text);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/car/list');
  });

  test('an empty field is named and nothing is sent', async ({ open }) => {
    const { page } = await open('/user/login');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByLabel('Username or phone').fill('admin');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const complaint = page.getByRole('alert').getByText('Please fill in complete login information');
    await complaint.waitFor();
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await complaint.waitFor();
    expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  test('a wrong password shows the message of the server and leaves no token', async ({ open }) => {
    const { page } = await open('/user/login');
    await signIn(page, 'not the password');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('admin.');
    expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
    await signIn(page);
    await page.waitForURL(`**${LANDING}`);
  });

  test('without a server it says so, and the button works again', async ({ open }) => {
    const { page, allow } = await open('/user/login');
    allow(/ERR_FAILED|Failed to load resource/);
    await page.route('**/api/admin/user/login', (route) => route.abort());
    await signIn(page);
    await page.getByRole('alert').getByText('Login failed, please try again later').waitFor();
    await page.unroute('**/api/admin/user/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**${LANDING}`);
  });

  test('the password can be shown', async ({ open }) => {
    const { page } = await open('/user/login');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
  });
});

describe('signed in', () => {
  test('the sign-in page leads on to the landing page', async ({ open }) => {
    const { page } = await open('/user/login', { signedIn: true });
    await page.waitForURL(`**${LANDING}`);
  });

  test('a user info that cannot be loaded ends the session with a notice', async ({ open }) => {
    // A session that the server knows: what else the page asks for is not what ends it.
    const token = await signInByApi(productUrl(), ADMIN);
    const { page, allow } = await open('/404', { token });
    allow(/500|Failed to load resource/);
    await page.route('**/api/admin/user/info', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, message: 'x', data: null } }),
    );
    await page.goto(new URL('/car/list', page.url()).href);
    await page.getByRole('alert').getByText('Requesting user info failed, please retry').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('error');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/car/list');
    expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
  });

  test('a session that was ended elsewhere is over here after one reload, and the page is found again', async ({
    open,
  }) => {
    const { page, allow } = await open('/member/list', { deaf: true });
    allow(/401/);
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    const token = (
      JSON.parse((await page.evaluate(() => localStorage.getItem('Access-Token'))) ?? '{}') as { value: string }
    ).value;
    await fetch(new URL('/api/admin/user/loginout', page.url()), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Suppliers' }).click();
    await page.getByLabel('Username or phone').waitFor();
    expect(pathOf(page)).toBe('/user/login?redirect=%2Fbasics%2Fsupplier&notice=expired');
    expect(loads).toHaveLength(1);
  });

  test('signing out asks first, ends the session on the server and keeps language and theme', async ({ open }) => {
    const { page } = await open('/user/login', { language: 'en-US', mode: 'dark' });
    await signIn(page);
    await page.waitForURL(`**${LANDING}`);
    const token = (
      JSON.parse((await page.evaluate(() => localStorage.getItem('Access-Token'))) ?? '{}') as { value: string }
    ).value;

    const leave = async (answer: string): Promise<void> => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByText('Are you sure you want to exit the system?').waitFor();
      await page.getByRole('button', { name: answer }).click();
    };
    await leave('Stay');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await leave('Sign out');
    await page.getByLabel('Username or phone').waitFor();

    expect(
      await page.evaluate(() => ['Access-Token', 'app_language', 'nav_theme'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, 'en-US', 'dark']);
    const answer = await fetch(new URL('/api/admin/user/info', page.url()), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });
});
