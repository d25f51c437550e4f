import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, signInByApi, stepTo, type Language } from './browser.ts';
import { tokenOf as sessionOf } from './desk.ts';
import { productUrl, sharedProduct, test } from './fixtures.ts';
import { ask, newPerson, PASSWORD, type Json } from './persons.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const BRANDS = ['brand', 'brand-query', 'brand-detail', 'brand-add', 'brand-edit', 'brand-delete'];
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('Access-Token'));

describe('a refused call', () => {
  test('403 is a notification titled Forbidden with the message of the server; the session goes on', async ({
    open,
  }) => {
    const { page, allow } = await open('/car/list', { signedIn: true });
    allow(/403/);
    await page.locator('table tbody a').first().waitFor();
    await page.route('**/api/member/list*', (route) =>
      route.fulfill({ status: 403, json: { statusCode: 403, message: 'Not for you', data: null } }),
    );
    await menu(page).getByRole('link', { name: 'Members', exact: true }).click();
    const notice = page.getByText('Not for you');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('Forbidden\nNot for you');
    await menu(page).getByRole('link', { name: 'Suppliers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
    expect(await tokenOf(page)).not.toBeNull();
  });

  test('401 of several calls at once is one reload, after a second and a half, to sign-in and back', async ({
    open,
  }) => {
    const { token } = await newPerson([...BRANDS, 'cartype']);
    const { page, allow } = await open('/car/brand', { token, deaf: true });
    allow(/401/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await ask(token, '/account/sessions/endall', {});
    const loads: number[] = [];
    page.on('load', () => loads.push(Date.now()));
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await menu(page).getByRole('link', { name: 'Vehicle types' }).click();
    await refused;
    const since = Date.now();
    await page.getByLabel('Username or phone').waitFor();
    expect(loads).toHaveLength(1);
    expect(loads[0]! - since).toBeGreaterThan(1_000);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/car/cartype');
    expect(await tokenOf(page)).toBeNull();
  });
});

describe('a call that fails', () => {
  test('says why, leaves the form and the rows as they were, and can be tried again', async ({ open }) => {
    const { page, allow } = await open('/basics/supplier', { signedIn: true });
    allow(/500|ERR_|Failed to load resource/);
    const rows = page.locator('table tbody tr');
    await rows.first().waitFor();
    const count = await rows.count();
    const lists = '**/api/supplier/pagelist*';
    await page.route(lists, (route) => route.abort());
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called so');
    await page.getByText('The server cannot be reached').waitFor();
    expect(await rows.count()).toBe(count);
    await page.unroute(lists);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });

    await rows.first().getByRole('link', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'Address' });
    const before = await address.inputValue();
    await address.fill('Another street');
    const saves = '**/api/supplier/save';
    const isSave = (request: Request): boolean => request.url().endsWith('/supplier/save');
    // A failing server and a silent one: neither answer says whether it was done.
    const keys = new Set<string | undefined>();
    const failing = { status: 500, json: { statusCode: 500, message: 'Operation failed', data: null } };
    for (const answer of [failing, undefined]) {
      await page.route(saves, (route) => {
        keys.add(route.request().headers()['idempotency-key']);
        return answer ? route.fulfill(answer) : undefined;
      });
      // Until the call has ended, also the one that nobody answers: a route that is taken away lets go of what it holds.
      const ended = answer
        ? page.waitForEvent('requestfinished', { predicate: isSave })
        : page.waitForEvent('requestfailed', { predicate: isSave });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await ended;
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isEnabled(), { timeout: 15_000 }).toBe(true);
      await page.getByText('It is not known whether this was done').first().waitFor();
      expect(await address.inputValue()).toBe('Another street');
      await page.unroute(saves);
    }
    expect(keys.size).toBe(1);
    await address.fill(before);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('rights', () => {
  test('taken from a role are gone from menu, buttons and calls with the next click, and come back with the next', async ({
    open,
  }) => {
    const person = await newPerson([...BRANDS, 'cartype']);
    const { page } = await open('/car/brand', { token: person.token });
    const create = page
      .getByRole('link', { name: /^New/ })
      .or(page.getByRole('button', { name: /^New/ }))
      .first();
    const go = (name: string) => menu(page).getByRole('link', { name, exact: true }).click();
    const types = menu(page).getByRole('link', { name: 'Vehicle types' });
    await create.waitFor();
    await types.waitFor();
    await person.allow(['brand', 'brand-query']);
    await go('Models');
    await types.waitFor({ state: 'detached' });
    await go('Brands');
    await create.waitFor({ state: 'detached' });
    await expect(ask(person.token, '/car/brand/save', { name: 'Nobody may' })).rejects.toThrow('permission');
    // Without the right to query there is a list and nothing to search it with.
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.waitFor();
    await person.allow(['brand']);
    // The rows of pages seen just now are fresh, and nothing is asked for them.
    await go('Sub-models');
    await search.waitFor({ state: 'detached' });
    await page.getByRole('row').nth(1).waitFor();
    await page.goto(new URL('/car/cartype', page.url()).href);
    await page.waitForURL('**/404');
    await page.goto(new URL('/car/brand', page.url()).href);
    await person.allow([...BRANDS, 'cartype']);
    await go('Models');
    await types.waitFor();
    await go('Brands');
    await create.waitFor();
  });

  test('taken from a role are gone with the next click also where the page it leads to had been asked for before they were', async ({
    open,
  }) => {
    const person = await newPerson([...BRANDS, 'cartype']);
    const { page } = await open('/car/brand', { token: person.token });
    const types = menu(page).getByRole('link', { name: 'Vehicle types' });
    await types.waitFor();
    await settled(page);
    const models = page.waitForRequest((request) => /\/api\/car\/models?\/list\?/.test(request.url()));
    await menu(page).getByRole('link', { name: 'Models', exact: true }).click();
    const { pathname, search } = new URL((await models).url());
    // As a page that was left before it stood kept what was asked for after it.
    await page.evaluate((question) => {
      const kept = JSON.parse(localStorage.getItem('remembered.asked') ?? '{}') as Record<string, string[]>;
      kept['/car/brand'] = [...(kept['/car/brand'] ?? []), question];
      localStorage.setItem('remembered.asked', JSON.stringify(kept));
    }, pathname + search);
    const ahead = page.waitForResponse((answer) => answer.url().endsWith(pathname + search));
    // Nothing else is asked for later, whose answer would say that the rights are others.
    const last = page.waitForResponse((answer) => answer.url().endsWith('/api/account/notifications/unread'));
    await page.goto(new URL('/car/brand', page.url()).href);
    await Promise.all([ahead, last, types.waitFor()]);
    await person.allow(BRANDS);
    await menu(page).getByRole('link', { name: 'Models', exact: true }).click();
    // Sooner than anything is asked for by itself.
    await types.waitFor({ state: 'detached', timeout: 10_000 });
  });

  test('of another user in another tab of the browser are not mixed in: the first tab begins anew', async ({
    open,
  }) => {
    const [first, second] = [await newPerson(BRANDS), await newPerson(['cartype'])];
    const { page, context } = await open('/index', { token: first.token });
    await page.getByRole('button', { name: `User menu: ${first.username}` }).waitFor();
    const other = await context.newPage();
    await other.goto(new URL('/404', page.url()).href);
    await other.evaluate(
      (value) => localStorage.setItem('Access-Token', JSON.stringify({ value, expire: Date.now() + 600_000 })),
      second.token,
    );
    await page.getByRole('button', { name: `User menu: ${second.username}` }).waitFor();
    await settled(page);
    await other.evaluate(() => localStorage.removeItem('Access-Token'));
    await page.getByLabel('Username or phone').waitFor();
  });
});

describe('the own account', () => {
  test('opens from the avatar menu; a new name is shown at once, a switch is kept', async ({ open }) => {
    const { token } = await newPerson([]);
    const { page } = await open('/404', { token });
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
    await page.waitForURL('**/account/settings/basic');
    await page.getByLabel('Display name').fill('Somchai');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'User menu: Somchai' }).waitFor();
    await page.getByRole('link', { name: 'Notification settings' }).click();
    await page.getByText('Mail is not set up on this server.').waitFor();
    await page.getByRole('switch', { name: 'Upkeep alerts: In the bell' }).click();
    await expect
      .poll(() => ask<{ notification: Json }>(token, '/account/settings').then(({ notification }) => notification))
      .toEqual({ orders: true, upkeep: false, documents: true, system: true });
    await page.getByRole('link', { name: 'Account binding' }).click();
    expect(await page.getByText('Not bound').count()).toBe(2);
  });

  test('ends one session elsewhere, then all of them', async ({ open }) => {
    const { username, token } = await newPerson([]);
    const elsewhere = await signInByApi(productUrl(), { username, password: PASSWORD });
    const { page } = await open('/account/settings/devices', { token });
    const sessions = page.getByRole('list', { name: 'Where you are signed in' });
    await sessions.getByText('This session').waitFor();
    await sessions.getByRole('button', { name: /^End the session/ }).click();
    await page.getByText('The session has ended').waitFor();
    await expect(ask(elsewhere, '/account/settings')).rejects.toThrow('sign in again');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('Username or phone').waitFor();
    await expect(ask(token, '/account/settings')).rejects.toThrow('sign in again');
  });
});

/** The last code that went out, as only its recipient reads it. */
async function sentCode(): Promise<string> {
  const postgres = path.join(sharedProduct().dataDir, 'postgres');
  const password = (await readFile(path.join(postgres, 'password'), 'utf8')).trim();
  const client = new pg.Client({
    ...{ host: path.join(postgres, 'run'), port: 5432, user: 'forecourt', database: 'forecourt', password, ssl: false },
  });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `select payload ->> 'text' as text from outbox where topic = 'verification-code' order by id desc limit 1`,
  );
  await client.end();
  return /\d{6}/.exec(rows[0]!.text)![0];
}

