import { expect } from 'vitest';
import { accessibilityFaults, screenshot } from './browser.ts';
import { api } from './desk.ts';
import { test } from './sharedPage.ts';

test('a month of orders is one question; each number opens its orders, and back is the month', async ({ stepOn }) => {
  const { page } = await stepOn('/order/list?view=calendar');
  await page.getByRole('table').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const counted = page.waitForResponse('**/api/resources/order/days?*');
  await page.getByRole('button', { name: 'Earlier', exact: true }).click();
  const { data } = (await (await counted).json()) as { data: { day: string; counts: number[] }[] };
  const busy = data.find(({ counts }) => counts[1]! > 0)!;
  const month = await page.getByRole('heading', { level: 2 }).innerText();
  const cell = page.getByRole('cell', { name: busy.day, exact: true });
  const back = cell.getByRole('link', { name: `${busy.counts[1]} back`, exact: true });
  await back.waitFor();
  expect(asked.filter((path) => path.endsWith('/order/days'))).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith('/order/list'))).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'order-calendar');

  await back.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('columnheader', { name: /Planned return time/ }).waitFor();
  const { total } = await api<{ total: number }>(
    `/order/list?status=1,2,3&returnTimeStart=${busy.day}&returnTimeEnd=${busy.day}`,
  );
  expect(total).toBe(busy.counts[1]);
  await page.getByText(`Return time: ${busy.day} – ${busy.day}`).waitFor();
  await page.goBack();
  await back.waitFor();
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe(month);
});

test('on a phone a day is one line', async ({ stepOn }) => {
  const { page } = await stepOn('/order/list?view=calendar', { width: 390, height: 844 });
  const links = page.getByRole('main').getByRole('link', { name: /^\d+ out$/ });
  await links.first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const heights = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .evaluateAll((lines) => lines.map((line) => line.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(48);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a card on the board has three lines and no labels', async ({ stepOn }) => {
  const { page } = await stepOn('/order/list?view=board', { width: 1440, height: 900 });
  const card = page.getByRole('region').getByRole('listitem').first();
  await card.waitFor();
  expect(await card.getByText('Planned pickup time').count()).toBe(0);
  expect(await card.getByTitle('Planned pickup time').innerText()).toMatch(/^\d+ \w{3} \d\d:\d\d$/);
  expect((await card.boundingBox())!.height).toBeLessThan(100);
  expect(await accessibilityFaults(page)).toEqual([]);
});
