import { expect } from 'vitest';
import type { Language } from './browser.ts';
import {
  api,
  book,
  clock,
  confirm,
  drawSignature,
  freeCars,
  handOver,
  newCar,
  newCars,
  orderInfo,
  pick,
  quietDay,
  step,
  typeTime,
  STORE,
  type Order,
} from './desk.ts';
import { test } from './sharedPage.ts';
import { expectSound } from './sound.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const DAY = 1440;

const twoDaysLater = (time: string): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + 2 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

test('a rental is renewed at the price that was shown unless the car is promised, and the renewal is taken back', async ({
  stepOn,
}) => {
  const car = await newCar([-120, 5 * DAY]);
  const order = await handOver(await book(car, [-90, DAY]), car, -60);
  const next = await book(car, [3.5 * DAY, 4.5 * DAY]);
  const { page } = await stepOn(`/order/detail/${order.id}`, { height: 1100 });
  const dialog = page.getByRole('dialog');
  await step(page, 'Renew');
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await dialog.getByText('Required').first().waitFor();

  await typeTime(page, 'Renewal time', clock(4 * DAY));
  await dialog.getByText(next.orderNo).first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Renew', exact: true }).isDisabled()).toBe(true);

  await typeTime(page, 'Renewal time', twoDaysLater(order.plannedReturnTime).slice(0, 16));
  // The button waits for the price of what is typed.
  await expect.poll(() => dialog.getByRole('button', { name: 'Renew', exact: true }).isEnabled()).toBe(true);
  const fee = dialog.getByRole('status').getByText('Renewal fee').locator('xpath=following-sibling::dd');
  const shown = Number((await fee.innerText()).replace(/[^\d.]/g, ''));
  expect(shown).toBeGreaterThan(0);
  await expectSound(page);
  await confirm(page, 'Renew');
  await page.getByText('Renewed successfully').waitFor();
  const renewed = await orderInfo(order.id);
  expect([renewed.plannedReturnTime, renewed.total]).toEqual([
    twoDaysLater(order.plannedReturnTime),
    order.total + shown,
  ]);

  await page.getByRole('button', { name: 'Cancel renewal', exact: true }).first().click();
  await dialog.getByText('Confirm cancellation of this renewal?').waitFor();
  await dialog.getByLabel('Reason').fill('renter came back early');
  await confirm(page, 'Cancel renewal');
  expect(await orderInfo(order.id)).toMatchObject({
    plannedReturnTime: order.plannedReturnTime,
    total: order.total,
  });
});

test('an order that waits for a late car is shown with what is left and gets another car with one press, on a phone too', async ({
  stepOn,
}) => {
  const [car] = await newCars(2, [-27 * 60, 2 * DAY]);
  const late = await handOver(await book(car!, [-26 * 60, -90]), car!, -26 * 60);
  const next = await book(car!, [10 * 60, 2 * DAY]);
  const risk = (await api<{ id: number; cars: readonly { id: number; plate: string }[] }[]>('/order/latereturns')).find(
    ({ id }) => id === next.id,
  )!;
  const [other] = risk.cars;
  const { page } = await stepOn(`/order/list?filter=${encodeURIComponent('{"tab":"overdueReturn"}')}`, {
    width: 390,
    height: 844,
  });
  const row = page.getByRole('listitem').filter({ hasText: `${next.orderNo} Desk` });
  await row.getByText(/\d+ h \d+ min left/).waitFor();
  await row.getByText(`waits for ${car!.plate}, late by 1 h`).waitFor();
  await row.getByRole('link', { name: late.orderNo }).waitFor();
  const give = page.getByRole('button', { name: new RegExp(`^${other!.plate} .*: Assign .* to ${next.orderNo}$`) });
  expect((await give.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  await expectSound(page);
  await give.click();
  await give.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await orderInfo(next.id)).carId).toBe(other!.id);
});

test('an order gets its remark, its staff and the signature of its renter on the screen', async ({ stepOn }) => {
  const from = await quietDay();
  const order = await book(await newCar([from, from + 3 * DAY]), [from, from + 2 * DAY]);
  const { page } = await stepOn(`/order/detail/${order.id}`, { height: 1000 });
  const dialog = page.getByRole('dialog');

  await step(page, 'Save note');
  await dialog.getByRole('button', { name: 'Save note', exact: true }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByLabel('Remark').fill('child seat <b>please</b>');
  await confirm(page, 'Save note');
  await page.getByText('child seat <b>please</b>').first().waitFor();

  await step(page, 'Assign staff');
  await dialog.getByRole('button', { name: 'Assign staff', exact: true }).click();
  await dialog.getByRole('alert').first().waitFor();
  await pick(page, 'Delivery staff', /^Delivery \d/);
  await pick(page, 'Collection staff', /^Pickup \d/);
  await confirm(page, 'Assign staff');
  await page
    .getByText(/^Delivery \d/)
    .first()
    .waitFor();
  await page
    .getByText(/^Pickup \d/)
    .first()
    .waitFor();

  await step(page, 'Sign contract');
  const sign = dialog.getByRole('button', { name: 'Sign contract', exact: true });
  await dialog.getByText(order.renterName).first().waitFor();
  expect(await sign.isDisabled()).toBe(true);
  await drawSignature(page);
  await expectSound(page);
  await sign.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await orderInfo(order.id)).toMatchObject({ contractStatus: 1 });
  await page.getByRole('tab', { name: 'E-contract' }).click();
  await page.getByRole('tabpanel').getByRole('img').first().waitFor();
});