describe('applying for an account', () => {
  test('ends in a locked user whom an administrator lets in', async ({ open }) => {
    const admin = await sessionOf(ADMIN.username);
    const { page } = await open('/user/login');
    await page.getByRole('link', { name: 'Apply for an account' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Please enter the verification code').waitFor();
    await page.getByLabel('Username', { exact: true }).fill('applicant');
    expect(await page.getByLabel('Country code').inputValue()).toBe('+66');
    await page.getByLabel('Phone').fill('089 555 0001');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: /^Again in/ }).waitFor();
    const { list } = await ask<{ list: { text: string; topic: string }[] }>(admin, '/system/outbox/list?pageSize=20');
    expect(list.find(({ topic }) => topic === 'verification-code')!.text).not.toMatch(/\d{6}/);
    await page.getByLabel('Verification code').fill(await sentCode());
    await page.getByLabel('Email').fill('applicant@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/user/register-result');
    await page.getByText('An administrator must activate the account').waitFor();

    const signIn = async (): Promise<void> => {
      await page.goto(new URL('/user/login', page.url()).href);
      await page.getByLabel('Username or phone').fill('applicant');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.getByText('The account is not active. Ask an administrator').waitFor();
    const users = await ask<{ list: { id: number }[] }>(admin, '/admin/user/list?keyword=applicant');
    const { id } = users.list[0]!;
    const roles = await ask<{ id: number; code: string }[]>(admin, '/role/rolelist');
    const roleId = roles.find(({ code }) => code === 'clerk')!.id;
    await ask(admin, '/admin/user/save', { id, roleId, dataScope: 0 });
    await ask(admin, '/admin/user/lock', { ids: [id], locked: 0 });
    await signIn();
    await page.waitForURL('**/dashboard/workplace');
  });

  test.for(
    dueToday<[Language, 'light' | 'dark', number]>([
      ['en-US', 'dark', 1440],
      ['zh-CN', 'light', 390],
      ['th-TH', 'dark', 390],
    ]),
  )('has no accessibility fault: %s, %s, %i wide', async ([language, mode, width], { open }) => {
    const { page } = await open('/user/register', { language, mode, width });
    await page.getByRole('textbox').first().waitFor();
    expect(pathOf(page)).toBe('/user/register');
    expect(await accessibilityFaults(page)).toEqual([]);
    await stepTo(page, '/user/register-result');
    await page.getByRole('textbox').first().waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(pathOf(page)).toBe('/user/register-result');
  });
});
