import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { onScreen } from './browser.ts';
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

  await page.goto(new URL('/order/tasks', page.url()).href);
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
