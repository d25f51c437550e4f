import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { settled } from './settled.ts';

/** What waits for the frame after the first is kept back until the test lets it go: `useSecondFrame`, whose timers have these delays. */
const HOLD = `{
  sessionStorage.clear();
  const after = window.setTimeout;
  const held = [];
  window.setTimeout = (task, delay, ...more) =>
    held && (delay === undefined || delay === 200) ? (held.push(task), 0) : after(task, delay, ...more);
  window.letGo = () => { window.setTimeout = after; held.forEach((task) => task()); };
}`;

const boxOf = (page: Page, parts: string) =>
  page.locator(parts).evaluateAll((all) =>
    all.map((part) => {
      const { top, left, width, height } = part.getBoundingClientRect();
      return [top, left, width, height].map(Math.round);
    }),
  );

/** Where the parts of a list begin and how large they are: those that a row in another place would be seen by. */
const PARTS = [
  '[role=search]',
  '[role=search] > :first-child > *',
  'tbody tr, main section:not([hidden]) li:has([data-field])',
] as const;

const places = (page: Page) => Promise.all(PARTS.map((parts) => boxOf(page, parts)));

const inputs = (page: Page) => page.locator('[role=search] :is(input, [role=combobox])');

const WIDTHS = [1440, 820, 390] as const;

/** The same as soon as it stays so: a table that has become narrower is fitted once it stands. */
async function atRest(page: Page) {
  for (let last = ''; ;) {
    const now = await places(page);
    if (JSON.stringify(now) === last) return now;
    last = JSON.stringify(now);
    await page.waitForTimeout(100);
  }
}

/** The same at each width; at the last one it stays. */
async function placesByWidth(page: Page) {
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page
      .locator(width < 576 ? 'main li:has([data-field])' : 'tbody tr')
      .first()
      .waitFor();
    found.push([width, await atRest(page)]);
  }
  return found;
}

test.for(['/order/list', '/car/list', '/system/loginlog'] as const)(
  'rows of %s come before the filters, and nothing moves when those come',
  async (address, { open }) => {
    const { page } = await open('/', { signedIn: true, fresh: true });
    await page.addInitScript(HOLD);
    await page.goto(new URL(address, page.url()).href);
    await page.locator('main [data-field]').first().waitFor();
    // Letters of other scripts have come.
    await settled(page);
    const before = await placesByWidth(page);
    expect(await inputs(page).count()).toBe(0);
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await page.evaluate('letGo()');
    await inputs(page).first().waitFor();
    await settled(page);
    expect(await placesByWidth(page)).toEqual(before);
  },
);

test('the first figures come before the charts below them, and nothing moves when those come', async ({ open }) => {
  const { page } = await open('/', { signedIn: true, fresh: true });
  await page.addInitScript(HOLD);
  await page.goto(new URL('/dashboard/analysis', page.url()).href);
  const first = 'main section[aria-label]:not([aria-label=""]) >> nth=0';
  const cards = `${first} >> [data-widget]`;
  await page.locator(cards).first().waitFor();
  await settled(page);
  const before = await boxOf(page, cards);
  expect(before.length).toBeGreaterThan(3);
  expect(await page.locator('main [data-widget]').count()).toBe(before.length);
  await page.evaluate('letGo()');
  await page.locator('main [data-widget]').nth(before.length).waitFor();
  await settled(page);
  expect(await boxOf(page, cards)).toEqual(before);
});
