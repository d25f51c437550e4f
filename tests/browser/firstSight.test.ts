import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrival } from './browser.ts';
import { api, newCar } from './desk.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { settled } from './settled.ts';

/** Holds back the scripts of the page between `hold` and `go`. */
async function heldScripts(page: Page) {
  let go = (): void => undefined;
  let held = Promise.resolve();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return {
    async hold(load: () => Promise<unknown>): Promise<void> {
      held = new Promise((resolve) => (go = resolve));
      await load();
      await page.waitForFunction(() => document.readyState !== 'loading');
    },
    async go(): Promise<void> {
      go();
      await arrival(page);
    },
  };
}

test('a browser that has nothing of a list yet asks for all that its rows wait for before one script has run', async ({
  open,
}) => {
  const { page } = await open(REST, { signedIn: true, fresh: true });
  const asked: string[] = [];
  let who = 0;
  let beforeRows: readonly string[] | undefined;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/order/list') beforeRows ??= [...asked];
    if (pathname.endsWith('.js')) asked.push(pathname);
    if (pathname === '/api/admin/user/info') who += 1;
  });
  const scripts = await heldScripts(page);
  await scripts.hold(() => page.goto(new URL('/order/list', page.url()).href, { waitUntil: 'commit' }));
  const links = await page.locator('link[rel=modulepreload]').count();
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(links);
  await expect.poll(() => who).toBe(1);
  const atOnce = new Set(asked);
  await scripts.go();
  // It waits for the component of the list, which nothing names but its address.
  expect(beforeRows).toContainEqual(expect.stringContaining('/OrderList-'));
  expect(beforeRows!.filter((name) => !atOnce.has(name))).toEqual([]);
  expect(who).toBe(1);
});

/** Leaves a list when it stands and has been told from where changes go on, which it leaves behind for the next page; answers its address. */
async function leave(page: Page): Promise<string> {
  await page.locator('tbody tr').first().waitFor();
  await settled(page);
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pagehide'));
    return localStorage.getItem('remembered.told') !== null;
  });
  const address = page.url();
  await page.goto(new URL(REST, address).href);
  return address;
}

/** What the page asks the server for, but for its stream of changes. */
function askedOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.headers()['accept'] === 'application/json') asked.push(pathname);
  });
  return asked;
}

test('opened again, also in another tab, a list asks for its rows before one script has run, and once, going on where the page before was told of changes', async ({
  open,
}) => {
  const { page } = await open('/order/list?pageNo=1', { signedIn: true, fresh: true });
  const again = await leave(page);
  // What another tab has not.
  await page.evaluate(() => sessionStorage.clear());
  const asked = askedOf(page);
  const scripts = await heldScripts(page);
  await scripts.hold(() => page.goto(again, { waitUntil: 'commit' }));
  await expect.poll(() => asked).toContain('/api/order/list');
  expect(asked.slice(0, 2)).toEqual(['/api/admin/user/info', '/api/order/list']);
  expect(asked).not.toContain('/api/live');
  const atOnce = [...asked];
  await scripts.go();
  await page.locator('tbody tr').first().waitFor();
  await settled(page);
  for (const path of atOnce) expect(asked.filter((one) => one === path)).toEqual([path]);
});

test('what is changed after a page opened again has asked for its rows, and before it listens, is seen in it', async ({
  open,
}) => {
  const car = await newCar([-60, 60]);
  const list = `/car/list?filter=${encodeURIComponent(JSON.stringify({ keyword: car.plate }))}`;
  const { page } = await open(list, { signedIn: true, fresh: true });
  const status = page.locator('tbody tr', { hasText: car.plate }).locator('[data-field=status]');
  const before = await status.innerText();
  const again = await leave(page);
  const scripts = await heldScripts(page);
  const rows = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/car/list');
  await scripts.hold(() => page.goto(again, { waitUntil: 'commit' }));
  await rows;
  await api('/car/offline', { id: car.id });
  await scripts.go();
  await expect.poll(() => status.innerText()).not.toBe(before);
});

test('where the page before was told of nothing lately, rows are asked for after the place from where changes are told', async ({
  open,
}) => {
  const { page } = await open('/order/list', { signedIn: true, fresh: true });
  const again = await leave(page);
  await page.evaluate(() => {
    const told = JSON.parse(localStorage.getItem('remembered.told')!) as { time: number };
    localStorage.setItem('remembered.told', JSON.stringify({ ...told, time: told.time - 60_000 }));
  });
  const asked = askedOf(page);
  await page.goto(again);
  await page.locator('tbody tr').first().waitFor();
  expect(asked.slice(0, 3)).toEqual(['/api/admin/user/info', '/api/live', '/api/order/list']);
});

test('a page has the styles of pages before it at once, in one sheet, also in another tab, but none of another build', async ({
  open,
}) => {
  const { page } = await open('/basics/city', { signedIn: true, fresh: true });
  const at = (address: string): string => new URL(address, page.url()).href;
  const sheets = async (): Promise<readonly (readonly string[])[]> => {
    await page.locator('tbody tr').first().waitFor();
    await settled(page);
    return page.evaluate(() =>
      [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion^=fc]:not([data-emotion^=fc-])')].map(
        ({ sheet }) => [...sheet!.cssRules].map((rule) => rule.cssText),
      ),
    );
  };
  const [made = []] = await sheets();
  expect(made.length).toBeGreaterThan(100);
  await page.goto(at(REST));
  // What another tab has not.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(at('/basics/city'));
  const [kept = [], ...further] = await sheets();
  expect(kept.length).toBe(made.length);
  // What a slow machine draws more, as what stands for something that still loads, is new; nothing that was kept is made again.
  expect(further.flat().filter((rule) => kept.includes(rule))).toEqual([]);

  await page.goto(at(REST));
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('kept-styles')!) as object;
    localStorage.setItem('kept-styles', JSON.stringify({ ...stored, build: 'another', css: 'p { color: red }' }));
  });
  await page.goto(at('/basics/city'));
  expect((await sheets())[0]!.length).toBeGreaterThan(100);
});