test('a renter of the blacklist is booked only with a reason, and it stands in the order', async ({ stepOn }) => {
  const phone = '13900008801';
  await api('/member/blacklist/save', { type: 1, phone, reason: 'unpaid damage' });
  const from = await quietDay();
  const [pickup, returned] = [clock(from), clock(from + 2 * DAY)];
  const [car] = await freeCars(pickup, returned);
  const { page, allow } = await stepOn('/order/list?form=new', { height: 1000 });
  const dialog = page.getByRole('dialog');
  const choose = async (label: string, text: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(text);
    await page.getByRole('option').filter({ hasText: text }).first().click();
  };
  await choose('Pickup store', STORE.name);
  await typeTime(page, 'Planned pickup time', pickup);
  await typeTime(page, 'Planned return time', returned);
  await choose('Vehicle model', car!.subModelName);
  await dialog.getByLabel('Renter name').fill('Barred Renter');
  await dialog.getByLabel('Renter phone').fill(phone);
  await dialog.getByRole('textbox', { name: 'ID number' }).fill('B8800001');
  await dialog.getByText('Basic insurance').first().waitFor();
  allow(/400/);
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await dialog
    .getByText(/unpaid damage/)
    .first()
    .waitFor();
  await dialog.getByRole('checkbox', { name: 'Book all the same' }).check();
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('paid in full today');
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await page.waitForURL('**/order/detail/*');
  await page.getByText('paid in full today').first().waitFor();
  await page.locator('section:not([hidden]) h1:focus').waitFor();
});

test('a place for the car is chosen from the points of the store, by name, or on the map with its area', async ({
  open,
}) => {
  const { page } = await open('/order/list?form=new', { signedIn: true, height: 1000 });
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByRole('combobox', { name: /^Pickup store/ }).fill(STORE.name);
  await page.getByRole('option').filter({ hasText: STORE.name }).first().click();
  await form.getByRole('button', { name: 'Paid delivery to door' }).click();
  const chosen = form.getByRole('group', { name: 'Pickup address' }).getByRole('button');
  const dialog = page.getByRole('dialog', { name: 'Where does the car go?' });

  await chosen.click();
  await dialog.getByRole('application', { name: 'Service area and delivery points' }).waitFor();
  await dialog.locator('[data-points="3"]').waitFor();
  await dialog.getByRole('button', { name: /Kata Beach.*THB 500\.00/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await chosen.innerText()).toBe('Kata Beach');

  await chosen.click();
  await dialog.getByRole('textbox', { name: 'Search points and places' }).fill('patong');
  await dialog
    .getByRole('button', { name: /^Patong/ })
    .first()
    .click();
  // The map of a dialog that is closing hears no click.
  await dialog.waitFor({ state: 'hidden' });
  expect(await chosen.innerText()).toContain('Patong');

  await chosen.click();
  const map = dialog.getByRole('application');
  await dialog.locator('[data-points="3"]').waitFor();
  // At rest: a map that is still being fitted hears no click.
  await settled(page);
  await map.click({ trial: true });
  await expect.poll(() => map.locator('.leaflet-zoom-anim, .leaflet-pan-anim').count()).toBe(0);
  await map.click({ position: { x: 15, y: 15 } });
  await dialog.getByText("Outside the store's service area").waitFor();
  await expectSound(page);
  await dialog.getByRole('textbox', { name: 'Coordinates' }).fill('8.1, 98.3');
  await dialog.getByText("Outside the store's service area").waitFor({ state: 'hidden' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('House on the hill');
  await dialog.getByRole('button', { name: 'Use this address' }).click();
  expect(await chosen.innerText()).toBe('House on the hill');
});

const DIALOGS: Readonly<Record<Language, readonly string[]>> = {
  'en-US': ['Add payment', 'Assign vehicle', 'Change times', 'Cancel order', 'Pickup'],
  'zh-CN': ['添加收款', '分配车辆', '修改用车时间', '取消订单', '取车'],
  'th-TH': ['เพิ่มการชำระเงิน', 'มอบหมายรถ', 'แก้ไขเวลาการจอง', 'ยกเลิกการจอง', 'รับรถ'],
};

/** One order for all languages. */
async function someOrder(): Promise<Order> {
  const from = await quietDay();
  return book(await newCar([from, from + 3 * DAY]), [from, from + 2 * DAY]);
}
let shown: Promise<Order> | undefined;

test.for(
  dueToday([
    ['en-US', 'dark', 1440],
    ['zh-CN', 'light', 390],
    ['th-TH', 'dark', 390],
  ] as const),
)('the dialogs of the desk are sound in %s, %s, %i wide', async ([language, mode, width], { open }) => {
  shown ??= someOrder();
  const { page } = await open(`/order/detail/${(await shown).id}`, { signedIn: true, language, mode, width });
  const dialog = page.getByRole('dialog');
  for (const name of DIALOGS[language]) {
    await step(page, name);
    await dialog.waitFor();
    await settled(page);
    await expectSound(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('the channels of orders are asked for once a session, however many order forms are opened', async ({ open }) => {
  const { page } = await open('/order/list', { signedIn: true });
  let asked = 0;
  page.on(
    'request',
    (request) => void (asked += Number(new URL(request.url()).pathname === '/api/basics/orderchannel')),
  );
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (let round = 0; round < 2; round += 1) {
    await page.getByRole('button', { name: 'New order' }).click();
    const form = page.getByRole('dialog', { name: 'New order' });
    for (const channel of ['Front desk', 'Ctrip', 'Fliggy', 'Zuzuche'])
      await form.getByRole('button', { name: channel, exact: true }).waitFor();
    await form.getByRole('button', { name: 'Cancel', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await menu.locator('a[href="/member/list"]').click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await menu.locator('a[href="/order/list"]').click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  }
  await settled(page);
  expect(asked).toBe(1);
});
