import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrival, onScreen } from './browser.ts';
import { api } from './desk.ts';
import { test } from './fixtures.ts';
import { settled } from './settled.ts';

/** From now on this page is under fingers. */
async function underFingers(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
}

/** What is pressed and lower than a thumb: what it says, and its height. */
const low = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'header button, nav [role=tab], nav [role=tablist] + button, :is(main, [role=dialog]) :is(.MuiButton-root, .MuiIconButton-root, .text-button, [role=tab])',
      ),
    ]
      .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.closest('[aria-hidden=true]'))
      .map((one) => [one.ariaLabel ?? one.textContent.trim(), Math.round(one.getBoundingClientRect().height)] as const)
      .filter(([, height]) => height > 0 && height < 44)
      .map(([name, height]) => `${name}: ${height}`),
  );

const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
] as const;

test('where fingers press, buttons, tabs, the tab bar, the header and pages of a list are as high as a thumb, and as before under a mouse: phone and tablet', async ({
  open,
}) => {
  const { list } = await api<{ list: { id: number }[] }>('/car/list?pageNo=1&pageSize=1');
  const { page } = await open('/order/list', { signedIn: true, fresh: true, stored: { multi_tab: 'on' }, ...SIZES[0] });
  await arrival(page);
  await settled(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await low(page)).not.toEqual([]);
  }
  await underFingers(page);
  for (const address of ['/order/list', `/car/detail/${list[0]!.id}`, '/order/list?form=new']) {
    await page.goto(new URL(address, page.url()).href);
    await arrival(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      expect([address, size.width, ...(await low(page))]).toEqual([address, size.width]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  }
});

test('the tabs of a record begin at the edge, also where they do not all fit', async ({ open }) => {
  const { list } = await api<{ list: { id: number }[] }>('/car/list?pageNo=1&pageSize=1');
  const { page } = await open(`/car/detail/${list[0]!.id}`, { signedIn: true, width: 700 });
  await arrival(page);
  const row = onScreen(page).locator('.MuiTabs-root').first();
  // They are for the mouse: a keyboard walks the tabs.
  const scroll = row.locator('.MuiTabScrollButton-root:visible');
  await expect.poll(() => scroll.count()).toBe(1);
  const first = row.getByRole('tab').first();
  const left = async () => Math.round((await first.boundingBox())!.x - (await row.boundingBox())!.x);
  expect(await left()).toBe(0);
  // What is scrolled away is a press away, both ways.
  await scroll.click();
  await expect.poll(left).toBeLessThan(0);
  await scroll.first().click();
  await expect.poll(left).toBe(0);
});
