import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, screenshot } from './browser.ts';
import {
  api,
  book,
  clock,
  freeCars,
  newCars,
  orderInfo,
  quietDay,
  STORE,
  typeTime,
  type Car,
  type FreeCar,
} from './desk.ts';
import { test } from './sharedPage.ts';

const DAY = 1440;
/** Room for the cars that other tests have bought: what is dragged, and where to, are in sight at once. */
const TALL = 2_400;

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Stock schedule' });
const row = (page: Page, car: Car): Locator => grid(page).getByRole('row', { name: car.plate, exact: true });
const barIn = (page: Page, car: Car, renter: string): Locator =>
  row(page, car).getByRole('gridcell', { name: new RegExp(renter) });

/** Presses the bar, moves by so many pixels and lets go. */
async function drag(page: Page, bar: Locator, [x, y]: readonly [number, number]): Promise<void> {
  const box = (await bar.boundingBox())!;
  const [from, to] = [box.x + Math.min(30, box.width / 2), box.y + box.height / 2];
  await page.mouse.move(from, to);
  await page.mouse.down();
  await page.mouse.move(from + x / 2, to + y / 2, { steps: 3 });
  await page.mouse.move(from + x, to + y, { steps: 3 });
  await page.mouse.up();
}

test('a fleet manager drags an order to another car and day, is refused where it does not fit, and does the same by keys', async ({
  stepOn,
}) => {
  const start = await quietDay();
  const cars = await newCars(2, [start, start + 20 * DAY]);
  const [first, second] = cars as [Car, Car];
  const order = await book(first, [start, start + 2 * DAY]);
  const other = await book(second, [start + 4 * DAY, start + 6 * DAY]);
  // Read once: the clock goes on while the test runs.
  const later = clock(start + 3 * DAY);
  const [from, free] = [clock(start - 2 * DAY).slice(0, 10), clock(start + 7 * DAY).slice(0, 10)];
  const plate = first.plate.replace(/-\d+$/, '');
  const address = `/car/stockview?from=${from}&zoom=month&plate=${encodeURIComponent(plate)}`;
  const { page } = await stepOn(address, { height: TALL });
  await barIn(page, first, order.renterName).waitFor();
  // The cars of other tests may stand above them.
  await row(page, second).scrollIntoViewIfNeeded();
  const gap = (await row(page, second).boundingBox())!.y - (await row(page, first).boundingBox())!.y;

  // To the other car: the plate changes, the time does not.
  await drag(page, barIn(page, first, order.renterName), [0, gap]);
  await barIn(page, second, order.renterName).waitFor();
  expect(await orderInfo(order.id)).toMatchObject({ carId: second.id, plannedReturnTime: order.plannedReturnTime });
  await page.getByRole('button', { name: 'Undo' }).click();
  await barIn(page, first, order.renterName).waitFor();
  await expect.poll(async () => (await orderInfo(order.id)).carId).toBe(first.id);

  // Onto the other order: the question names it, and there is no way to do it.
  const dialog = page.getByRole('dialog', { name: 'Move the order' });
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  await drag(page, barIn(page, first, order.renterName), [4 * 40, gap]);
  await dialog.getByRole('alert').filter({ hasText: other.orderNo }).waitFor();
  expect(await move.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await barIn(page, first, order.renterName).waitFor();
  expect(await orderInfo(order.id)).toMatchObject({ carId: first.id, plannedReturnTime: order.plannedReturnTime });

  // To another day: times and price before and after are said first. Going back leaves all as it was.
  await drag(page, barIn(page, first, order.renterName), [8 * 40, 0]);
  const figures = dialog.getByRole('status');
  await figures.getByText('Total after this').waitFor();
  expect(await figures.locator('dt').allInnerTexts()).toEqual([
    ...['Pickup time', 'Return time', 'Total now', 'Total after this', 'Difference'],
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'stock-asks');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await orderInfo(order.id)).toMatchObject({ carId: first.id, plannedReturnTime: order.plannedReturnTime });

  // By keys: arrows to the bar, M asks where to, a day later.
  await grid(page).getByRole('rowheader', { name: first.plate }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toContain(order.renterName);
  await page.keyboard.press('m');
  await typeTime(page, 'Return time', later);
  await dialog.getByText(/^\+THB/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await move.click();
  await dialog.waitFor({ state: 'detached' });
  expect((await orderInfo(order.id)).plannedReturnTime.slice(0, 16)).toBe(later);

  // Where nothing is: a booking of this car on this day.
  const box = (await row(page, second).boundingBox())!;
  await page.mouse.click(box.x + 190 + 9.5 * 40, box.y + box.height / 2);
  const form = page.getByRole('dialog');
  await expect.poll(() => form.locator('#booking-carId').inputValue()).toContain(second.plate);
  await expect.poll(() => form.locator('#booking-plannedPickupTime').inputValue()).toContain(free);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });

  // Wider days, and what the bar opens.
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('.tl-day')?.clientWidth)).toBeGreaterThan(900);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await barIn(page, first, order.renterName).click();
  await page.waitForURL(`**/order/detail/${order.id}`);
});

