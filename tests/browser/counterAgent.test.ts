import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import { api, book, clock, confirm, drawSignature, newCar, orderInfo, pick, step, tokenOf, typeTime } from './desk.ts';
import { test } from './sharedPage.ts';

/** Only this file counts the drawer of this store. */
const STORE = { id: 6, name: 'Phuket Patong' } as const;
const CLERK = 'clerk6';
const DAY = 1440;
const TALL = { width: 1440, height: 1000 } as const;

const thb = (amount: number): string => `THB ${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const filter = (values: object): string => `?filter=${encodeURIComponent(JSON.stringify(values))}`;
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Another clerk of the store, who has the next shift. */
async function nextShift(): Promise<{ readonly name: string; readonly token: string }> {
  const { list } = await api<{ list: { roleId: number; username: string }[] }>(
    '/admin/user/list?pageNo=1&pageSize=100',
  );
  const { roleId } = list.find(({ username }) => username === CLERK)!;
  const username = `late${process.pid}`;
  await api('/admin/user/save', {
    ...{ username, name: `Evening ${process.pid}`, phone: `+6697${String(process.pid).padStart(7, '0').slice(-7)}` },
    ...{ password: 'Amber-Kettle-71', roleId, dataScope: 1, storeIds: [STORE.id] },
  });
  return { name: `Evening ${process.pid}`, token: await tokenOf(username) };
}

test('a counter agent prepares a car, books, takes two ways of money, hands out, takes back with fuel missing and asks the deposit back', async ({
  stepOn,
}) => {
  const choices = { token: await tokenOf(CLERK), ...TALL };
  const car = await newCar([-2 * DAY, 4 * DAY], STORE.id);
  await api('/car/dirty', { id: car.id });

  // Booked from the page of the car: model, car and store are known.
  const { page } = await stepOn(`/car/detail/${car.id}`, choices);
  await onScreen(page).getByRole('button', { name: 'New order', exact: true }).click();
  const dialog = dialogOf(page);
  await typeTime(page, 'Planned pickup time', clock(-60));
  await typeTime(page, 'Planned return time', clock(2 * DAY));
  await dialog.getByLabel('Renter name').fill('Counter Renter');
  await dialog.getByLabel('Renter phone').fill(`1391${String(Date.now()).slice(-7)}`);
  await dialog.getByRole('textbox', { name: 'ID number' }).fill(`C${process.pid}${Date.now()}`);
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL('**/order/detail/*');
  const planned = await orderInfo(Number(new URL(page.url()).pathname.split('/').at(-1)));
  expect(planned.depositDue).toBeGreaterThan(600);

  // What goes out by the hour: the car is to be washed, no licence is on file.
  await stepOn('/order/preparation', choices);
  await onScreen(page)
    .getByRole('tab', { name: /^Out today/, selected: true })
    .waitFor();
  await onScreen(page)
    .getByRole('searchbox')
    .or(onScreen(page).getByPlaceholder(/Search/))
    .first()
    .fill(car.plate);
  await onScreen(page)
    .getByRole('button', { name: `Search: ${car.plate}` })
    .waitFor();
  const row = onScreen(page).getByRole('row', { name: new RegExp(car.plate) });
  await row.getByText('To be washed').waitFor();
  await row.getByText('Licence missing').waitFor();
  await row.getByRole('link', { name: car.plate }).click();
  await page.waitForURL(`**/car/detail/${car.id}`);
  await onScreen(page).getByRole('button', { name: 'Ready (washed)', exact: true }).click();
  await onScreen(page).getByRole('region', { name: 'Right now' }).waitFor();
  await expect.poll(() => api(`/car/info/${car.id}`)).toMatchObject({ ready: 1 });

  // A card is blocked for a deposit; it is listed on the day it ends.
  await stepOn(`/order/detail/${planned.id}`, choices);
  await onScreen(page).getByRole('tab', { name: 'Account' }).click();
  await onScreen(page).getByRole('button', { name: 'Enter authorisation', exact: true }).click();
  const number = `A${process.pid}${Date.now()}`;
  await pick(page, 'Method', 'POS credit card');
  await dialog.getByLabel(/^Number/).fill(number);
  await dialog.getByLabel(/^Amount/).fill('3000');
  await typeTime(page, 'Ends at', clock(30));
  await dialog.getByRole('button', { name: /^(Enter authorisation|Save)$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await stepOn('/order/preauth', choices);
  const endsOn = clock(30).slice(0, 10) === clock(0).slice(0, 10) ? 'End today' : 'Open';
  await onScreen(page)
    .getByRole('tab', { name: new RegExp(`^${endsOn}`) })
    .click();
  await onScreen(page)
    .getByRole('row', { name: new RegExp(number) })
    .getByText('3,000.00')
    .first()
    .waitFor();

  // Paid in two ways: card for the rental, cash for the rest.
  await stepOn(`/order/detail/${planned.id}`, choices);
  await step(page, 'Add payment');
  await pick(page, 'Payment method', 'POS credit card');
  await dialog
    .getByLabel(/^Amount/)
    .first()
    .fill('1000');
  await dialog.getByRole('button', { name: 'Another method' }).click();
  await pick(page, 'Payment method 2', 'Cash');
  await dialog.getByRole('button', { name: /^All that is due/ }).click();
  await dialog.getByRole('button', { name: 'Add payment', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await orderInfo(planned.id)).toMatchObject({ due: 0, depositDue: 0 });

  // Handed over.
  await onScreen(page).getByRole('button', { name: 'Pickup', exact: true }).first().click();
  await typeTime(page, 'Time', clock(-60));
  await dialog.getByLabel('Mileage (km)').fill(String(car.mileage));
  await dialog.getByRole('radio', { name: '8/8' }).check({ force: true });
  await drawSignature(page);
  await dialog.getByRole('button', { name: /hand over/i }).click();
  await dialog.waitFor({ state: 'hidden' });

  // The renter takes a receipt of the deposits along.
  const [sheet] = await Promise.all([page.context().waitForEvent('page'), step(page, 'Print deposit receipt')]);
  await sheet.waitForURL('**/print/deposit/*');
  await sheet.getByText(planned.orderNo).first().waitFor();
  expect(await sheet.locator('body').innerText()).toContain(
    planned.depositDue.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  );
  await sheet.close();

  // Back with fuel missing: the deposit pays for it, and the rest is asked back in the same step.
  await onScreen(page).getByRole('button', { name: 'Return', exact: true }).first().click();
  await dialog.getByLabel('Mileage (km)').fill(String(car.mileage + 80));
  await dialog.getByRole('radio', { name: '5/8' }).check({ force: true });
  // What is on file for an eighth is proposed.
  expect(Number(await dialog.getByRole('textbox', { name: 'Fuel: 3/8 missing' }).inputValue())).toBe(750);
  await dialog.getByRole('button', { name: 'Take the car back' }).click();
  await dialog.getByText(`${car.plate} is back`).waitFor();
  const back = await orderInfo(planned.id);
  expect(back.due).toBeGreaterThanOrEqual(750);
  await dialog.getByRole('button', { name: /^Request (the refund|both refunds)$/ }).click();
  await dialog.getByText('Together').waitFor();
  await confirm(page, 'Request refund');
  expect(await orderInfo(planned.id)).toMatchObject({ due: 0, status: 3 });
  const { list } = await api<{ list: { amount: number; status: number }[] }>(
    `/order/refund/list?orderId=${planned.id}`,
  );
  expect(list.reduce((sum, { amount }) => sum + amount, 0)).toBe(planned.depositDue - back.due);
  expect(list.every(({ status }) => status === 0)).toBe(true);
});

test('the drawer is counted with a difference, handed to the next shift, and closed by it with a file', async ({
  stepOn,
}) => {
  const choices = { token: await tokenOf(CLERK), ...TALL };
  const order = await book(await newCar([-2 * DAY, 4 * DAY], STORE.id), [-60, 2 * DAY]);
  const evening = await nextShift();
  const taken = { orderId: order.id, amount: order.due, method: 5, storeId: STORE.id };
  await api('/order/payment/save', taken);
  interface Drawer {
    readonly date: string;
    readonly drawer: { readonly float: number; readonly cash: number; readonly expected: number };
  }
  const day = () => api<Drawer>(`/order/dayclose?storeId=${STORE.id}`);
  const { date, drawer } = await day();
  expect(drawer.expected).toBe(drawer.float + drawer.cash);

  const { page } = await stepOn(`/order/dayclose?storeId=${STORE.id}`, choices);
  const dialog = dialogOf(page);
  await onScreen(page)
    .getByText(`Should lie in the drawer now: ${thb(drawer.expected)}`)
    .waitFor();
  await onScreen(page).getByRole('button', { name: 'Hand over the drawer', exact: true }).click();
  await dialog.getByLabel(/^Counted/).fill(String(drawer.expected - 20));
  await dialog.getByText(/THB −20\.00/).waitFor();
  await dialog.getByLabel(/^Stays in the drawer/).fill('5000');
  await dialog.getByLabel(/^Reason/).fill('wrong change');
  await pick(page, 'Taken over by', evening.name);
  await confirm(page, 'Hand over the drawer');

  // The next shift takes over, counts again and closes the day.
  const next = await stepOn(`/order/dayclose?storeId=${STORE.id}`, { ...choices, token: evening.token });
  const desk = onScreen(next.page);
  await desk.getByRole('button', { name: 'Take over', exact: true }).click();
  await desk.getByRole('button', { name: 'Take over', exact: true }).waitFor({ state: 'detached' });
  await desk.getByText(`Should lie in the drawer now: ${thb(5000)}`).waitFor();
  await desk.getByRole('button', { name: 'Count the drawer' }).click();
  const close = dialogOf(next.page);
  await close.getByText(/^Closes this day and all days before it for good/).waitFor();
  await close.getByLabel('Number of 1,000 baht', { exact: true }).fill('5');
  await close.getByText('Difference').waitFor();
  await confirm(next.page, 'Close day');
  await desk.getByText(/^This day is closed/).waitFor();
  const [file] = await Promise.all([
    next.page.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(date);
  const { list } = await api<{ list: { kind: number; difference: number; carried: number; takenTime: string }[] }>(
    `/order/drawercount/list?storeId=${STORE.id}&dayStart=${date}&dayEnd=${date}&pageNo=1&pageSize=10`,
  );
  expect(list.map(({ kind, difference, carried }) => [kind, difference, carried]).toSorted()).toEqual([
    [1, -20, 5000],
    [2, 0, 5000],
  ]);

  // What is entered for it now counts later, and says so.
  await api('/order/payment/save', { ...taken, amount: 100, confirmed: 1 });
  await stepOn(`/order/payment${filter({ keyword: order.orderNo, late: 1 })}`, choices);
  const late = onScreen(page).getByRole('row', { name: new RegExp(order.orderNo) });
  await late.getByText('Entered late').waitFor();
});
