import { expect } from 'vitest';
import { onScreen, signInByApi } from './browser.ts';
import { api, book, clock, confirm, handOver, newCar, orderInfo, STORE, tokenOf } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { test } from './sharedPage.ts';

const DAY = 1440;
const RENTED = [-DAY, 2 * DAY] as const;
const CARD = 3;
const CASH = 5;

const filter = (values: object): string => `?filter=${encodeURIComponent(JSON.stringify(values))}`;
const baht = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
const finance = async () => ({ token: await tokenOf('finance'), height: 1000 });

test('an accountant reads the payments of a month over stores and ways, and takes them as a file', async ({
  stepOn,
}) => {
  const order = await book(await newCar([-2 * DAY, 4 * DAY]), RENTED, { depositType: 1 });
  const pay = (amount: number, method: number, more: object = {}) =>
    api('/order/payment/save', { orderId: order.id, amount, method, ...more });
  // Cash of a day that was closed long ago: it counts now, and is marked.
  const moved = `${clock(-3 * DAY).slice(0, 10)} 12:00:00`;
  await pay(500, CASH, { time: moved });
  await pay(order.due + order.depositDue - 500, CARD);

  const [from, to] = [clock(-30 * DAY).slice(0, 10), clock(DAY).slice(0, 10)];
  const month = { keyword: order.orderNo, timeStart: from, timeEnd: to, storeId: STORE.id };
  const { page } = await stepOn(`/order/payment${filter({ ...month, method: CARD })}`, await finance());
  const row = onScreen(page).locator('tbody tr', { hasText: order.orderNo });
  await row.filter({ hasText: baht(order.due + order.depositDue - 500) }).waitFor();
  await expect.poll(() => row.count()).toBe(1);
  await stepOn(`/order/payment${filter(month)}`, await finance());
  // The other one is marked, too, where the day of the store is closed already.
  const late = row.filter({ hasText: /[^\d,]500\.00/ });
  await late.getByText('Entered late').waitFor();
  expect(await late.innerText()).toContain('12:00');
  await expect.poll(() => row.count()).toBe(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    onScreen(page)
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Excel file', exact: true }).click()),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  // What all of it comes to, by store and by way.
  const figures = await stepOn(`/dashboard/payments?period=last30Days`, await finance());
  for (const widget of ['methods', 'stores', 'operators'])
    await onScreen(figures.page).locator(`[data-widget="${widget}"]`).getByText(/\d/).first().waitFor();
});

test('an accountant sees which deposits are held at the end of a day, which are to go back, and asks the late one back', async ({
  stepOn,
}) => {
  const car = await newCar([-41 * DAY, DAY]);
  const span = [-40 * DAY, -38 * DAY] as const;
  const order = await handOver(await book(car, span, { depositType: 1 }), car, span[0]);
  const out = { id: order.id, carId: car.id, time: `${clock(span[1])}:00`, mileage: car.mileage + 200, oil: 8 };
  await api('/order/return', out);
  const { page } = await stepOn(`/order/deposit${filter({ keyword: order.orderNo })}`, await finance());
  const row = onScreen(page).locator('tbody tr', { hasText: order.orderNo });
  await row.first().waitFor();
  await onScreen(page).getByRole('tab', { name: /^Late/ }).click();
  await row.filter({ hasText: 'Late' }).first().waitFor();
  await expect.poll(() => row.count()).toBe(2);

  interface Held {
    readonly total: { readonly held: number };
  }
  // A day that nobody changes any more: others take deposits meanwhile.
  const ended = clock(-20 * DAY).slice(0, 10);
  const { total } = await api<Held>(`/order/deposit/held?date=${ended}`);
  expect(total.held).toBeGreaterThan(0);
  await stepOn(`/order/depositsheld?date=${ended}`, await finance());
  await onScreen(page).getByText(baht(total.held), { exact: true }).first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    onScreen(page).getByRole('button', { name: 'Export the list' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(ended);

  // Asked back by the desk of the store, carried out by the office: nothing is held any more.
  const desk = await stepOn(`/order/detail/${order.id}`, { token: await tokenOf('clerk5'), height: 1000 });
  await onScreen(desk.page).getByRole('button', { name: 'Request refund', exact: true }).first().click();
  await confirm(desk.page, 'Request refund');
  await stepOn(`/order/refund${filter({ keyword: order.orderNo })}`, await finance());
  const asked = onScreen(page).getByRole('row', { name: new RegExp(order.orderNo) });
  await expect.poll(() => asked.count()).toBe(2);
  for (const done of [1, 2]) {
    await asked.getByRole('button', { name: 'Mark refunded', exact: true }).first().click();
    const result = page.getByRole('dialog', { name: 'Mark refunded', exact: true });
    await result.getByLabel(/Transaction number/).fill(`R-${order.id}-${done}`);
    await result.getByRole('button', { name: 'Mark refunded' }).click();
    await result.waitFor({ state: 'detached' });
    // The row that was clicked has its new state before the next one is.
    await expect.poll(() => asked.filter({ hasText: 'Success' }).count()).toBe(done);
  }
  const { list } = await api<{ list: { held: number; state: string }[] }>(`/order/deposit/list?orderId=${order.id}`);
  expect(list.map(({ held, state }) => [held, state])).toEqual([
    [0, 'done'],
    [0, 'done'],
  ]);
});

test('a fine above the waived deposit is split: the channel takes the deposit, the renter is charged the rest', async ({
  stepOn,
}) => {
  const car = await newCar([-3 * DAY, 4 * DAY]);
  const order = await handOver(await book(car, [-2 * DAY, DAY]), car, -2 * DAY);
  const { fees } = await api<{ fees: { item: string; amount: number }[] }>(`/order/info/${order.id}`);
  const waived = fees.reduce((sum, { item, amount }) => sum + (item.endsWith('Deposit') ? amount : 0), 0);
  const { id } = await api<{ id: number }>('/car/violation/save', {
    ...{ carId: car.id, time: `${clock(-DAY)}:00`, behavior: 'Speeding', location: 'Patong', points: 1 },
    fine: waived + 1000,
  });
  const { page } = await stepOn(`/car/violation/${id}`);
  await onScreen(page).getByRole('button', { name: 'Deduct the fine', exact: true }).click();
  await confirm(page, 'Deduct the fine');
  const { list } = await api<{ list: { amount: number }[] }>(`/order/deduct/list?orderId=${order.id}`);
  expect(list.map(({ amount }) => amount)).toEqual([waived]);
  expect(await orderInfo(order.id)).toMatchObject({ due: 1000 });
});

test('an accountant reads how far the stores are closed and closes the month, whose days are closed then', async ({
  stepOn,
}) => {
  // One store, which no other test counts money of, so that nobody else’s month ends.
  const storeId = 9;
  const { list: roles } = await api<{ list: { id: number; code: string }[] }>('/role/list?pageNo=1&pageSize=100');
  const username = `month${process.pid}`;
  await api('/admin/user/save', {
    ...{ username, name: 'Month End', phone: `+6698${String(process.pid).padStart(7, '0').slice(-7)}` },
    ...{ password: 'Amber-Kettle-71', roleId: roles.find(({ code }) => code === 'finance')!.id },
    ...{ dataScope: 1, storeIds: [storeId] },
  });
  const token = await signInByApi(productUrl(), { username, password: 'Amber-Kettle-71' });
  const [today] = clock(0).split(' ');
  const last = new Date(Date.UTC(Number(today!.slice(0, 4)), Number(today!.slice(5, 7)) - 1, 0))
    .toISOString()
    .slice(0, 10);
  const { page } = await stepOn(`/order/dayclose?storeId=${storeId}`, { token, height: 1000 });
  await onScreen(page).getByRole('button', { name: 'Close month', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(new RegExp(`^Closes ${last.slice(0, 7)} for good`)).waitFor();
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(1);
  await confirm(page, 'Close month');
  await expect
    .poll(() => api(`/order/monthclose?month=${last.slice(0, 7)}`))
    .toMatchObject({
      stores: expect.arrayContaining([expect.objectContaining({ id: storeId, closed: true })]) as unknown,
    });
  await stepOn(`/order/dayclose?storeId=${storeId}&date=${last}`, { token, height: 1000 });
  await onScreen(page)
    .getByText(/^This day is closed/)
    .waitFor();
});
