import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { api, book, clock, newCar, orderInfo, pay, PHOTO, tokenOf } from './desk.ts';
import { test } from './fixtures.ts';

/** The name under which the server keeps a small picture. */
async function uploaded(): Promise<string> {
  const body = new FormData();
  body.append('file', new File([PHOTO.buffer], PHOTO.name, { type: PHOTO.mimeType }));
  const answer = await fetch(`${inject('product')}/api/basics/file/upload`, {
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
  open,
}) => {
  const car = await newCar([-120, 3 * 1440]);
  const order = await book(car, [-60, 2 * 1440], { externalPlate: 1 });
  await pay(order);
  const photos = [await uploaded(), await uploaded()];
  const task = { id: order.id, carId: car.id, time: `${clock(-60)}:00`, mileage: car.mileage, oil: 8 };
  await api('/order/pickup', { ...task, idPhotos: photos, frontPhoto: await uploaded() });

  const filter = encodeURIComponent(JSON.stringify({ keyword: order.orderNo }));
  const { page } = await open(`/order/list?filter=${filter}`, { signedIn: true, width: 1600 });
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

  await page.goto(new URL(`/order/detail/${order.id}`, page.url()).href);
  await page.getByRole('tab', { name: 'Pickup and return info' }).click();
  const pictures = page.getByRole('tabpanel').locator('img[src*="/files/"]');
  await pictures.nth(2).waitFor();
  const widths = () =>
    pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toEqual([1, 1, 1]);
  expect(await orderInfo(order.id)).toMatchObject({ status: 2 });
});
