import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { api, book, confirm, newCar, pick, quietDay, step, type Order } from './desk.ts';
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

// Orders: OrderForm.test.tsx. Every other way to lose an answer: idempotency.test.ts.
test.for(dueToday(Object.entries(LOST)))(
  'a payment pressed again is one payment after %s, also typed again after a reload; what is pressed once its outcome is known is another, and so is another amount',
  async ([, how], { open }) => {
    const order = await newOrder();
    const { page, allow } = await open(`/order/detail/${order.id}`, { signedIn: true, height: 1000 });
    allow(/503|502|ERR_CONNECTION_RESET|Failed to load resource/);
    const done = page.getByText(DONE_BEFORE);
    const pressInVain = async (): Promise<void> => {
      await loseAnswer(page, '/order/payment/save', how);
      await press(page, 'Add payment');
      await page.getByRole('dialog').getByText(UNKNOWN).waitFor();
    };
    await fillPayment(page, '100');
    await pressInVain();
    expect(await paymentsOf(order)).toEqual([100]);
    await confirm(page, 'Add payment');
    await done.waitFor();
    expect(await paymentsOf(order)).toEqual([100]);

    // The outcome is known: the same amount once more is another payment.
    await fillPayment(page, '100');
    await pressInVain();
    expect(await paymentsOf(order)).toEqual([100, 100]);
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await fillPayment(page, '100');
    await confirm(page, 'Add payment');
    await done.waitFor();
    await fillPayment(page, '160');
    await confirm(page, 'Add payment');
    await expect.poll(async () => (await paymentsOf(order)).toSorted()).toEqual([100, 100, 160]);
  },
);
