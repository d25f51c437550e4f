import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { arrival } from './browser.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { settled } from './settled.ts';

/** Of 255; less is the edge of a letter. */
const LEVELS = 40;

/** Share of the points of two pictures of one size that differ clearly. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).greyscale().raw().toBuffer()));
  let different = 0;
  for (let at = 0; at < a!.length; at += 1) if (Math.abs(a![at]! - b![at]!) > LEVELS) different += 1;
  return different / a!.length;
}

const SIGHT = '#last-sight';

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

/** Loads the page again and holds its scripts back: what stands there looks as the page did. */
async function expectAlikeAgain(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await page.screenshot();
  const scripts = await heldScripts(page);
  await scripts.hold(() => page.reload({ waitUntil: 'commit' }));
  await page.locator(SIGHT).waitFor();
  await expect.poll(async () => difference(before, await page.screenshot())).toBeLessThan(0.002);
  return scripts;
}

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

test.for(['zh-CN', 'th-TH'] as const)(
  'the picture of a long list looks the same in %s, keeps no row that nobody sees, and is on the screen before the scripts of the page are asked for',
  async (language, { open }) => {
    const { page } = await open('/order/list', { signedIn: true, language, deaf: true });
    const rows = page.locator('tbody tr');
    await arrival(page);
    await rows.first().waitFor();
    await settled(page);
    const { last, window } = await page.evaluate(() => {
      const row = [...document.querySelectorAll('tbody tr')].at(-1)!;
      return { last: row.querySelector('a')!.textContent, window: row.getBoundingClientRect().top > innerHeight };
    });
    expect(window).toBe(true);
    const scripts = await expectAlikeAgain(page);
    expect(await page.evaluate(() => sessionStorage.getItem('last-sight'))).not.toContain(last);
    await scripts.go();
    await page.locator(SIGHT).waitFor({ state: 'detached' });
    const asked = await page.evaluate(() => {
      const [picture] = performance.getEntriesByName('last-sight');
      const libraries = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/(mui|react)-[^/]*\.js$/.test(name));
      return libraries.map(({ startTime }) => startTime - picture!.startTime);
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.min(...asked)).toBeGreaterThan(0);
  },
);

test('a page that is loaded again shows itself as it last stood before a script has come, and goes when it stands anew; to another session, at another width, after signing out, or where a form is typed in it shows nothing of before', async ({
  open,
}) => {
  const { page } = await open('/basics/city', { signedIn: true });
  const at = (address: string): string => new URL(address, page.url()).href;
  const rows = page.locator('tbody tr').first();
  await arrival(page);
  await rows.waitFor();
  await settled(page);
  const scripts = await expectAlikeAgain(page);
  // Nothing of it is found, read aloud or in the way.
  expect(await page.getByRole('heading').count()).toBe(0);
  await scripts.go();
  await page.locator(SIGHT).waitFor({ state: 'detached' });
  await rows.waitFor();
  // What keeps the picture begins after the page stands.
  await settled(page);

  const isShownAfter = async (change: () => Promise<unknown>): Promise<boolean> => {
    await page.goto(at(REST));
    await change();
    await scripts.hold(() => page.goto(at('/basics/city'), { waitUntil: 'commit' }));
    const shown = (await page.locator(SIGHT).count()) > 0;
    await scripts.go();
    await settled(page);
    return shown;
  };
  const ofAnother = () =>
    page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('last-sight')!) as object;
      sessionStorage.setItem('last-sight', JSON.stringify({ ...kept, session: 'another one' }));
    });
  expect(await isShownAfter(() => Promise.resolve())).toBe(true);
  expect(await isShownAfter(ofAnother)).toBe(false);
  expect(await isShownAfter(() => page.setViewportSize({ width: 1400, height: 900 }))).toBe(false);

  const kept = () =>
    page.evaluate(() => {
      const { address = '' } = JSON.parse(sessionStorage.getItem('last-sight') ?? '{}') as { address?: string };
      return address;
    });
  await page.goto(at('/store/add'));
  await arrival(page);
  await page.goto(at(REST));
  expect(await kept()).toBe('');

  await page.goto(at('/basics/city'));
  await arrival(page);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Username or phone').waitFor();
  expect(await kept()).toBe('');
});
