import { afterAll, expect } from 'vitest';
import type { Language } from './browser.ts';
import { api } from './desk.ts';
import { messageAt } from './messageAt.ts';
import { test } from './sharedPage.ts';
import { expectSound } from './sound.ts';

/** What this file made goes again: others rely on the demonstration as it was. */
const made: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of made) await undo();
});

const CITY = { country: 'Thailand', latitude: 8, longitude: 99, timeZone: 'Asia/Bangkok', status: 1 };

test('the screen of car owners asks a person for six things and a company for all, and names a number that is taken', async ({
  stepOn,
}) => {
  const { page } = await stepOn('/basics/institution');
  await page.getByRole('heading', { level: 1, name: 'Car owners' }).waitFor();
  await page.getByText('Type: Owner').waitFor();
  await page.getByRole('link', { name: 'New owner' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await dialog.getByRole('radio', { name: 'Company' }).check();
  await field('Email').waitFor();
  const forCompany = await dialog.getByRole('textbox').count();
  await dialog.getByRole('radio', { name: 'Personal' }).check();
  await field('Email').waitFor({ state: 'detached' });
  expect(forCompany - (await dialog.getByRole('textbox').count())).toBe(3);
  await field('Name').fill('Somchai Owner');
  await field('Contact').fill('Somchai');
  await field('Phone').fill('+66811234567');
  await field('Address').fill('1 Beach Road');
  const taken = await api<{ list: { taxId: string }[] }>('/basics/institution/list');
  await field('Tax ID').fill(taken.list[0]!.taxId);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('Tax ID'))).toBe('Tax ID already exists');
  await field('Tax ID').fill('1101700203451');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Somchai Owner' }).waitFor();
  const { list } = await api<{ list: { id: number }[] }>('/basics/institution/list?keyword=Somchai%20Owner');
  expect(list).toMatchObject([{ type: 1, ownerType: 1, email: '', licenseNo: '', legalPerson: '' }]);
  const row = page.getByRole('row', { name: /Somchai Owner/ });
  await row.getByRole('link', { name: 'Edit' }).click();
  await field('Contact').fill('Malee');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Malee').waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
});

test('users show what the screen promises, and their form asks for it', async ({ stepOn }) => {
  const { page } = await stepOn('/system/mgr_user');
  const heads = page.getByRole('columnheader');
  await heads.filter({ hasText: 'Last seen' }).waitFor();
  expect((await heads.allInnerTexts()).filter(Boolean)).toEqual(
    ['Username', 'Phone', 'Role', 'Supplier (or all)', 'Data permission', 'Status', 'Last seen', 'ID', 'Actions'], // prettier-ignore
  );
  expect(await heads.evaluateAll((all) => all.flatMap((one) => one.getAttribute('data-below') ?? []))).toEqual(['Display name', 'Invitation', 'Create time']); // prettier-ignore
  await page.getByRole('link', { name: 'New system user' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [/^Username/, /^Phone/, /^Password/]) await dialog.getByRole('textbox', { name }).waitFor();
  for (const name of [/^Role/, /^Supplier/]) await dialog.getByRole('combobox', { name }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(dialog.getByRole('combobox', { name: /^Role/ }))).toBe('Please select role!');
  expect(await dialog.getByRole('textbox', { name: /^Username/ }).evaluate((box) => box === document.activeElement)).toBe(true); // prettier-ignore
  // Nobody has all stores without somebody's saying so.
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Selected stores' }).check();
  await dialog.getByRole('combobox', { name: /^(Selected )?stores/i }).waitFor();
});

test('the vehicle type fills the first step of a new vehicle, model and sub-model included', async ({ stepOn }) => {
  const { page } = await stepOn('/car/add');
  await page.getByRole('combobox', { name: /^Vehicle type/ }).fill('Yaris 1.2');
  await page.getByRole('option', { name: /Yaris 1\.2 Sport/ }).click();
  const box = (name: RegExp) => page.getByRole('combobox', { name }).inputValue();
  await expect.poll(() => Promise.all([/^Brand/, /^Model/, /^Sub-model/].map(box))).toEqual(['Toyota', 'Yaris', expect.stringContaining('1.2 Sport')]); // prettier-ignore
  expect(await page.getByRole('textbox', { name: /^Displacement/ }).inputValue()).toBe('1.2L');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: /^Plate number/ }).waitFor();
});

test('a role and a menu entry are deleted after a question, and stay when one says no', async ({ stepOn }) => {
  const role = { name: 'Short-lived role', code: 'shortLived', menuIds: [] };
  await api('/role/save', role);
  const title = { 'zh-CN': '短暂', 'en-US': 'Short-lived entry', 'th-TH': 'ชั่วคราว' };
  await api('/menu/save', { title, type: 3, path: 'short-lived' });
  const { page } = await stepOn('/system/role');
  const dialog = page.getByRole('dialog');
  for (const [address, name] of [
    ['/system/role', role.name],
    ['/system/menu', title['en-US']],
  ] as const) {
    await stepOn(address);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Confirm deletion?').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await row.count()).toBe(1);
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByText('Deleted successfully').waitFor();
  }
});

const WORDS = {
  'en-US': {
    heading: 'Before and after',
    label: 'Province',
    normal: 'Enabled',
    invalid: 'Disabled',
    changed: 'changed',
  },
  'th-TH': { heading: 'ก่อนและหลัง', label: 'จังหวัด', normal: 'เปิดใช้งาน', invalid: 'ปิดใช้งาน', changed: 'แก้ไข' },
} as const;

test('a row of the operation log opens to what changed, by labels and in the language of the reader', async ({
  stepOn,
}) => {
  const { id } = await api<{ id: number }>('/basics/city/save', {
    ...CITY,
    cityName: 'Logtown',
    province: 'Old Province',
    cityCode: 'LOG',
  });
  made.push(() => api(`/basics/city/delete/${id}`, undefined, 'DELETE'));
  await api('/basics/city/save', { id, province: 'New Province', status: 0 });
  for (const language of Object.keys(WORDS) as (keyof typeof WORDS & Language)[]) {
    const { page } = await stepOn('/system/syslog?filter={"module":"city"}', { language });
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const words = WORDS[language];
    const changes = page.getByRole('region', { name: words.heading });
    await changes.getByText(words.label, { exact: true }).waitFor();
    const text = (await changes.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain(`Old Province → New Province`);
    expect(text).toContain(`${words.normal} → ${words.invalid}`);
    expect(text).toContain(words.changed);
    await expectSound(page);
  }
});

test('the logs are filtered and go out as files', async ({ stepOn }) => {
  const { page } = await stepOn('/system/syslog');
  await page.getByRole('combobox', { name: 'Module' }).click();
  await page.getByRole('option', { name: 'Cities' }).click();
  await page.getByText('Module: Cities').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('combobox', { name: 'Result' }).waitFor();
  await expectSound(page);
  for (const address of ['/system/syslog', '/system/loginlog']) {
    await stepOn(address);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).first().click(),
    ]);
    await page.getByText('Exported successfully').waitFor();
    // Nothing can be done to a row of a log.
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  }
});
