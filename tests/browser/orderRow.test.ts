import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import labels from '../../i18n/en-US.json';
import { codes } from '../../resources/codes.ts';
import { onScreen } from './browser.ts';
import { api, book, clock, confirm, newCar, orderInfo, pay, PHOTO, quietDay, step, tokenOf } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { test } from './sharedPage.ts';

const DESK = { width: 1280 } as const;

/** The name under which the server keeps a small picture. */
async function uploaded(): Promise<string> {
  const body = new FormData();
  body.append('file', new File([PHOTO.buffer], PHOTO.name, { type: PHOTO.mimeType }));
  const answer = await fetch(`${productUrl()}/api/basics/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf()}` },
    body,
  });
  return ((await answer.json()) as { data: { name: string } }).data.name;
}

/** Presses a sheet in the menu of a row; answers what opens. */
async function print(page: Page, row: Locator, name: string): Promise<Page> {
  await row.getByRole('button', { name: 'More actions' }).click();
  const [sheet] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name, exact: true }).click(),
  ]);
  return sheet;
}

test('the sheets of an order are printed from its row, filled, and its detail shows the pictures of the handover', async ({
  stepOn,
}) => {
  const car = await newCar([-120, 3 * 1440]);
  const order = await book(car, [-60, 2 * 1440], { externalPlate: 1 });
  await pay(order);
  const photos = [await uploaded(), await uploaded()];
  const task = { id: order.id, carId: car.id, time: `${clock(-60)}:00`, mileage: car.mileage, oil: 8 };
  await api('/order/pickup', { ...task, idPhotos: photos, frontPhoto: await uploaded() });

  const { page } = await stepOn('/order/list', DESK);
  await page.getByRole('row').nth(1).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // A desk has everything in sight: no column lies beside the screen or under the actions.
  const beyond = () =>
    onScreen(page)
      .locator('table')
      .evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(1);
  await stepOn('/car/dispatchplan', DESK);
  const stores = page.getByRole('cell').filter({ hasText: /Airport|Town|Patong|Central/ });
  await stores.first().waitFor();
  await expect.poll(beyond).toBeLessThanOrEqual(1);
  const cut = (cells: readonly Element[]): readonly string[] =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent ?? '');
  expect(await stores.evaluateAll(cut as (cells: unknown) => readonly string[])).toEqual([]);

  const filter = encodeURIComponent(JSON.stringify({ keyword: order.orderNo }));
  await stepOn(`/order/list?filter=${filter}`, DESK);
  const row = page.getByRole('row').filter({ hasText: order.orderNo });
  for (const [name, address, heading] of [
    ['Print rental sheet', `/print/rental/${order.id}`, 'Rental agreement'],
    ['Print settlement sheet', `/print/settlement/${order.id}`, 'Settlement sheet'],
    ['Print check sheet', '/print/vehiclecar', 'Vehicle check sheet'],
  ] as const) {
    const sheet = await print(page, row, name);
    await sheet.getByText(heading).first().waitFor();
    const { pathname, searchParams } = new URL(sheet.url());
    expect(pathname).toBe(address);
    expect(searchParams.get('key')).toMatch(/^[\w-]{32}$/);
    for (const text of [order.renterName, car.plate]) await sheet.getByText(text).first().waitFor();
    if (name === 'Print rental sheet') await sheet.getByText('External (foreign) plate').first().waitFor();
    await sheet.close();
  }

  await stepOn(`/order/detail/${order.id}`, DESK);
  const items = codes.feeItem.map(({ code }) => labels.codes.feeItem[code]).filter((label) => label !== 'Total');
  const lines = page.getByRole('tabpanel').getByRole('listitem');
  const { fees } = await api<{ fees: { item: keyof typeof labels.codes.feeItem; amount: number }[] }>(
    `/order/info/${order.id}`,
  );
  const charged = new Set(fees.filter(({ amount }) => amount > 0).map(({ item }) => labels.codes.feeItem[item]));
  await lines
    .filter({ hasText: [...charged].at(-1)! })
    .first()
    .waitFor();
  const shown = (await lines.allInnerTexts()).map((line) => line.split('\n'));
  expect(shown.map(([label]) => label!).filter((label) => (items as string[]).includes(label))).toEqual(
    // In the documented order, and nothing that costs nothing.
    items.filter((item) => charged.has(item)),
  );
  await page.getByRole('tab', { name: 'Pickup and return info' }).click();
  const pictures = page.getByRole('tabpanel').locator('img[src*="/files/"]');
  await pictures.first().waitFor();
  const widths = () =>
    pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toEqual([1]);
  // Papers of the renter have no address: each is opened by itself, through the order.
  await page.getByRole('button', { name: 'View ID photos 2' }).click();
  const paper = page.getByRole('dialog').getByRole('img', { name: 'View ID photos 2' });
  await expect.poll(() => paper.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await page.keyboard.press('Escape');
  expect(await orderInfo(order.id)).toMatchObject({ status: 2 });
});

test('an order is called off after a question: who leaves it sends nothing, who answers it sends one call', async ({
  stepOn,
}) => {
  const from = await quietDay();
  const order = await book(await newCar([from, from + 2 * 1440]), [from, from + 1440]);
  const { page } = await stepOn(`/order/detail/${order.id}`, { height: 1000 });
  let sent = 0;
  page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/order/cancel'))));
  const dialog = page.getByRole('dialog');
  await step(page, 'Cancel order');
  await dialog.getByText('Confirm cancellation of this order?').waitFor();
  await dialog.getByText('THB 0.00').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect([sent, (await orderInfo(order.id)).status]).toEqual([0, 1]);
  await step(page, 'Cancel order');
  await dialog.getByLabel('Reason').fill('flight cancelled');
  await confirm(page, 'Cancel order');
  await page.getByText('Cancelled successfully').first().waitFor();
  expect([sent, (await orderInfo(order.id)).status]).toEqual([1, -1]);
});
