import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  api,
  book,
  clock,
  fromMenu,
  handOver,
  newCar,
  orderInfo,
  pick,
  STORE,
  tokenOf,
  typeTime,
  type Car,
} from './desk.ts';
import { onScreen } from './browser.ts';
import { test } from './sharedPage.ts';

const DAY = 1440;
/** The rental that the day tells of: long enough for every holiday's shortest rental. */
const RENTED = [-7 * DAY, -DAY] as const;

interface VehicleInfo {
  readonly id: number;
  readonly status: number;
  readonly storeId: number;
  readonly brandName: string;
  readonly modelName: string;
  readonly subModelName: string;
}
const infoOf = (id: number): Promise<VehicleInfo> => api(`/car/info/${id}`);

/** Chooses by typing, as a person does. */
async function choose(scope: Locator, label: string, text: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await box.click();
  await box.fill(text);
  await scope.page().getByRole('option').filter({ hasText: text }).first().click();
}

/** Presses a step on the page of the vehicle and says yes. */
async function take(page: Page, name: string): Promise<void> {
  await onScreen(page).getByRole('button', { name, exact: true }).click();
  await sayYes(page, name);
}

async function sayYes(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

const state = (page: Page, text: string): Promise<void> =>
  onScreen(page).getByRole('region', { name: 'Right now' }).getByText(text).waitFor();

/** Why the desk cannot have the car; undefined when it was booked. */
async function refusalOf(car: Car, span: readonly [number, number]): Promise<string | undefined> {
  try {
    await book(car, span);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('a fleet manager buys a car, lists it, has it mended, charges a violation of its renter, dispatches and sells it', async ({
  stepOn,
}) => {
  const like = await newCar([DAY, 3 * DAY]);
  const model = await infoOf(like.id);
  const number = `${process.pid}`;
  const plate = `FLEET ${number}`;
  const choices = { token: await tokenOf('fleet'), height: 1000 };
  const { page } = await stepOn('/car/add', choices);
  const form = onScreen(page);

  // Bought: four steps.
  await choose(form, 'Brand', model.brandName);
  await choose(form, 'Model', model.modelName);
  await choose(form, 'Sub-model', model.subModelName.split(' ').at(-1)!);
  await form.getByRole('button', { name: 'Continue', exact: true }).click();
  await form.getByLabel(/^Plate number/).fill(plate);
  await choose(form, 'Store', STORE.name);
  await form.getByRole('combobox', { name: /^Owner \(/ }).click();
  await page.getByRole('option', { name: 'Company', exact: true }).click();
  await form.getByRole('combobox', { name: /^Owner(?! \()/ }).click();
  await page.getByRole('option').first().click();
  await form.getByLabel(/^Mileage/).fill('15');
  await form.getByRole('button', { name: 'Continue', exact: true }).click();
  await form.getByLabel(/^Frame number/).fill(`FF${number}`);
  await form.getByLabel(/^Engine number/).fill(`FE${number}`);
  await form.getByRole('button', { name: 'Save and continue' }).click();
  const policy = form.getByRole('group', { name: /^Compulsory insurance/ });
  await policy.getByLabel('Policy number').fill(`FP${number}`);
  await policy.getByLabel(/^Start date/).fill('2026-01-01');
  await policy.getByLabel(/^End date/).fill('2049-01-01');
  await form.getByRole('button', { name: 'Save and finish' }).click();
  await page.waitForURL('**/car/detail/*');
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));

  // Audited: refused while the papers are not there, then done; listed.
  await form.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByText(/licence number/i)
    .last()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await form.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL('**/car/edit*');
  await form.getByRole('button', { name: 'Licence info' }).click();
  await form.getByLabel(/^Vehicle licence number/).fill(`FL${number}`);
  await form.getByLabel(/^Registration date/).fill('2026-01-01');
  await form.getByLabel(/^Inspection expiry date/).fill('2049-01-01');
  await form.getByRole('button', { name: 'Save and continue' }).click();
  await form.getByRole('button', { name: 'Save and finish' }).click();
  await page.waitForURL('**/car/detail/*');
  await take(page, 'Approve');
  await take(page, 'List');
  await state(page, 'Available');

  // Booked, out and back, with the word of the desk that it comes home damaged.
  const car: Car = { ...like, id, plate, mileage: 15 };
  const order = await handOver(await book(car, RENTED), car, RENTED[0]);
  const back = { id: order.id, carId: id, time: `${clock(RENTED[1])}:00`, mileage: 900, oil: 8, remark: 'Door dented' };
  await api('/order/return', back);

  // In the shop: nobody books it meanwhile; back again, the desk may.
  await form.getByRole('tab', { name: 'Maintenance work orders' }).click();
  await form.getByRole('button', { name: 'New maintenance work order' }).click();
  const work = page.getByRole('dialog');
  await work.getByRole('switch', { name: /^Taken into storage/ }).check({ force: true });
  await typeTime(page, 'Start', clock(-60));
  await work.getByLabel(/^Items/).fill('Door');
  await work.getByLabel(/^Cost/).fill('4500');
  await work.getByRole('button', { name: 'Save' }).click();
  await work.waitFor({ state: 'detached' });
  expect(await refusalOf(car, [DAY, 7 * DAY])).toBeDefined();
  await form
    .getByRole('tabpanel', { name: 'Maintenance work orders' })
    .getByRole('row', { name: 'Door' })
    .getByRole('link')
    .click();
  await page.waitForURL('**/car/maintenanceinfo/detail/*');
  await take(page, 'Complete');
  const next = await book(car, [DAY, 7 * DAY]);
  await api('/order/cancel', { id: next.id, reason: 'Test' });

  // A violation of the days on which it was out: its order is found, and the fine is asked for out of the deposit that was waived.
  await stepOn('/car/violation?form=new', choices);
  const violation = page.getByRole('dialog');
  await choose(violation, 'Plate number', plate);
  await typeTime(page, 'Time', clock(RENTED[0] + DAY));
  await violation.getByText(order.orderNo).first().waitFor();
  await violation.getByRole('textbox', { name: 'Offence' }).fill('Speeding');
  await violation.getByLabel(/^Location/).fill('Phuket');
  await pick(page, 'Points', '1');
  await violation.getByLabel(/^Fine/).fill('500');
  await violation.getByRole('button', { name: 'Save' }).click();
  await violation.waitFor({ state: 'detached' });
  const { list } = await api<{ list: { id: number; orderId: number }[] }>(`/car/violation/list?carId=${id}`);
  expect(list).toMatchObject([{ orderId: order.id }]);
  const office = await stepOn(`/car/violation/${list[0]!.id}`);
  await take(office.page, 'Deduct the fine');
  expect(
    (await api<{ list: { amount: number }[] }>(`/order/deduct/list?orderId=${order.id}`)).list.map(
      ({ amount }) => amount,
    ),
  ).toContain(500);

  // Dispatched, then sold.
  await stepOn(`/car/detail/${id}`, choices);
  await fromMenu(form, 'Dispatch (transfer)');
  const dispatch = page.getByRole('dialog');
  await choose(dispatch, 'Store', 'Patong');
  await dispatch.getByRole('button', { name: 'Dispatch (transfer)' }).click();
  await dispatch.waitFor({ state: 'detached' });
  await state(page, 'Patong');
  await state(page, 'Awaiting listing');
  await fromMenu(form, 'Mark sold');
  await sayYes(page, 'Mark sold');
  await state(page, 'Sold');
  expect(await orderInfo(order.id)).toMatchObject({ carId: id });
  expect((await infoOf(id)).status).toBe(3);
});
