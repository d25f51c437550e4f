import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults, signInByApi, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { ADMIN } from './server.ts';

interface Order {
  readonly id: number;
  readonly orderNo: string;
  readonly plannedReturnTime: string;
  readonly total: number;
  readonly actions: readonly string[];
}
interface Risk {
  readonly id: number;
  readonly orderNo: string;
  readonly cars: readonly { readonly id: number; readonly plate: string }[];
}

let token: Promise<string> | undefined;

async function api<T>(path: string, body?: object): Promise<T> {
  token ??= signInByApi(inject('product'), ADMIN);
  const answer = await fetch(`${inject('product')}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await token}`,
      'accept-language': 'en-US',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { statusCode, message, data } = (await answer.json()) as { statusCode: number; message: string; data: T };
  if (statusCode !== 200) throw new Error(`${path}: ${message}`);
  return data;
}

const orders = async (query: string): Promise<readonly Order[]> =>
  (await api<{ list: Order[] }>(`/order/list?pageNo=1&pageSize=100&${query}`)).list;

/** An order under way that can be kept two days longer. */
async function renewable(): Promise<Order> {
  for (const order of await orders('status=2')) {
    const time = twoDaysLater(order.plannedReturnTime);
    const { conflicts } = await api<{ conflicts: unknown[] }>('/order/renewquote', { orderId: order.id, time });
    if (conflicts.length === 0) return order;
  }
  throw new Error('no order of the demonstration can be renewed');
}

const twoDaysLater = (time: string): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + 2 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

const MORE = /More actions|更多操作|การดำเนินการเพิ่มเติม/;
const dialogOf = (page: Page) => page.getByRole('dialog');

/** A step of the order, wherever its button is: beside the next step or in the menu. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const beside = page.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: MORE }).waitFor();
  if ((await beside.count()) > 0) return beside.first().click();
  await page.getByRole('button', { name: MORE }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const expectAccessible = async (page: Page): Promise<void> =>
  expect(await accessibilityFaults(page, { rules: { region: { enabled: false } } })).toEqual([]);

test('a rental is renewed at the price that was shown, and the renewal is taken back', async ({ open }) => {
  const order = await renewable();
  const { page } = await open(`/order/detail/${order.id}`, { signedIn: true, height: 1100 });
  const dialog = dialogOf(page);
  await step(page, 'Renew');
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByRole('button', { name: '+2 days' }).click();
  const fee = dialog.getByRole('status').getByText('Renewal fee').locator('xpath=following-sibling::dd');
  await expect.poll(() => fee.innerText()).toMatch(/^THB [\d,]+\.\d{2}$/);
  const shown = Number((await fee.innerText()).replace(/[^\d.]/g, ''));
  expect(shown).toBeGreaterThan(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Renewed successfully').waitFor();
  const renewed = await api<Order>(`/order/info/${order.id}`);
  expect([renewed.plannedReturnTime, renewed.total]).toEqual([
    twoDaysLater(order.plannedReturnTime),
    order.total + shown,
  ]);

  await page.getByRole('button', { name: 'Cancel renewal', exact: true }).first().click();
  await dialog.getByText('Confirm cancellation of this renewal?').waitFor();
  await dialog.getByLabel('Reason').fill('renter came back early');
  await dialog.getByRole('button', { name: 'Cancel renewal', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await api<Order>(`/order/info/${order.id}`)).toMatchObject({
    plannedReturnTime: order.plannedReturnTime,
    total: order.total,
  });
});

test('a coupon is made for a renter, its card is shown, and another order redeems it and gives it back', async ({
  open,
}) => {
  const [source] = await orders('status=3');
  const { page } = await open(`/order/detail/${source!.id}`, { signedIn: true });
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Generate coupon', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Generate coupon' }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByLabel('Amount off', { exact: true }).fill('100');
  await dialog.getByLabel('Rental from', { exact: true }).fill('500');
  await dialog.getByRole('button', { name: 'Generate coupon' }).click();
  const card = dialog.getByRole('img', { name: /^Redemption code [2-9A-Z]{10}$/ });
  await card.waitFor();
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await expectAccessible(page);
  const code = (await card.getAttribute('alt'))!.slice(-10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`coupon-${code}.svg`);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await page.getByText(code).waitFor();

  const target = (await orders('status=1')).find((order) => order.actions.includes('redeem') && order.total > 1000)!;
  const other = await open(`/order/detail/${target.id}`, { signedIn: true });
  await other.page.getByRole('button', { name: 'Redeem by code', exact: true }).first().click();
  await dialogOf(other.page).getByLabel('Redemption code').fill('xxxxxxxxxx');
  await dialogOf(other.page).getByRole('button', { name: 'Redeem by code' }).click();
  await dialogOf(other.page).getByText('Unknown redemption code').first().waitFor();
  await dialogOf(other.page).getByLabel('Redemption code').fill(code.toLowerCase());
  await dialogOf(other.page).getByRole('button', { name: 'Redeem by code' }).click();
  await dialogOf(other.page).waitFor({ state: 'hidden' });
  expect((await api<Order>(`/order/info/${target.id}`)).total).toBe(target.total - 100);
  await other.page.getByRole('button', { name: 'Take off' }).click();
  await dialogOf(other.page).getByRole('button', { name: 'Take off' }).click();
  await dialogOf(other.page).waitFor({ state: 'hidden' });
  expect((await api<Order>(`/order/info/${target.id}`)).total).toBe(target.total);
});

test('coupons are made by the batch and voided after a question', async ({ open }) => {
  const { page } = await open('/coupon/editcoupon', { signedIn: true });
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'New coupons' }).click();
  await dialog.getByLabel('Amount off', { exact: true }).fill('77');
  await dialog.getByLabel('Rental from', { exact: true }).fill('770');
  await dialog.getByLabel('Number of coupons').fill('20');
  await dialog.getByRole('button', { name: 'New coupons' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { list } = await api<{ list: { discountAmount: number; code: string }[] }>(
    '/coupon/list?pageNo=1&pageSize=100&status=0',
  );
  const made = list.filter((coupon) => coupon.discountAmount === 77);
  expect(new Set(made.map((coupon) => coupon.code)).size).toBe(20);
  const row = page.getByRole('row').filter({ hasText: 'THB 77.00 (¥ 15.40)' }).first();
  await row.getByRole('button', { name: 'Void' }).click();
  await dialog.getByText('Void this coupon?').waitFor();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expectAccessible(page);
});

/** Makes the next order of a late car begin soon, whatever the demonstration holds today. */
async function riskyOrder(): Promise<Risk> {
  const found = (await api<Risk[]>('/order/latereturns')).find((risk) => risk.cars.length > 0);
  if (!found) throw new Error('the demonstration has no late car with a waiting order');
  return found;
}

test('an order that waits for a late car gets another one with one press, on a phone too', async ({ open }) => {
  const risk = await riskyOrder();
  const { page } = await open(`/order/list?filter=${encodeURIComponent('{"tab":"overdueReturn"}')}`, {
    signedIn: true,
    width: 390,
    height: 844,
  });
  const give = page.getByRole('button', { name: `Assign ${risk.cars[0]!.plate} to ${risk.orderNo}` });
  await give.waitFor();
  expect((await give.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await give.click();
  await give.waitFor({ state: 'hidden' });
  const { carId } = await api<{ carId: number }>(`/order/info/${risk.id}`);
  expect(carId).toBe(risk.cars[0]!.id);
});

const RENEW: Readonly<Record<Language, string>> = { 'en-US': 'Renew', 'zh-CN': '续租', 'th-TH': 'ต่ออายุการเช่า' };

test.for([
  ['en-US', 'dark', 1440],
  ['zh-CN', 'light', 390],
  ['th-TH', 'dark', 390],
] as const)('the dialogs of the desk are sound in %s, %s, %i wide', async ([language, mode, width], { open }) => {
  const order = (await orders('status=2'))[1]!;
  const { page } = await open(`/order/detail/${order.id}`, { signedIn: true, language, mode, width });
  await step(page, RENEW[language]);
  await dialogOf(page).waitFor();
  await expectAccessible(page);
  expect(await page.locator('body').innerText()).not.toMatch(/\b(resources|rental|msg|codes)\.[a-zA-Z]/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
