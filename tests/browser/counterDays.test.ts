import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import { api, book, confirm, handOver, newCar, newCars, orderInfo, step } from './desk.ts';
import { test } from './sharedPage.ts';

const DAY = 1440;
/** A rental that began yesterday and ends the day after tomorrow. */
const RENTED = [-DAY, 2 * DAY] as const;

const FUEL = { old: 'Fuel level', new: 'Fuel level of the new car' } as const;

test('a broken car is changed in the middle of a rental: the renter drives on, the car stands in the shop, and both are on the order', async ({
  stepOn,
}) => {
  const [broken, spare] = await newCars(2, [-2 * DAY, 4 * DAY]);
  const order = await handOver(await book(broken!, RENTED), broken!, RENTED[0]);
  const { page } = await stepOn(`/order/detail/${order.id}`, { height: 1100 });
  const dialog = page.getByRole('dialog');
  await step(page, 'Change car');
  const fuel = (name: string) =>
    dialog.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: '8/8' });
  await dialog.getByLabel(/^Mileage \(km\)/).fill(String(broken!.mileage + 120));
  await fuel(FUEL.old).check({ force: true });
  await dialog.getByRole('radio', { name: new RegExp(spare!.plate) }).check({ force: true });
  await dialog.getByLabel(/^Mileage of the new car/).fill(String(spare!.mileage));
  await fuel(FUEL.new).check({ force: true });
  await dialog.getByRole('button', { name: 'Change car', exact: true }).click();
  await expect.poll(async () => (await orderInfo(order.id)).carId).toBe(spare!.id);
  const seen = await orderInfo(order.id);
  expect([seen.status, seen.total]).toEqual([order.status, order.total]);
  expect(await api(`/car/info/${broken!.id}`)).toMatchObject({ mileage: broken!.mileage + 120 });
  await expect(book(broken!, [5, DAY])).rejects.toThrow();
});

test('a red plate becomes a white one while the car is out: the old one still finds car and order', async ({
  stepOn,
}) => {
  const car = await newCar([-2 * DAY, 4 * DAY]);
  const order = await handOver(await book(car, RENTED), car, RENTED[0]);
  const white = `ขก ${String(Date.now()).slice(-4)}`;
  const { page } = await stepOn(`/car/detail/${car.id}`, { height: 1000 });
  await onScreen(page).getByRole('button', { name: 'Change plate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Plate number/).fill(white);
  await dialog.getByLabel(/^Remark/).fill('white plate has come');
  await confirm(page, 'Change plate');
  await onScreen(page).getByRole('heading', { level: 1 }).filter({ hasText: white }).waitFor();
  const found = await api<{ list: { id: number }[] }>(`/car/list?keyword=${encodeURIComponent(car.plate)}`);
  expect(found.list.map(({ id }) => id)).toContain(car.id);
  expect(await orderInfo(order.id)).toMatchObject({ carId: car.id, plate: white });
});

test('an accountant reads the payments of a month over stores and ways, and what was held of deposits when a day ended', async ({
  stepOn,
}) => {
  const order = await book(await newCar([-2 * DAY, 4 * DAY]), RENTED, { depositType: 1 });
  await api('/order/payment/save', { orderId: order.id, amount: order.due + order.depositDue, method: 5 });
  const filter = (values: object): string => `?filter=${encodeURIComponent(JSON.stringify(values))}`;
  const { page } = await stepOn(`/order/payment${filter({ keyword: order.orderNo })}`, { height: 1000 });
  const row = onScreen(page).locator('tbody tr', { hasText: order.orderNo });
  await row.first().waitFor();
  const sum = (order.due + order.depositDue).toLocaleString('en-US', { minimumFractionDigits: 2 });
  expect(await row.first().innerText()).toContain(sum);

  const deposits = await stepOn(`/order/deposit${filter({ keyword: order.orderNo })}`, { height: 1000 });
  await onScreen(deposits.page).locator('tbody tr', { hasText: order.orderNo }).first().waitFor();
  const { list } = await api<{ list: { held: number; state: string }[] }>(
    `/order/deposit/list?keyword=${order.orderNo}`,
  );
  expect(list.reduce((total, { held }) => total + held, 0)).toBe(order.depositDue);
  await stepOn('/order/depositsheld', { height: 1000 });
  await onScreen(page)
    .getByText(/THB [\d,]+\.\d{2}/)
    .first()
    .waitFor();
});
