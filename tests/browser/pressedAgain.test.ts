import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import {
  api,
  book,
  clock,
  confirm,
  newCar,
  pick,
  quietDay,
  step,
  STORE,
  typeTime,
  type Car,
  type Order,
} from './desk.ts';
import { test } from './fixtures.ts';
import { dueToday } from '../turns.ts';

const DAY = 1440;
const UNKNOWN = /It is not known whether this was done/;
const DONE_BEFORE = 'This was already done at the first attempt; it was not done a second time';

/** What becomes of the answer of a call that the server has carried out. */
const LOST: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'a 503 at the deadline': (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { statusCode: 503, message: 'The service is busy, please try again in a moment', data: null },
    }),
  'the 502 page of a proxy': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html><body>502 Bad Gateway</body></html>' }),
  'a connection that breaks': (route) => route.abort('connectionreset'),
};

/** The next call of this path reaches the server, which commits; its answer is lost on the way. */
async function loseAnswer(page: Page, path: string, how: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    `**/api${path}`,
    async (route) => {
      expect(await (await route.fetch()).json()).toMatchObject({ statusCode: 200 });
      await how(route);
    },
    { times: 1 },
  );
}

interface Payment {
  readonly amount: number;
}
const paymentsOf = async ({ id }: Order): Promise<readonly number[]> =>
  (await api<{ payments: Payment[] }>(`/order/info/${id}`)).payments.map(({ amount }) => amount);

async function fillPayment(page: Page, amount: string): Promise<void> {
  await step(page, 'Add payment');
  await pick(page, 'Payment method', 'Cash');
  await page.getByRole('dialog').getByLabel('Amount').fill(amount);
}

async function newOrder(): Promise<Order> {
  const from = await quietDay();
  return book(await newCar([from, from + 3 * DAY]), [from, from + 2 * DAY]);
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test.for(dueToday(Object.entries(LOST)))(
  'a payment pressed again is one payment after %s',
  async ([, how], { open }) => {
    const order = await newOrder();
    const { page, allow } = await open(`/order/detail/${order.id}`, { signedIn: true, height: 1000 });
    allow(/503|502|ERR_CONNECTION_RESET|Failed to load resource/);
    await fillPayment(page, '100');
    await loseAnswer(page, '/order/payment/save', how);
    await press(page, 'Add payment');
    await page.getByRole('dialog').getByText(UNKNOWN).waitFor();
    expect(await paymentsOf(order)).toEqual([100]);
    await confirm(page, 'Add payment');
    const done = page.getByText(DONE_BEFORE);
    await done.waitFor();
    expect(await paymentsOf(order)).toEqual([100]);
    // The outcome is known: the same amount once more is another payment.
    await fillPayment(page, '100');
    await confirm(page, 'Add payment');
    await expect.poll(() => paymentsOf(order)).toEqual([100, 100]);
    await done.waitFor({ state: 'detached' });
  },
);

test('a payment typed again after a reload is one payment, another amount is another', async ({ open }) => {
  const order = await newOrder();
  const { page, allow } = await open(`/order/detail/${order.id}`, { signedIn: true, height: 1000 });
  allow(/502|Failed to load resource/);
  await fillPayment(page, '150');
  await loseAnswer(page, '/order/payment/save', LOST['the 502 page of a proxy']!);
  await press(page, 'Add payment');
  await page.getByRole('dialog').getByText(UNKNOWN).waitFor();
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await fillPayment(page, '150');
  await confirm(page, 'Add payment');
  await page.getByText(DONE_BEFORE).waitFor();
  await fillPayment(page, '160');
  await confirm(page, 'Add payment');
  await expect.poll(async () => (await paymentsOf(order)).toSorted()).toEqual([150, 160]);
});

async function choose(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${label}`) });
  await box.click();
  await box.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

async function fillOrder(page: Page, car: Car, from: number, renter: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await choose(page, 'Pickup store', STORE.name);
  await typeTime(page, 'Planned pickup time', clock(from));
  await typeTime(page, 'Planned return time', clock(from + 2 * DAY));
  const { list } = await api<{ list: { subModelName: string }[] }>(
    `/car/list?keyword=${encodeURIComponent(car.plate)}`,
  );
  await choose(page, 'Vehicle model', list[0]!.subModelName);
  await choose(page, 'Plate number', car.plate);
  await dialog.getByLabel('Renter name').fill(renter);
  await dialog.getByLabel('Renter phone').fill('13955556666');
  await dialog.getByRole('textbox', { name: 'ID number' }).fill(`E${process.pid}77`);
}

test('an order pressed again after a lost answer is one order', async ({ open }) => {
  const from = await quietDay();
  const car = await newCar([from, from + 3 * DAY]);
  const renter = `Pressed ${process.pid}`;
  const { page, allow } = await open('/order/list', { signedIn: true, height: 1000 });
  allow(/503|Failed to load resource/);
  await page.getByRole('button', { name: 'New order' }).click();
  await fillOrder(page, car, from, renter);
  await loseAnswer(page, '/order/save', LOST['a 503 at the deadline']!);
  await press(page, 'Create order');
  await page.getByText(UNKNOWN).first().waitFor();
  await press(page, 'Create order');
  await page.waitForURL('**/order/detail/*');
  const { total } = await api<{ total: number }>(
    `/order/list?keyword=${encodeURIComponent(renter)}&pageNo=1&pageSize=10`,
  );
  expect(total).toBe(1);
});
