import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import { tokenOf } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { test } from './sharedPage.ts';

/** Asks, and carries out: two people of the demonstration. */
const MANAGER = 'manager5';
const FINANCE = 'finance';
const STORE = 5;

const PHOTO = {
  name: 'dent.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

async function api<T>(token: string, path: string): Promise<T> {
  const answer = await fetch(`${productUrl()}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: T }).data;
}

interface Order {
  readonly id: number;
  readonly orderNo: string;
  readonly depositType: number;
  readonly paid: number;
}
interface Claims {
  readonly refunds: readonly unknown[];
  readonly deductions: readonly unknown[];
}

/** A returned order of the store with this deposit type about which nobody has asked for anything. */
async function untouched(token: string, depositType: number): Promise<Order> {
  const { list } = await api<{ list: Order[] }>(token, `/order/list?status=3&storeId=${STORE}&pageSize=100`);
  for (const order of list.filter((one) => one.depositType === depositType && one.paid > 0)) {
    const { refunds, deductions } = await api<Claims>(token, `/order/info/${order.id}`);
    if (refunds.length + deductions.length === 0) return order;
  }
  throw new Error(`no returned order with deposit type ${depositType} to work on`);
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const done = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('a manager asks for a refund, finance carries it out, and the ledger of the order tells both', async ({
  stepOn,
}) => {
  const [manager, finance] = [await tokenOf(MANAGER), await tokenOf(FINANCE)];
  const order = await untouched(manager, 2);
  const desk = await stepOn(`/order/detail/${order.id}`, { token: manager });
  await desk.page.getByRole('button', { name: 'More' }).click();
  await desk.page.getByRole('menuitem', { name: 'Request refund' }).click();
  const request = dialogOf(desk.page, 'Request refund');
  // It begins with the deposits that are held; this is another refund.
  const ticked = request.getByRole('checkbox', { checked: true });
  while ((await ticked.count()) > 0) await ticked.first().click();
  await request.getByLabel('Amount').fill('120.50');
  await request.getByRole('switch', { name: 'Give back paid charges' }).click();
  await request.getByLabel('Reason').fill('two hours too many');
  await request.getByRole('button', { name: 'Request refund' }).click();
  await done(desk.page, `${order.orderNo}: Refund request submitted`);
  await desk.page.getByRole('tab', { name: 'Account' }).click();
  await desk.page.getByText('two hours too many').waitFor();

  const office = await stepOn('/order/refund', { token: finance });
  const row = office.page.getByRole('row', { name: new RegExp(order.orderNo) });
  await row.getByRole('button', { name: 'Mark refunded', exact: true }).click();
  const result = dialogOf(office.page, 'Mark refunded');
  await result.getByLabel(/Transaction number/).fill(`B-${order.id}`);
  await result.getByRole('button', { name: 'Mark refunded' }).click();
  await row.getByRole('cell', { name: 'Success' }).waitFor();

  // The page of the manager has heard of it.
  const ledger = desk.page.getByRole('group', { name: 'Ledger' });
  await ledger.getByRole('row', { name: /Refund · .*THB 120\.50/ }).waitFor();
});

test('a deduction goes from the counter over the review to the bill', async ({ stepOn }) => {
  const [manager, finance] = [await tokenOf(MANAGER), await tokenOf(FINANCE)];
  const order = await untouched(manager, 3);
  const { page } = await stepOn('/order/deduct', { token: manager });
  await page.getByRole('link', { name: 'New charge to a deposit-free rental' }).click();
  const form = page.getByRole('dialog');
  const choice = form.getByRole('combobox', { name: /^Order/ });
  await choice.click();
  await choice.fill(order.orderNo);
  await page
    .getByRole('option', { name: new RegExp(order.orderNo) })
    .first()
    .click();
  await form.getByRole('radio', { name: 'Vehicle damage fee' }).check();
  await form.getByLabel(/^Amount/).fill('640');
  await form.getByLabel(/^Reason/).fill('scratch on the rear bumper');
  await form.locator('input[type=file]').first().setInputFiles(PHOTO);
  await form.getByRole('img').first().waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /scratch on the rear bumper/ }).waitFor();

  const { list } = await api<{ list: { id: number }[] }>(finance, `/order/deduct/list?keyword=${order.orderNo}`);
  const office = await stepOn(`/order/deductdetail/${list[0]!.id}`, { token: finance });
  // Evidence is private: it is read when somebody asks to see it.
  await office.page.getByRole('button', { name: 'View Evidence' }).click();
  const evidence = office.page.getByRole('dialog', { name: 'View Evidence' });
  await evidence.getByRole('img').waitFor();
  await office.page.keyboard.press('Escape');
  await evidence.waitFor({ state: 'detached' });
  await office.page.getByRole('button', { name: 'Review' }).click();
  await office.page.getByRole('dialog').getByRole('button', { name: 'Review' }).click();
  await done(office.page, 'Awaiting deduction');
  await office.page.getByRole('button', { name: 'Mark deducted', exact: true }).click();
  await dialogOf(office.page, 'Mark deducted').getByRole('button', { name: 'Mark deducted' }).click();
  await office.page.getByRole('button', { name: 'Mark deducted', exact: true }).waitFor({ state: 'detached' });
  expect(await api<Record<string, unknown>>(manager, `/order/info/${order.id}`)).toMatchObject({
    due: 0,
    deductions: [{ status: 3, amount: 640 }],
  });
});

test('the day close adds up on the screen, is exported and speaks for its store and day', async ({ stepOn }) => {
  const token = await tokenOf(MANAGER);
  const day = await api<{ date: string; total: { net: number }; storeName: string }>(
    token,
    `/order/dayclose?storeId=${STORE}`,
  );
  const { page } = await stepOn(`/order/dayclose?storeId=${STORE}`, { token });
  const methods = page.getByRole('group', { name: 'By payment method' });
  await methods.getByRole('columnheader', { name: 'Net (THB)' }).waitFor();
  const text = day.total.net.toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('-', '−');
  await methods
    .getByRole('row', { name: /^Total/ })
    .getByText(text, { exact: true })
    .last()
    .waitFor();
  await page.getByText(new RegExp(`${day.storeName} · ${day.date} · .*Bangkok \\(Asia/Bangkok\\)$`)).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`day-close-${day.storeName}-${day.date}.xlsx`);
});

test('a day close counts the drawer by note, closes the day and goes on to the next one', async ({ stepOn }) => {
  const token = await tokenOf(MANAGER);
  const { drawer, date, open } = await api<{
    drawer: { expected: number };
    date: string;
    open: { refunds: { count: number } };
  }>(token, `/order/dayclose?storeId=${STORE}`);
  const { page } = await stepOn(`/order/dayclose?storeId=${STORE}`, { token });

  // An open item leads to exactly the rows that it counts.
  await page.getByRole('link', { name: 'Refunds to carry out' }).click();
  const refunds = onScreen(page).locator('tbody').getByRole('row');
  await refunds.first().waitFor();
  expect(await refunds.count()).toBe(Math.min(open.refunds.count, 20));
  await page.goBack();

  await page.getByRole('button', { name: 'Count the drawer' }).click();
  const dialog = dialogOf(page, 'Count the drawer');
  const thousands = Math.max(0, Math.floor(drawer.expected / 1000));
  await dialog.getByLabel('Number of 1,000 baht').fill(String(thousands));
  await dialog.getByLabel('Number of 100 baht').fill('2');
  const off = thousands * 1000 + 200 !== drawer.expected;
  if (off) await dialog.getByLabel(/^Reason/).fill('counted in a hurry');
  await dialog.getByLabel(/^Stays in the drawer/).fill('200');
  await dialog.getByRole('button', { name: 'Close day' }).click();
  await page.getByText(new RegExp(`: ${date} is closed$`)).waitFor();
  const counts = page.getByRole('group', { name: 'Drawer counts' });
  await counts.getByText('2 × 100').waitFor();

  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByText('This day has not begun.').waitFor();
  await page.getByText('Should lie in the drawer now: THB 200.00').waitFor();
});