test('an order that waits for a plate is dragged onto a car, and onto one of another model only with a reason', async ({
  stepOn,
}) => {
  const start = await quietDay();
  const span = [start, start + 20 * DAY] as const;
  const [car] = (await newCars(1, span)) as [Car];
  const [other] = (await newCars(1, span, car.storeId, car)) as [Car];
  const order = await book(car, [start, start + 2 * DAY], { carId: null });
  const carOf = async (): Promise<unknown> => (await orderInfo(order.id)).carId;
  const from = clock(start - 2 * DAY).slice(0, 10);
  const filters = `from=${from}&zoom=month&waiting=1&storeId=${car.storeId}`;
  const { page } = await stepOn(`/car/stockview?${filters}&subModelId=${car.subModelId}`, { height: TALL });
  const waiting = grid(page).getByRole('gridcell', { name: new RegExp(order.renterName) });
  await waiting.waitFor();
  await row(page, car).scrollIntoViewIfNeeded();
  const gap = (await row(page, car).boundingBox())!.y - (await waiting.boundingBox())!.y;
  await drag(page, waiting, [0, gap + 4]);
  await barIn(page, car, order.renterName).waitFor();
  expect(await carOf()).toBe(car.id);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(carOf).toBe(null);
  await barIn(page, car, order.renterName).waitFor({ state: 'detached' });
  await drag(page, waiting, [0, gap + 4]);
  await expect.poll(carOf).toBe(car.id);

  const plate = car.plate.replace(/-\d+$/, '');
  await stepOn(`/car/stockview?${filters}&plate=${encodeURIComponent(plate)}`, { height: TALL });
  await barIn(page, car, order.renterName).waitFor();
  await row(page, other).scrollIntoViewIfNeeded();
  const further = (await row(page, other).boundingBox())!.y - (await row(page, car).boundingBox())!.y;
  const dialog = page.getByRole('dialog', { name: 'Move the order' });
  const reason = dialog.getByLabel(/^Reason for another model/);
  await drag(page, barIn(page, car, order.renterName), [0, further]);
  await reason.waitFor();
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'stock-other-model');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await barIn(page, car, order.renterName).waitFor();
  expect(await carOf()).toBe(car.id);

  await drag(page, barIn(page, car, order.renterName), [0, further]);
  await reason.fill('The booked car was damaged');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await barIn(page, other, order.renterName).waitFor();
  expect(await orderInfo(order.id)).toMatchObject({
    carId: other.id,
    overrides: [expect.objectContaining({ kind: 'model', reason: 'The booked car was damaged' })],
  });
});

test('where the model has no car, the booking names stores, hours and models that have one, and takes one with a click', async ({
  stepOn,
}) => {
  const start = await quietDay();
  const span = [start, start + 2 * DAY] as const;
  const [pickup, returned] = [clock(span[0]), clock(span[1])];
  const free = await freeCars(pickup, returned);
  const counts = new Map<number, number>();
  for (const { subModelId } of free) counts.set(subModelId, (counts.get(subModelId) ?? 0) + 1);
  const [subModelId] = [...counts].toSorted((a, b) => a[1] - b[1])[0]!;
  const asked = new URLSearchParams({
    ...{ storeId: String(STORE.id), subModelId: String(subModelId) },
    ...{ pickupTime: `${pickup}:00`, returnTime: `${returned}:00` },
  });
  for (;;) {
    const [car] = await api<FreeCar[]>(`/order/availablecars?${asked}`);
    if (!car) break;
    await book({ ...car, storeId: STORE.id }, span);
  }
  const { page } = await stepOn(`/car/stockview?from=${pickup.slice(0, 10)}`);
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('dialog');
  const pick = async (name: RegExp, text: string): Promise<void> => {
    await form.getByRole('combobox', { name }).click();
    await page.keyboard.type(text);
    await page.getByRole('option').filter({ hasText: text }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  await pick(/^Pickup store/, STORE.name);
  await typeTime(page, 'Pickup time', pickup);
  await typeTime(page, 'Return time', returned);
  await pick(/^Vehicle model/, free.find((car) => car.subModelId === subModelId)!.subModelName);
  const offers = form.getByRole('group', { name: 'Other models at this store' });
  await offers.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const offer = offers.getByRole('button').first();
  const name = await offer.locator('b').innerText();
  await offer.focus();
  await page.keyboard.press('Enter');
  await offers.waitFor({ state: 'detached' });
  expect(await form.getByRole('combobox', { name: /^Vehicle model/ }).inputValue()).toContain(name);
});
