import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrival } from './browser.ts';
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

test('opened again, also in another tab, a list asks for its rows before one script has run, once, and after the place from where changes are told', async ({
  open,
}) => {
  const { page } = await open('/order/list?pageNo=1', { signedIn: true, fresh: true });
  await page.locator('tbody tr').first().waitFor();
  await settled(page);
  const again = page.url();
  await page.goto(new URL(REST, again).href);
  // What another tab has not.
  await page.evaluate(() => sessionStorage.clear());
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream of changes, which begins when the page stands, is another call.
    if (pathname.startsWith('/api/') && request.headers()['accept'] === 'application/json') asked.push(pathname);
  });
  const scripts = await heldScripts(page);
  await scripts.hold(() => page.goto(again, { waitUntil: 'commit' }));
  await expect.poll(() => asked).toContain('/api/order/list');
  expect(asked).toEqual(['/api/admin/user/info', '/api/live', '/api/order/list']);
  await scripts.go();
  await page.locator('tbody tr').first().waitFor();
  await settled(page);
  for (const path of new Set(asked)) expect(asked.filter((one) => one === path)).toEqual([path]);
});

test('a page has the styles of pages before it at once, in one sheet, also in another tab, but none of another build', async ({
  open,
}) => {
  const { page } = await open('/basics/city', { signedIn: true, fresh: true });
  const at = (address: string): string => new URL(address, page.url()).href;
  const sheets = async (): Promise<readonly number[]> => {
    await page.locator('tbody tr').first().waitFor();
    await settled(page);
    return page.evaluate(() =>
      [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion^=fc]:not([data-emotion^=fc-])')].map(
        ({ sheet }) => sheet!.cssRules.length,
      ),
    );
  };
  const [made] = await sheets();
  expect(made).toBeGreaterThan(100);
  await page.goto(at(REST));
  // What another tab has not.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(at('/basics/city'));
  const [kept, ...further] = await sheets();
  expect(kept).toBe(made);
  // What is drawn by chance, as what stands for something slow.
  expect(further.reduce((sum, count) => sum + count, 0)).toBeLessThan(20);

  await page.goto(at(REST));
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('kept-styles')!) as object;
    localStorage.setItem('kept-styles', JSON.stringify({ ...stored, build: 'another', css: 'p { color: red }' }));
  });
  await page.goto(at('/basics/city'));
  expect((await sheets())[0]).toBeGreaterThan(100);
});
