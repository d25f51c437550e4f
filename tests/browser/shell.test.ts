import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signInByApi, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

// What the menu does, and the page of an unknown address: packages/forecourt/src/shell/menu.test.tsx. Every documented page: routes.test.ts.

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** What a key of the catalogues looks like when it is shown instead of its text. */
const RAW_KEY = /\b(ra|app|msg|shell|admin|menu|routes|resources|fields|codes|permissions)\.[a-zA-Z/]/;

describe('menu', () => {
  test('every role sees the entries that its user info names, and no group without one; every entry opens a page with a heading, a title and no raw key', async ({
    open,
  }) => {
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
      return { page, named: data.menu.pages.map((one) => one.url), links, groups };
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

    const { page, links } = all;
    expect(links).toEqual(expect.arrayContaining(['/order/list', '/car/list', '/store/list', '/system/role']));
    for (const address of dueToday(links, 12)) {
      await menu(page).locator(`a[href="${address}"]`).click();
      await page.waitForURL(`**${address}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect(await page.title()).toMatch(/^.+ - Car Rental Console$/);
      expect(await page.locator('body').innerText()).not.toMatch(RAW_KEY);
    }
  });

  test.for(
    dueToday([
      ['/car/list', '', 1],
      ['/car/list', '?page=2&perPage=20&sort=id&order=ASC&filter={"keyword":"1"}', 2],
    ] as const),
  )('the rows of %s%s are asked for once, before the page is drawn', async ([path, query, pageNo], { open }) => {
    // Scripts that were never loaded may take longer than the page is waited for without its frame.
    const { page } = await open('/404', { signedIn: true, fresh: true });
    await menu(page).getByRole('link').first().waitFor();
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('#root main')) return;
        watch.disconnect();
        performance.mark('drawn');
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.goto(new URL(path + query, page.url()).href);
    await page.locator('table tbody a').first().waitFor();
    await settled(page);
    const lists = asked.filter(({ pathname }) => pathname === '/api/car/list');
    expect(lists.map(({ searchParams }) => searchParams.get('pageNo'))).toEqual([String(pageNo)]);
    const drawn = await page.evaluate(() => performance.getEntriesByName('drawn')[0]?.startTime);
    const sent = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/car/list'))?.startTime,
    );
    expect(sent).toBeLessThan(drawn!);
  });
});

test.for(
  dueToday<readonly [Language, Language, string, string, string]>([
    ['zh-CN', 'en-US', '简体中文', '车辆列表', 'Noto Sans SC Variable'],
    ['en-US', 'th-TH', 'English', 'Vehicles', 'Inter Variable'],
    ['th-TH', 'en-US', 'ไทย', 'รายการรถ', 'Noto Sans Thai Variable'],
  ]),
)(
  'choosing %s instead of %s reloads the page, is kept, travels with every request, and has letters of its own where the system has none',
  async ([language, before, own, title, family], { open }) => {
    const { page } = await open('/car/list', { signedIn: true, language: before });
    await page.getByRole('button', { name: /: (English|ไทย)$/ }).click();
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual(['简体中文', 'English', 'ไทย']);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/car/list?*'),
      page.getByRole('menuitemradio', { name: own }).click(),
    ]);
    expect(request.headers()['accept-language']).toBe(language);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('app_language'), document.documentElement.lang])).toEqual([
      language,
      language,
    ]);
    await page.waitForFunction(
      (name) => [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'),
      family,
    );
  },
);

describe('what does not come', () => {
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
    const { page, allow } = await open('/404', { signedIn: true, fresh: true });
    allow(/nothing to show after|Failed to load resource/);
    await menu(page).getByRole('link').first().waitFor();
    await page.clock.install();
    await page.route(/assets\/(ResourceList|supplier)-/, () => undefined);
    await menu(page).getByRole('link', { name: 'Suppliers' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    // The clock of the page also goes on by itself: what is left of the two minutes is left to a slow machine.
    await page.clock.fastForward(90_000);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.fastForward(31_000);
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await menu(page).getByRole('link', { name: 'Where cars will be' }).click();
    await page.getByRole('heading', { level: 1, name: 'Where cars will be' }).filter({ visible: true }).waitFor();
  });
});
