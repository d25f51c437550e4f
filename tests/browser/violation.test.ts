import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, arrival, onScreen, screenshot } from './browser.ts';
import { api, book, clock, handOver, newCars, orderInfo, type Car, type Order } from './desk.ts';
import { test } from './fixtures.ts';

const HOUR = 60;

interface Violation {
  readonly id: number;
  readonly status: number;
  readonly claim: string;
  readonly match: string;
  readonly orderId: number | null;
}
const violationOf = (id: number): Promise<Violation> => api(`/car/violation/info/${id}`);

/** Presses a step of the detail and answers its question. */
async function press(page: Page, name: string): Promise<void> {
  await onScreen(page).getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A car that is out with a renter since two hours ago. */
async function out(car: Car, changes: object): Promise<Order> {
  const order = await book(car, [-2 * HOUR, 20 * HOUR], changes);
  return handOver(order, car, -2 * HOUR);
}

const saved = async (car: Car, minutes: number): Promise<number> =>
  (
    await api<{ id: number }>('/car/violation/save', {
      carId: car.id,
      time: `${clock(minutes)}:00`,
      ...{ behavior: 'Speeding', location: 'Highway 402', points: 1, fine: 500 },
    })
  ).id;

test('the fine of a deposit-free order is deducted, and completed is final', async ({ open }) => {
  const [car] = (await newCars(1, [-3 * HOUR, 24 * HOUR])) as [Car];
  await out(car, { depositType: 3 });
  const id = await saved(car, -HOUR);
  const { page } = await open(`/car/violation/${id}`, { signedIn: true });
  await arrival(page);
  await onScreen(page).getByText('THB 500.00 (¥ 100.00)').waitFor();
  await press(page, 'Deduct the fine');
  await expect.poll(async () => (await violationOf(id)).claim).toBe('deduction');
  await onScreen(page).getByRole('button', { name: 'Deduct the fine', exact: true }).waitFor({ state: 'detached' });
  await press(page, 'Complete');
  await expect.poll(async () => (await violationOf(id)).status).toBe(2);
  // Nothing is offered any more.
  for (const name of ['Complete', 'Edit', 'Delete', 'No action needed'])
    await expect.poll(() => onScreen(page).getByRole('button', { name, exact: true }).count()).toBe(0);
});

test('the fine of an order with a deposit goes on its bill; all pending ones are matched again with their progress', async ({
  open,
}) => {
  const [car] = (await newCars(1, [-3 * HOUR, 24 * HOUR])) as [Car];
  const order = await out(car, { depositType: 1 });
  const id = await saved(car, -HOUR);
  const { page } = await open(`/car/violation/${id}`, { signedIn: true });
  await arrival(page);
  expect(await onScreen(page).getByRole('button', { name: 'Deduct the fine' }).count()).toBe(0);
  await press(page, 'Charge the fine');
  await expect.poll(async () => (await violationOf(id)).claim).toBe('fee');
  expect((await orderInfo(order.id)).total).toBe(order.total + 500);

  await page.goto(new URL('/car/violation', page.url()).href);
  await page.getByRole('button', { name: 'Find orders again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find orders again' });
  await dialog.getByRole('button', { name: 'Find orders again' }).click();
  await dialog.getByText(/violations were looked up/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('of two orders that touch a person says which it was', async ({ open }) => {
  const { list } = await api<{ list: Violation[] }>('/car/violation/list?match=undecided&status=0&pageNo=1&pageSize=1');
  const { id } = list[0]!;
  const { page } = await open(`/car/violation/${id}`, { signedIn: true });
  await arrival(page);
  await onScreen(page).getByRole('button', { name: 'Choose the order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'violation-decide');
  await dialog.getByRole('button', { name: 'Choose the order' }).click();
  await dialog.waitFor({ state: 'detached' });
  const decided = await violationOf(id);
  expect(decided).toMatchObject({ match: 'chosen' });
  expect(decided.orderId).not.toBeNull();
});
