import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, signInByApi, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** What a key of the catalogues looks like when it is shown instead of its text. */
const RAW_KEY = /\b(ra|app|msg|shell|admin|menu|routes|resources|fields|codes|permissions)\.[a-zA-Z/]/;

describe('menu', () => {
  test('a deep link opens its screen with its entry chosen, and the title says where one is', async ({ open }) => {
    const { page } = await open('/car/list', { signedIn: true });
    await page.getByRole('heading', { level: 1, name: 'Vehicles' }).waitFor();
    expect(await menu(page).locator('[aria-current=page]').allTextContents()).toEqual(['Vehicles']);
    expect(await page.title()).toBe('Vehicles - Car Rental Console');
  });

  test('every entry opens a page with a heading, a title and no raw key', async ({ open }) => {
    const { page } = await open('/404', { signedIn: true });
    await menu(page).getByRole('link').first().waitFor();
    const addresses = await menu(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses).toEqual(expect.arrayContaining(['/order/list', '/car/list', '/store/list', '/system/role']));
    for (const address of dueToday(addresses, 4)) {
      await menu(page).locator(`a[href="${address}"]`).click();
      await page.waitForURL(`**${address}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect(await page.title()).toMatch(/^.+ - Car Rental Console$/);
      expect(await page.locator('body').innerText()).not.toMatch(RAW_KEY);
    }
  });

  test('each role sees the entries that its user info names, and no group without one', async ({ open }) => {
    const url = productUrl();
    const shownTo = async (username: string) => {
      const token = await signInByApi(url, { username, password: ADMIN.password });
      const answer = await fetch(`${url}/api/admin/user/info`, { headers: { Authorization: `Bearer ${token}` } });
      const { data } = (await answer.json()) as { data: { menu: { pages: { url: string }[] } } };
      const { page } = await open('/404', { token });
      await menu(page).getByRole('link').first().waitFor();
      const links = await menu(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const groups = await menu(page)
        .locator('button[aria-controls]')
        .evaluateAll((all) =>
          all.map((group) => ({
            name: group.textContent,
            entries: document.getElementById(group.getAttribute('aria-controls') ?? '')?.querySelectorAll('a').length,
          })),
        );
      return { named: data.menu.pages.map((one) => one.url), links, groups };
    };
    const [all, clerk, driver] = [await shownTo('admin'), await shownTo('clerk1'), await shownTo('delivery1')];
    const always = ['/index', '/dashboard/workplace'];
    for (const role of [clerk, driver])
      expect(new Set(role.links)).toEqual(
        new Set(all.links.filter((link) => always.includes(link) || role.named.includes(link))),
      );
    expect(driver.links.length).toBeLessThan(clerk.links.length);
    expect(all.groups.map(({ name }) => name)).toContain('System');
    expect(driver.groups.map(({ name }) => name)).not.toContain('System');
    for (const role of [all, clerk, driver]) expect(role.groups.filter(({ entries }) => !entries)).toEqual([]);
  });

  test('a group folds, and coming to one of its pages opens it again', async ({ open }) => {
    const { page } = await open('/car/list', { signedIn: true });
    const group = menu(page).getByRole('button', { name: 'Orders' });
    await group.click();
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await page.goto(new URL('/order/list', page.url()).href);
    await menu(page).locator('a[href="/order/list"][aria-current=page]').waitFor();
    expect(await group.getAttribute('aria-expanded')).toBe('true');
  });

  test('collapsed, it is a rail of icons that stays so after a reload', async ({ open }) => {
    const { page } = await open('/car/list', { signedIn: true });
    await page.getByRole('button', { name: 'Close menu' }).click();
    await menu(page).getByRole('button', { name: 'Orders' }).waitFor();
    await page.reload();
    await menu(page).getByRole('button', { name: 'Orders' }).click();
    await page.getByRole('menuitem', { name: 'Refunds' }).click();
    await page.waitForURL('**/order/refund');
    expect(await page.evaluate(() => localStorage.getItem('sidebar_type'))).toBe('collapsed');
  });

  test('on a phone it is drawn over the page and goes away with the choice; nothing scrolls sideways', async ({
    open,
  }) => {
    const { page } = await open('/404', { signedIn: true, width: 375, height: 700 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: 'Members', exact: true }).click();
    await page.waitForURL('**/member/list');
    await menu(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test('an unknown address becomes /404 inside the shell, with a way home', async ({ open }) => {
    const { page, allow } = await open('/order/nonsense', { signedIn: true });
    // Said by the HTTP status too.
    allow(/404/);
    await page.waitForURL('**/404');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(await menu(page).count()).toBe(1);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL('**/index');
  });

  test.for([
    ['/car/list', '', 1],
    ['/car/list', '?page=2&perPage=20&sort=id&order=ASC&filter={"keyword":"1"}', 2],
  ] as const)(
    'the rows of %s%s are asked for once, before the page is drawn',
    async ([path, query, pageNo], { open }) => {
      const { page } = await open('/404', { signedIn: true });
      const asked: URL[] = [];
      page.on('request', (request) => asked.push(new URL(request.url())));
      await page.goto(new URL(path + query, page.url()).href);
      await page.locator('table tbody a').first().waitFor();
      await settled(page);
      const lists = asked.filter(({ pathname }) => pathname === '/api/car/list');
      expect(lists.map(({ searchParams }) => searchParams.get('pageNo'))).toEqual([String(pageNo)]);
      // On a busy machine the first frame comes after the rows are there.
      const paint = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      );
      const drawn = (await paint.jsonValue())!;
      const sent = await page.evaluate(
        () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/car/list'))?.startTime,
      );
      expect(sent).toBeLessThan(drawn);
    },
  );
});

describe('languages and theme', () => {
  const words: Readonly<Record<Language, string>> = { 'zh-CN': '车辆列表', 'en-US': 'Vehicles', 'th-TH': 'รายการรถ' };

  test('without a choice everything is in the language of the browser, requests too', async ({ open }) => {
    const { page } = await open(REST);
    await page.evaluate(() => localStorage.removeItem('app_language'));
    const [request] = await Promise.all([
      page.waitForRequest('**/api/admin/user/login'),
      (async () => {
        await page.goto(new URL('/user/login', page.url()).href);
        await page.getByLabel('Username or phone').fill('nobody');
        await page.getByLabel('Password', { exact: true }).fill('nothing');
        await page.getByRole('button', { name: 'Sign in' }).click();
      })(),
    ]);
    expect(request.headers()['accept-language']).toBe('en-US');
    expect(request.headers()['authorization']).toBeUndefined();
    await page.getByRole('alert').waitFor();
  });

  test('choosing a language reloads the page, is kept and travels with every request', async ({ open }) => {
    const { page } = await open('/car/list', { signedIn: true });
    await page.getByRole('button', { name: 'Language: English' }).click();
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual(['简体中文', 'English', 'ไทย']);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/car/list?*'),
      page.getByRole('menuitemradio', { name: 'ไทย' }).click(),
    ]);
    expect(request.headers()['accept-language']).toBe('th-TH');
    await page.getByRole('heading', { level: 1, name: words['th-TH'] }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('app_language'), document.documentElement.lang])).toEqual([
      'th-TH',
      'th-TH',
    ]);
  });

  test.for(
    dueToday<readonly [Language, string]>([
      ['zh-CN', 'Noto Sans SC Variable'],
      ['en-US', 'Inter Variable'],
      ['th-TH', 'Noto Sans Thai Variable'],
    ]),
  )('the letters of %s come from %s where the system has none', async ([language, family], { open }) => {
    const { page } = await open('/car/list', { signedIn: true, language });
    await page.getByRole('heading', { level: 1, name: words[language] }).waitFor();
    await page.waitForFunction(
      (name) => [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'),
      family,
    );
  });

  test('the theme is switched at once and kept', async ({ open }) => {
    const { page } = await open('/404', { signedIn: true });
    /** A body darker than mid-grey. */
    const dark = () =>
      page.waitForFunction(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]) < 64);
    await page.getByRole('button', { name: 'Layout settings' }).click();
    await page.getByRole('button', { name: 'Dark', exact: true }).first().click();
    await dark();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await dark();
    expect(await page.evaluate(() => localStorage.getItem('nav_theme'))).toBe('dark');
  });
});

describe('what does not come, and what does', () => {
  test('a page whose script does not come offers to load again; the menu stays', async ({ open }) => {
    const { page, allow } = await open('/404', { signedIn: true, fresh: true });
    allow(/./);
    await menu(page).getByRole('link').first().waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await menu(page).getByRole('link', { name: 'Suppliers' }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
  });

  test('a script that hangs for two minutes counts as one that does not come; other pages work', async ({ open }) => {
    const { page, allow } = await open('/index', { signedIn: true, fresh: true });
    allow(/nothing to show after|Failed to load resource/);
    await menu(page).getByRole('link').first().waitFor();
    await page.clock.install();
    await page.route(/assets\/(ResourceList|supplier)-/, () => undefined);
    await menu(page).getByRole('link', { name: 'Suppliers' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.clock.fastForward(119_000);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.fastForward(2_000);
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.getByRole('banner').getByRole('link').click();
    await page
      .getByRole('heading', { level: 1, name: /^Good / })
      .filter({ visible: true })
      .waitFor();
  });

  test.for(
    dueToday<readonly [Language, 'light' | 'dark', number]>([
      ['zh-CN', 'light', 1440],
      ['en-US', 'dark', 1440],
      ['th-TH', 'light', 390],
    ]),
  )('the landing page has no accessibility fault in %s, %s, %i wide', async ([language, mode, width], { open }) => {
    const { page } = await open('/index', { signedIn: true, language, mode, width });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
