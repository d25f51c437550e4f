import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dueToday } from '../turns.ts';
import { accessibilityFaults, toMode, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';

// Where sign-in leads, what it refuses and what it says: packages/forecourt/src/shell/signIn.test.tsx.

async function signIn(page: Page, password: string = ADMIN.password): Promise<void> {
  await page.getByLabel('Username or phone').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const stored = (page: Page, ...keys: string[]) =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);

test.for(dueToday<Language>(['zh-CN', 'en-US', 'th-TH']))(
  'the sign-in page has no accessibility fault in %s, light and dark, desk and phone',
  async (language, { open }) => {
    const { page } = await open('/user/login', { language, mode: 'system' });
    await page.getByRole('textbox').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await toMode(page, 'dark');
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test('without a choice sign-in speaks the language of the browser; it opens the landing page, stores a token for seven days and shows who came; signing out asks first, ends the session on the server and keeps language and theme', async ({
  open,
}) => {
  const { page } = await open(REST, { mode: 'dark' });
  await page.evaluate(() => localStorage.removeItem('app_language'));
  await page.goto(new URL('/user/login', page.url()).href);
  const asked = page.waitForRequest('**/api/admin/user/login');
  await signIn(page, 'not the password');
  expect((await asked).headers()).toMatchObject({ 'accept-language': 'en-US' });
  expect((await asked).headers()['authorization']).toBeUndefined();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).not.toContain('admin.');
  expect(await stored(page, 'Access-Token')).toEqual([null]);

  const before = Date.now();
  await signIn(page);
  await page.waitForURL('**/dashboard/workplace');
  await page.getByRole('button', { name: 'User menu: Administrator' }).waitFor();
  const { value, expire } = JSON.parse((await stored(page, 'Access-Token'))[0]!) as { value: string; expire: number };
  expect(value).not.toBe('');
  expect(expire - before).toBeGreaterThanOrEqual(604_800_000);
  expect(expire - Date.now()).toBeLessThanOrEqual(604_800_000);

  await page.evaluate(() => localStorage.setItem('app_language', 'en-US'));
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
  expect(await stored(page, 'Access-Token', 'app_language', 'nav_theme')).toEqual([null, 'en-US', 'dark']);
  const headers = { Authorization: `Bearer ${value}` };
  expect((await fetch(`${productUrl()}/api/admin/user/info`, { headers })).status).toBe(401);
});
