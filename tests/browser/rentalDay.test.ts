import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  api,
  clock,
  drawSignature,
  freeCars,
  PHOTO,
  pick,
  step,
  STORE,
  tokenOf,
  typeTime,
  type FreeCar,
} from './desk.ts';
import { test } from './sharedPage.ts';

const CLERK = 'clerk5';
const DESK = { width: 1440, height: 1000 } as const;

async function choose(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${label}`) });
  await box.click();
  await box.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) })
    .first()
    .click();
}

/** Puts a picture where the camera would. */
async function photograph(page: Page, field: string): Promise<void> {
  const group = page.getByRole('dialog').getByRole('group', { name: field, exact: true });
  await group.locator('input[type=file]').first().setInputFiles(PHOTO);
  await group.getByRole('img').first().waitFor();
}

/** Fills the form of a new order; the quote answers along the way. */
async function fillOrder(
  page: Page,
  trip: { pickup: string; returned: string; car: FreeCar; name: string; phone: string; idNo: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await choose(page, 'Pickup store', STORE.name);
  await typeTime(page, 'Planned pickup time', trip.pickup);
  await typeTime(page, 'Planned return time', trip.returned);
  await choose(page, 'Vehicle model', trip.car.subModelName);
  await choose(page, 'Plate number', trip.car.plate);
  await dialog.getByLabel('Renter name').fill(trip.name);
  await dialog.getByLabel('Renter phone').fill(trip.phone);
  await dialog.getByRole('textbox', { name: 'ID number' }).fill(trip.idNo);
}

/** Presses the next step of an order once its page offers it. */
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

test('a clerk books a car, takes payment, hands it over, takes it back late and prints the settlement', async ({
  open,
  stepOn,
}) => {
  const token = await tokenOf(CLERK);
  const { page } = await stepOn('/order/list', { token, ...DESK });
  const [pickup, returned] = [clock(-25.5 * 60), clock(-90)];
  const [car] = await freeCars(pickup, returned);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'New order' }).click();
  await fillOrder(page, {
    pickup,
    returned,
    car: car!,
    name: '测试甲',
    phone: '13911112222',
    idNo: 'E99887766',
  });
  await typeTime(page, 'Planned return time', pickup);
  await dialog
    .getByText(/cannot be less than or equal to pickup time/)
    .first()
    .waitFor();
  await typeTime(page, 'Planned return time', returned);
  await dialog.getByText('Basic insurance').first().waitFor();
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL('**/order/detail/*');

  const { mileage } = await api<{ mileage: number }>(`/car/info/${car!.id}`);
  await press(page, 'Pickup');
  await dialog.getByLabel('Mileage (km)').waitFor();
  await typeTime(page, 'Time', pickup);
  await dialog.getByLabel('Mileage (km)').fill(String(mileage + 40));
  await dialog.getByRole('radio', { name: '8/8' }).check({ force: true });
  await photograph(page, 'Front photo');
  await photograph(page, 'ID photos');
  // What is due is taken with the keys, in one press; the change is told.
  await pick(page, 'Payment method', 'Cash');
  await dialog.getByLabel('Cash given').fill('99999');
  await dialog.getByText('Change', { exact: true }).waitFor();
  await drawSignature(page);
  await dialog.getByRole('button', { name: /^Take THB [\d,.]+ and hand over$/ }).click();
  await dialog.waitFor({ state: 'hidden' });

  await press(page, 'Return');
  await dialog.getByLabel('Mileage (km)').fill(String(mileage + 163));
  await dialog.getByRole('radio', { name: '8/8' }).check({ force: true });
  await photograph(page, 'Front photo');
  await dialog.getByRole('button', { name: 'Take the car back' }).click();
  await dialog.getByText(`${car!.plate} is back`).waitFor();
  const result = await dialog.innerText();
  const baht = (label: string): number =>
    Number((new RegExp(`${label}\\s+THB (-?[\\d,.]+)`).exec(result)?.[1] ?? '0').replaceAll(',', ''));
  expect(baht('Late return')).toBeGreaterThan(0);
  // By the clock of the one who runs this, the real return can fall into the night hours of the store, or out of those that were booked.
  // The deposits pay what is due, unless the renter does.
  expect(baht('From deposit')).toBeCloseTo(baht('Late return') + baht('Night return'), 2);
  expect(baht('Still due')).toBe(0);

  await dialog.getByRole('button', { name: 'Take payment' }).click();
  await pick(page, 'Payment method', 'Cash');
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Returned').filter({ visible: true }).first().waitFor();

  await page.getByRole('tab', { name: 'Operation log' }).click();
  for (const event of ['Pickup', 'Return', 'Add payment'])
    await page.getByRole('tabpanel').getByText(event, { exact: true }).first().waitFor();
  await page.getByRole('tabpanel').getByText('Clerk Phuket Airport').first().waitFor();

  const [sheet] = await Promise.all([page.context().waitForEvent('page'), step(page, 'Print settlement sheet')]);
  await sheet.waitForURL('**/print/settlement/*');
  const address = new URL(sheet.url());
  address.searchParams.set('noprint', '1');

  const stranger = await open(address.pathname + address.search);
  await stranger.page.getByText('测试甲').first().waitFor();
  const text = await stranger.page.locator('body').innerText();
  expect(text).toMatch(/THB [\d,]+\.\d{2} \(¥ [\d,]+\.\d{2}\)/);
  expect(text).toContain(car!.plate);
});

test('of two clerks who book the same car at the same moment one succeeds and the other is told why not', async ({
  open,
  stepOn,
}) => {
  const token = await tokenOf(CLERK);
  const [first, second] = await Promise.all([
    stepOn('/order/list?form=new', { token, ...DESK }),
    open('/order/list?form=new', { token, ...DESK }),
  ]);
  const [pickup, returned] = [clock(40 * 24 * 60), clock(42 * 24 * 60)];
  const [car] = await freeCars(pickup, returned);
  await fillOrder(first.page, { pickup, returned, car: car!, name: '测试乙', phone: '13911113333', idNo: 'E55550001' });
  await fillOrder(second.page, {
    pickup,
    returned,
    car: car!,
    name: '测试丙',
    phone: '13911114444',
    idNo: 'E55550002',
  });
  const save = ({ page }: { page: Page }) => page.getByRole('dialog').getByRole('button', { name: 'Create order' });
  await Promise.all([save(first).click(), save(second).click()]);
  const outcome = async ({ page }: { page: Page }): Promise<string> => {
    const booked = page.waitForURL('**/order/detail/*').then(() => 'booked');
    const refused = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /R\d{11}|not available|No vehicle|already/ })
      .first()
      .waitFor()
      .then(() => 'refused');
    return Promise.any([booked, refused]);
  };
  const outcomes = await Promise.all([outcome(first), outcome(second)]);
  expect([...outcomes].sort()).toEqual(['booked', 'refused']);
  const loser = outcomes[0] === 'refused' ? first.page : second.page;
  expect(await loser.getByRole('dialog').getByLabel('Renter name').inputValue()).toMatch(/^测试[乙丙]$/);
});
