import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { screenshot, type Language } from './browser.ts';
import { test, type Open } from './fixtures.ts';
import { expectSound } from './sound.ts';
import { dueToday } from '../turns.ts';

const NAMES: Readonly<Record<Language, { readonly action: string; readonly save: string; readonly test: string }>> = {
  'en-US': { action: 'SMS settings', save: 'Save', test: 'Send test SMS' },
  'zh-CN': { action: '短信设置', save: '保存', test: '发送测试短信' },
  'th-TH': { action: 'ตั้งค่า SMS', save: 'บันทึก', test: 'ส่ง SMS ทดสอบ' },
};

async function openSettings(
  open: Open,
  choices: Parameters<Open>[1] & { language?: Language },
  row = 0,
): Promise<Page> {
  const { page } = await open('/basics/supplier', { signedIn: true, ...choices });
  const { action } = NAMES[choices.language ?? 'en-US'];
  await page.getByRole('button', { name: action }).nth(row).click();
  await page.getByRole('dialog').locator('textarea').first().waitFor();
  return page;
}

test('settings are saved, the secret stays hidden, and a test message is one row of the messages', async ({ open }) => {
  const page = await openSettings(open, {});
  const dialog = page.getByRole('dialog');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // That the record is open is told by itself.
    if (request.method() === 'POST' && !pathname.startsWith('/api/live/')) calls.push(pathname);
  });
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await dialog.getByText('Required').first().waitFor();
  expect(calls).toEqual([]);

  await dialog.getByRole('switch').check();
  await dialog.getByLabel(/^Access key/).fill('key-1');
  await dialog.getByLabel(/^Secret/).fill('browser-secret');
  await dialog.getByLabel(/^Signature/).fill('[Forecourt]');
  const template = dialog.getByLabel(/^Order-created template/);
  await template.fill('Hello , welcome');
  await template.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
  await dialog.getByRole('button', { name: 'Renter', exact: true }).first().click();
  expect(await template.inputValue()).toBe('Hello {renterName}, welcome');
  const preview = dialog.getByRole('group', { name: 'Preview with sample values' }).first();
  await preview.getByText('[Forecourt] Hello Somchai Jaidee, welcome').waitFor();
  await preview.getByText('43 of 160 characters, 1 message').waitFor();
  await dialog.getByLabel(/^Test phone/).fill('+66812345678');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(calls).toEqual(['/api/supplier/savesmsseting']);

  await page.getByRole('button', { name: 'SMS settings' }).first().click();
  await dialog.locator('textarea').first().waitFor();
  expect(await dialog.getByLabel(/^Secret/).inputValue()).toBe('******');
  await dialog.getByRole('button', { name: 'Send test SMS' }).click();
  await dialog.getByText('Sent successfully').waitFor();
  expect(await page.content()).not.toContain('browser-secret');

  await page.goto(new URL('/system/outbox', page.url()).href);
  const row = page.getByRole('row').filter({ hasText: 'Test' }).first();
  await row.getByText('Sent').waitFor();
  await row.getByText('+66*****5678').waitFor();
  await row.getByText('Built-in outbox').waitFor();
  await expectSound(page);
});

test.for(
  dueToday([
    ['en-US', 'light', 1440],
    ['en-US', 'dark', 1440],
    ['zh-CN', 'light', 1440],
    ['th-TH', 'dark', 390],
    ['zh-CN', 'light', 390],
  ] as const),
)('the settings are sound: %s, %s, %d px', async ([language, mode, width], { open }) => {
  const choices = { language, mode, width, height: 900 } as const;
  const page = await openSettings(open, choices, 1);
  await page.getByRole('dialog').getByRole('button', { name: NAMES[language].test }).waitFor();
  expect(await page.getByRole('dialog').innerText()).not.toMatch(/\b(rental|texts)\.\w/);
  await expectSound(page);
  await screenshot(page, `sms-settings-${language}-${mode}-${width}`);
});
