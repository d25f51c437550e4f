import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, arrival, COLOUR_RULES, onScreen, screenshot, SEEN, stepTo, toMode } from './browser.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';

/** Workplace and analysis: what their figures are, tests/api/dashboard.test.ts says; here they are drawn, led from, and looked at. */
const widget = (page: Page, key: string) => onScreen(page).locator(`[data-widget="${key}"]`);
const filterIn = (page: Page): unknown => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');

test('the home of everybody leads from each number to its rows, and stays fresh', async ({ open }) => {
  const { page } = await open('/dashboard/workplace', { signedIn: true, mode: 'system' });
  await arrival(page);
  await onScreen(page)
    .getByRole('heading', { level: 1, name: /^Good (morning|afternoon), / })
    .waitFor();
  // In the menu first what everybody starts with, then it.
  const links = page.getByRole('navigation').first().getByRole('link');
  await links.nth(1).waitFor();
  expect(await links.evaluateAll((all) => all.slice(0, 2).map((link) => link.getAttribute('href')))).toEqual([
    '/index',
    '/dashboard/workplace',
  ]);
  await screenshot(page, 'workplace-en', { fullPage: true });
  expect(await accessibilityFaults(page)).toEqual([]);
  await toMode(page, 'dark');
  await screenshot(page, 'workplace-dark', { fullPage: true });
  expect(await accessibilityFaults(page, { runOnly: COLOUR_RULES }, SEEN)).toEqual([]);

  const free = widget(page, 'freeCars').getByRole('link');
  const count = Number(await free.innerText());
  expect(count).toBeGreaterThan(0);
  const again = page.waitForResponse((answer) => answer.url().endsWith('/api/dashboard/workplace'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await again;
  await free.click();
  await page.waitForURL('**/car/list?**');
  await arrival(page);
  expect(filterIn(page)).toEqual({ status: '1', auditStatus: '1', inShop: '0', inStorage: '0' });
  await onScreen(page)
    .getByRole('heading', { level: 1 })
    .getByText(String(count))
    .or(onScreen(page).getByText(String(count), { exact: true }))
    .first()
    .waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await stepTo(page, '/dashboard/workplace');
  await arrival(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(page, 'workplace-390', { fullPage: true });
});

test('figures are asked for while the code that draws them is still on its way, and once; the first ones are there before the others', async ({
  open,
}) => {
  const { page } = await open(REST, { signedIn: true });
  const figures = '/api/dashboard/analysis';
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === figures) asked.push(searchParams.get('part'));
  });
  let show!: () => void;
  const seen = new Promise<void>((resolve) => (show = resolve));
  await page.route(/part=rest/, async (route) => {
    await seen;
    await route.continue();
  });
  const first = page.waitForRequest((request) => request.url().includes(`${figures}?`));
  await page.route('**/assets/DashboardPage-*.js', async (route) => {
    await first;
    await route.continue();
  });
  await page.goto(new URL('/dashboard/analysis?period=last7Days', page.url()).href);
  await onScreen(page).locator('[data-figure]').first().waitFor();
  expect(await widget(page, 'revenueTime').count()).toBe(0);
  show();
  await widget(page, 'revenueTime').waitFor();
  expect(asked).toEqual(['first', 'rest']);
});

test('the analysis is drawn, walked along by keys, read as a table, compared and taken along', async ({ open }) => {
  const { page } = await open('/dashboard/analysis?period=last90Days', { signedIn: true, mode: 'system' });
  await arrival(page);
  const revenue = widget(page, 'revenueTime');
  // Recharts draws them (D-DASH-02).
  await revenue.locator('.recharts-line').first().waitFor();
  await widget(page, 'vehicleStates').locator('.recharts-pie').waitFor();
  await screenshot(page, 'analysis-en', { fullPage: true });
  expect(await accessibilityFaults(page)).toEqual([]);
  await toMode(page, 'dark');
  await screenshot(page, 'analysis-dark', { fullPage: true });
  expect(await accessibilityFaults(page, { runOnly: COLOUR_RULES }, SEEN)).toEqual([]);

  await revenue.locator('svg.recharts-surface').first().focus();
  await page.keyboard.press('ArrowRight');
  await revenue.locator('.recharts-tooltip-wrapper').getByText('Revenue').waitFor();

  await revenue.getByRole('button', { name: 'Table' }).click();
  await revenue.getByRole('table').waitFor();
  expect(await accessibilityFaults(page, {}, SEEN)).toEqual([]);
  const saved = page.waitForEvent('download');
  await revenue.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toBe('Revenue.xlsx');

  await onScreen(page).getByRole('combobox', { name: 'Compared with' }).click();
  await page.getByRole('option', { name: 'A year ago' }).click();
  await widget(page, 'orders')
    .getByText(/^before: /)
    .or(widget(page, 'orders').getByText('before:', { exact: false }))
    .first()
    .waitFor();
  expect(page.url()).toContain('compare=year');

  const orders = widget(page, 'orders').getByRole('link');
  await orders.click();
  await page.waitForURL('**/order/list?**');
  await arrival(page);
  expect(Object.keys(filterIn(page) as object).sort()).toEqual(['bookTimeEnd', 'bookTimeStart']);

  await page.setViewportSize({ width: 390, height: 844 });
  await stepTo(page, '/dashboard/analysis');
  await arrival(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(page, 'analysis-390', { fullPage: true });
});

test('a reader arranges a page of figures by keys, finds it so after a reload, and prints it on A4 without the frame', async ({
  open,
}) => {
  const { page } = await open('/dashboard/analysis?period=last90Days', { signedIn: true });
  await widget(page, 'stores').waitFor();
  const keys = () =>
    onScreen(page)
      .locator('[data-widget]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-widget')));
  const before = await keys();
  expect(before.slice(0, 2)).toEqual(['revenue', 'orders']);
  // Two totals of one page are called differently, and each says what it counts.
  await widget(page, 'revenue').getByText('Paid charges, on the day of payment').waitFor();
  await widget(page, 'models').getByText('Order value: Totals of orders booked in this period').waitFor();

  await page.getByRole('button', { name: 'Arrange' }).click();
  const box = page.getByRole('dialog', { name: 'Arrange' });
  await box.getByRole('button', { name: 'Move Revenue', exact: true }).first().press('ArrowDown');
  await box.getByRole('switch', { name: 'Cancellations' }).press('Space');
  expect(await accessibilityFaults(page, {}, SEEN)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await widget(page, 'stores').waitFor();
  expect(await keys()).toEqual(['orders', 'revenue', ...before.slice(2).filter((key) => key !== 'cancelled')]);

  // The dialog of the browser is not there to be pressed; what it would print is looked at in its place.
  await page.evaluate(() => {
    window.print = () => {
      const drawn = [...document.querySelectorAll<HTMLElement>('[data-widget] svg.recharts-surface')];
      const wide = drawn.filter(
        (svg) => svg.getBoundingClientRect().right > svg.closest('[data-paper]')!.getBoundingClientRect().right,
      );
      document.body.dataset['printed'] = `${drawn.length > 0} ${wide.length}`;
    };
  });
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await page.locator('body[data-printed]').waitFor({ state: 'attached' });
  expect(await page.locator('body').getAttribute('data-printed')).toBe('true 0');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Arrange' }).isVisible()).toBe(false);
  expect(await widget(page, 'revenue').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('[data-paper]').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Arrange' }).click();
  await box.getByRole('button', { name: 'Reset' }).click();
  expect(await keys()).toEqual(before);
});
