import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import {
  api,
  book,
  clock,
  confirm,
  handOver,
  newCar,
  newCars,
  orderInfo,
  pick,
  step,
  STORE,
  tokenOf,
  typeTime,
} from './desk.ts';
import { test } from './sharedPage.ts';

const DAY = 1440;
/** A rental that began yesterday and ends the day after tomorrow. */
const RENTED = [-DAY, 2 * DAY] as const;
const OTHER_STORE = 6;

const FUEL = { old: 'Fuel level', new: 'Fuel level of the new car' } as const;
const filter = (values: object): string => `?filter=${encodeURIComponent(JSON.stringify(values))}`;

/** Chooses a vehicle by typing its plate. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${label}`) });
  await box.click();
  await box.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

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
  await onScreen(page).getByRole('tab', { name: 'Pickup and return' }).click();
  for (const { plate } of [broken!, spare!]) await onScreen(page).getByText(plate).first().waitFor();
  // The shop has it since: the work order is the manager's to complete.
  await stepOn(`/car/maintenanceinfo${filter({ keyword: broken!.plate })}`, { height: 1000 });
  await onScreen(page)
    .getByRole('row', { name: new RegExp(broken!.plate) })
    .getByRole('button', { name: 'Complete' })
    .waitFor();
});

test('a car that has burnt out ends its rental without mileage and fuel, and leaves the fleet', async ({ stepOn }) => {
  const car = await newCar([-2 * DAY, 4 * DAY]);
  const order = await handOver(await book(car, RENTED), car, RENTED[0]);
  const { page } = await stepOn(`/order/detail/${order.id}`, { height: 1100 });
  await step(page, 'End without the car');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Why it cannot be read/).fill('burnt out');
  await confirm(page, 'End without the car');
  expect(await orderInfo(order.id)).toMatchObject({ status: 3, carId: car.id });
  expect(await api(`/car/info/${car.id}`)).toMatchObject({ status: 4, mileage: car.mileage });
  await onScreen(page).getByRole('tab', { name: 'Pickup and return' }).click();
  await onScreen(page).getByText('burnt out').first().waitFor();
});

test('a red plate becomes a white one while the car is out and booked again: the old one still finds car and order', async ({
  stepOn,
}) => {
  const car = await newCar([-2 * DAY, 9 * DAY]);
  const order = await handOver(await book(car, RENTED), car, RENTED[0]);
  const next = await book(car, [4 * DAY, 8 * DAY]);
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
  for (const { id } of [order, next]) expect(await orderInfo(id)).toMatchObject({ carId: car.id, plate: white });
  await stepOn(`/car/list${filter({ keyword: car.plate })}`, { height: 1000 });
  await onScreen(page)
    .getByRole('row', { name: new RegExp(white) })
    .waitFor();
});

test('a fleet manager sees a car come back dirty, enters the trip to the wash, and it is ready', async ({ stepOn }) => {
  const choices = { token: await tokenOf('fleet'), height: 1000 };
  const car = await newCar([-3 * DAY, DAY]);
  const order = await handOver(await book(car, [-2 * DAY, -DAY]), car, -2 * DAY);
  const back = { id: order.id, carId: car.id, time: `${clock(-DAY)}:00`, mileage: car.mileage + 300, oil: 8 };
  await api('/order/return', back);
  const { page } = await stepOn(`/car/list${filter({ keyword: car.plate, ready: 0 })}`, choices);
  await onScreen(page)
    .getByRole('row', { name: new RegExp(car.plate) })
    .waitFor();

  await stepOn('/car/trip?form=new', choices);
  const form = page.getByRole('dialog');
  await choose(page, 'Plate number', car.plate);
  await pick(page, 'Purpose', 'Wash');
  await typeTime(page, /^Start/, clock(-60));
  await typeTime(page, /^End/, clock(-30));
  await form.getByLabel(/^Mileage at the start/).fill(String(back.mileage));
  await form.getByLabel(/^Mileage at the end/).fill(String(back.mileage + 12));
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await onScreen(page)
    .getByRole('row', { name: new RegExp(car.plate) })
    .getByText('12', { exact: true })
    .waitFor();
  expect(await api(`/car/info/${car.id}`)).toMatchObject({ ready: 1, mileage: back.mileage + 12 });
});

test('a fleet manager finds a car whose road tax is due, enters the day until which it is paid, and it is due no more', async ({
  stepOn,
}) => {
  const choices = { token: await tokenOf('fleet'), height: 1000 };
  const car = await newCar([DAY, 3 * DAY]);
  await api('/car/save', { id: car.id, roadTaxExpiry: clock(5 * DAY).slice(0, 10) });
  const { page } = await stepOn(`/car/list${filter({ keyword: car.plate })}`, choices);
  const due = filter({ keyword: car.plate, roadTaxAlert: ['overdue', 'expiringSoon'] });
  await stepOn(`/car/list${due}`, choices);
  await onScreen(page)
    .getByRole('row', { name: new RegExp(car.plate) })
    .waitFor();
  await stepOn(`/car/edit?id=${car.id}`, choices);
  const form = onScreen(page);
  await form.getByRole('button', { name: 'Licence info' }).click();
  await form.getByLabel(/^Road tax paid until/).fill(clock(370 * DAY).slice(0, 10));
  await form.getByRole('button', { name: 'Save and continue' }).click();
  await expect.poll(() => api(`/car/info/${car.id}`)).toMatchObject({ roadTaxAlert: 'normal' });
  await stepOn(`/car/list${due}`, choices);
  await onScreen(page)
    .getByText(/^Nothing matches/)
    .first()
    .waitFor();
});

test('a one-way order is seen in where cars will be: one less at its store, one more where it goes', async ({
  stepOn,
}) => {
  const car = await newCar([DAY, 9 * DAY]);
  const day = clock(6 * DAY).slice(0, 10);
  interface Forecast {
    readonly dates: readonly string[];
    readonly rows: readonly { readonly storeId: number; readonly cells: readonly { readonly cars: number }[] }[];
  }
  const count = async (storeId: number): Promise<number> => {
    const { dates, rows } = await api<Forecast>(
      `/car/forecast?storeId=${storeId}&subModelId=${car.subModelId}&dateStart=${clock(0).slice(0, 10)}&dateEnd=${day}`,
    );
    return rows.find((row) => row.storeId === storeId)?.cells[dates.indexOf(day)]?.cars ?? 0;
  };
  const [here, there] = [await count(STORE.id), await count(OTHER_STORE)];
  await book(car, [DAY, 4 * DAY], { returnStoreId: OTHER_STORE });
  const after = [here - 1, there + 1];
  expect([await count(STORE.id), await count(OTHER_STORE)]).toEqual(after);
  const shown = async (storeId: number) => {
    const address = `/car/forecast?storeId=${storeId}&subModelId=${car.subModelId}&from=${day}`;
    const { page } = await stepOn(address, { token: await tokenOf('fleet'), height: 1000 });
    return Number(await onScreen(page).locator('tbody tr').first().locator('td').first().innerText());
  };
  expect([await shown(STORE.id), await shown(OTHER_STORE)]).toEqual(after);
});

test('a fine that comes after its car was sold is entered by the plate of the notice and finds its renter', async ({
  stepOn,
}) => {
  const choices = { token: await tokenOf('fleet'), height: 1000 };
  const car = await newCar([-6 * DAY, DAY]);
  const order = await handOver(await book(car, [-5 * DAY, -3 * DAY]), car, -5 * DAY);
  await api('/order/return', {
    ...{ id: order.id, carId: car.id, time: `${clock(-3 * DAY)}:00`, mileage: car.mileage + 300, oil: 8 },
  });
  await api('/car/sold', { id: car.id, remark: 'sold' });
  const { page } = await stepOn('/car/violation?form=new', choices);
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Plate on the notice/).fill(car.plate);
  await typeTime(page, 'Time', clock(-4 * DAY));
  await form.getByText(order.orderNo).first().waitFor();
  await form.getByRole('textbox', { name: 'Offence' }).fill('Speeding');
  await form.getByLabel(/^Location/).fill('Phuket');
  await pick(page, 'Points', '1');
  await form.getByLabel(/^Fine/).fill('500');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const { list } = await api<{ list: { orderId: number }[] }>(`/car/violation/list?carId=${car.id}`);
  expect(list).toMatchObject([{ orderId: order.id }]);
});
