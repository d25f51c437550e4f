import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, onScreen, stepTo } from './browser.ts';
import { api, tokenOf } from './desk.ts';
import { test } from './fixtures.ts';

const PHONE = { width: 390, height: 844 } as const;

/** Where the first row begins, as a part of the screen's height. */
async function firstRowAt(page: Page, name: RegExp | string): Promise<number> {
  const first = onScreen(page).getByRole('listitem').filter({ hasText: name }).first();
  await first.waitFor();
  return (await first.boundingBox())!.y / PHONE.height;
}

test('on a phone lists and tasks begin in the first third of the screen, and tasks are narrowed by end, hour and staff', async ({
  open,
}) => {
  const { page } = await open('/order/list', { signedIn: true, ...PHONE, language: 'th-TH' });
  await onScreen(page).getByRole('tab').first().waitFor();
  expect(await firstRowAt(page, /R\d{11}/)).toBeLessThan(1 / 3);
  for (const name of ['ส่งออก', 'ตัวกรองที่บันทึก'])
    expect((await onScreen(page).getByRole('button', { name }).boundingBox())!.width).toBeLessThan(48);

  await stepTo(page, '/order/tasks');
  await onScreen(page).getByLabel('ประเภท', { exact: true }).waitFor();
  expect(await firstRowAt(page, /R\d{11}/)).toBeLessThan(1 / 3);
  const tasks = onScreen(page).getByRole('listitem');
  const steps = async (): Promise<readonly string[]> => [
    ...new Set((await tasks.getByRole('heading').allTextContents()).map((text) => text.split(' · ')[1]!)),
  ];
  const choose = async (label: string, option: string | RegExp): Promise<void> => {
    await onScreen(page).getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  };
  expect((await steps()).length).toBe(2);
  await choose('ประเภท', 'คืนรถ');
  await expect.poll(steps).toEqual(['คืนรถ']);
  await onScreen(page).getByRole('button', { name: 'เพิ่มเติม' }).click();
  const all = await tasks.count();
  await choose('ช่วงเวลา', /^\d\d:00–\d\d:00$/);
  const hour = new URL(page.url()).searchParams.get('hour')!;
  await expect.poll(() => tasks.count()).toBeLessThan(all);
  for (const text of await tasks.getByRole('heading').allTextContents())
    expect(text).toMatch(new RegExp(`(^| )${hour}:`));
  await choose('พนักงาน', 'ยังไม่มีผู้รับผิดชอบ');
  expect(page.url()).toMatch(/kind=return&hour=\d\d&staffId=0$/);
  await onScreen(page).getByRole('button', { name: 'ล้างตัวกรอง' }).click();
  await expect.poll(async () => (await steps()).length).toBe(2);
});

test('on a phone finance selects refunds with a thumb, and reads how many they are and their sum before they are carried out', async ({
  open,
}) => {
  const filter = encodeURIComponent(JSON.stringify({ status: '0' }));
  const { page } = await open(`/order/refund?filter=${filter}`, { token: await tokenOf('finance'), ...PHONE });
  const begin = onScreen(page).getByRole('button', { name: 'Select rows' });
  await begin.click();
  const boxes = onScreen(page).getByRole('checkbox');
  await boxes.first().check();
  // The card is the target, its box a small part of it.
  const second = onScreen(page).getByRole('listitem').nth(1);
  await second.click({ position: { x: 150, y: 60 } });
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);
  const bar = onScreen(page).getByRole('toolbar', { name: '2 selected' });
  for (const target of [boxes.first().locator('..'), ...(await bar.getByRole('button').all())])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await accessibilityFaults(page)).toEqual([]);

  const numbers = (await onScreen(page).getByRole('listitem').allInnerTexts()).map((text) => /F\d+/.exec(text)![0]);
  const { list } = await api<{ list: { refundNo: string; amount: number }[] }>(
    '/order/refund/list?status=0&pageNo=1&pageSize=100',
  );
  const sum = list
    .filter(({ refundNo }) => numbers.slice(0, 2).includes(refundNo))
    .reduce((all, { amount }) => all + Math.round(amount * 100), 0);
  await bar.getByRole('button', { name: 'Mark refunded together' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark refunded together' });
  await dialog.getByText('2 selected', { exact: true }).waitFor();
  const amount = (sum / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await dialog.getByText(`THB ${amount}`, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await onScreen(page).getByRole('toolbar').getByRole('button', { name: 'Done' }).click();
  expect(await boxes.count()).toBe(0);
});

test('on a narrow window the actions of a table go with their row, and nothing of them lies over the menu', async ({
  open,
}) => {
  const { page } = await open('/order/list', { signedIn: true, width: 720, height: 900 });
  const table = onScreen(page).getByRole('table');
  const cell = table.locator('tbody .row-actions').first();
  await cell.waitFor();
  await expect.poll(() => onScreen(page).locator('[data-more~=right]').count()).toBeGreaterThan(0);
  const left = async (of: typeof cell): Promise<number> => (await of.boundingBox())!.x;
  expect(await left(table.locator('thead .row-actions'))).toBe(await left(cell));
  expect(await cell.evaluate((one) => getComputedStyle(one, '::before').display)).toBe('none');
});
