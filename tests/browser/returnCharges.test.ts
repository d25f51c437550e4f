import { expect } from 'vitest';
import { arrival } from './browser.ts';
import { api, book, clock, handOver, newCar, orderInfo, type Order } from './desk.ts';
import { test } from './fixtures.ts';

const RENTED = [-30, 2 * 1440] as const;

/** An order with deposits whose car is out with a full tank. */
async function carOut(): Promise<Order> {
  await api('/carprice/saveparams', { fuelPricePerEighth: 250 });
  const car = await newCar([-60, RENTED[1]]);
  return handOver(await book(car, RENTED, { depositType: 1 }), car, RENTED[0]);
}

test('a return finishes the money in five clicks: fuel is charged, the deposit pays it, both refunds are asked for', async ({
  open,
  adminToken,
}) => {
  const order = await carOut();
  const { mileage } = await api<{ mileage: number }>(`/car/info/${order.carId}`);
  const { page } = await open(`/order/detail/${order.id}`, { token: await adminToken() });
  await arrival(page);
  let clicks = 0;
  const click = async (action: Promise<unknown>): Promise<void> => {
    clicks += 1;
    await action;
  };
  await click(page.getByRole('button', { name: 'Return', exact: true }).click());
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mileage (km)').fill(String(mileage + 300));
  await click(dialog.getByRole('radio', { name: '6/8' }).check({ force: true }));
  const charges = dialog.getByRole('group', { name: 'Charges of this return' });
  await charges.getByRole('textbox', { name: 'Fuel: 2/8 missing' }).waitFor();
  expect(await charges.getByRole('textbox', { name: 'Fuel: 2/8 missing' }).inputValue()).toBe('500.00');
  await click(dialog.getByRole('button', { name: 'Take the car back' }).click());

  const answer = page.getByRole('dialog').filter({ hasText: 'is back' });
  const rowOf = (label: string) => answer.locator('div', { hasText: new RegExp(`^${label}THB`) }).last();
  expect(await rowOf('Charges of this return').innerText()).toContain('THB 500.00');
  expect(await rowOf('From deposit').innerText()).toContain('THB 500.00');
  expect(await rowOf('Still due').innerText()).toContain('THB 0.00');
  await click(answer.getByRole('button', { name: 'Request both refunds' }).click());
  const request = page.getByRole('dialog').filter({ hasText: 'Kept for charges' });
  await request.waitFor();
  expect(await request.getByLabel(/^Kept for charges/).inputValue()).toBe('500.00');
  for (const box of await request.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true);
  await click(request.getByRole('button', { name: 'Request refund' }).click());
  await request.waitFor({ state: 'hidden' });
  expect(clicks).toBe(5);

  const after = (await orderInfo(order.id)) as Order & {
    readonly depositHeld: number;
    readonly refunds: readonly { readonly amount: number }[];
  };
  expect(after.due).toBe(0);
  expect(after.refunds).toHaveLength(2);
  expect(after.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(after.depositHeld);
  // What is asked back is not called money to give back any more.
  await page
    .getByText(/^Asked back/)
    .first()
    .waitFor();
  expect(await page.getByText(/Deposits to give back/).count()).toBe(0);
});

test('both deposits of an order are asked back with two clicks, each ticked and with its reason', async ({
  open,
  adminToken,
}) => {
  const order = await carOut();
  const { mileage } = await api<{ mileage: number }>(`/car/info/${order.carId}`);
  await api('/order/return', {
    ...{ id: order.id, carId: order.carId, time: `${clock(0)}:00` },
    ...{ mileage: mileage + 10, oil: 8 },
  });
  const { page } = await open(`/order/detail/${order.id}`, { token: await adminToken() });
  await arrival(page);
  await page.getByRole('button', { name: 'Request refund', exact: true }).first().click();
  const request = page.getByRole('dialog');
  await request.getByRole('checkbox').nth(1).waitFor();
  for (const box of await request.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true);
  await expect
    .poll(() =>
      request
        .getByLabel(/^Reason/)
        .first()
        .inputValue(),
    )
    .not.toBe('');
  await request.getByRole('button', { name: 'Request refund' }).click();
  await request.waitFor({ state: 'hidden' });
  const { refunds } = (await orderInfo(order.id)) as Order & { readonly refunds: readonly unknown[] };
  expect(refunds).toHaveLength(2);
});
