import { expect } from 'vitest';
import { onScreen, screenshot, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { ask, newPerson } from './persons.ts';
import { expectSound } from './sound.ts';

const filterOf = (address: string): unknown => JSON.parse(new URL(address).searchParams.get('filter') ?? '{}');

test('an administrator gives a role a view, and whoever has it finds the list so, on a device of his or her own', async ({
  open,
}) => {
  // Role and user of it have one name.
  const { token, username: role } = await newPerson(['car-list', 'car-query']);
  const name = `Free of ${role}`;
  const { page } = await open('/car/list?filter={"status":"1"}&sort=plate&order=ASC', { signedIn: true });
  await onScreen(page).getByRole('button', { name: 'Saved filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Saved filters' });
  await panel.getByRole('button', { name: 'Save these filters' }).click();
  await panel.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: `Give ${name} to a role` }).click();
  await panel.getByRole('combobox', { name: /^Role that gets it/ }).fill(role);
  await page.getByRole('option', { name: role }).first().click();
  await panel.getByRole('checkbox', { name: "The role's list begins with it" }).check();
  await screenshot(page, 'saved-view-given');
  await expectSound(page);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByText(`${role} · the list begins with it`).waitFor();

  const asked: string[] = [];
  const { page: desk } = await open('/404', { token });
  desk.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/car/list') asked.push(request.url());
  });
  await desk.goto(new URL('/car/list', desk.url()).href);
  await onScreen(desk).getByRole('heading', { level: 1 }).waitFor();
  await onScreen(desk).locator('[data-field]').first().waitFor();
  expect(new URL(asked[0]!).searchParams.get('status')).toBe('1');
  expect(new URL(asked[0]!).searchParams.get('sortField')).toBe('plate');

  // What somebody sets is his or her own, and the view is still there to go back to.
  await onScreen(desk).getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => filterOf(desk.url())).toEqual({});
  await onScreen(desk).getByRole('button', { name: 'Saved filters' }).click();
  const theirs = desk.getByRole('dialog', { name: 'Saved filters' });
  await theirs.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
  expect(await theirs.getByRole('button', { name: `Delete ${name}` }).count()).toBe(0);
  await theirs.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect.poll(() => filterOf(desk.url())).toEqual({ status: '1' });
});

test.for<readonly [Language, number]>([
  ['zh-CN', 1440],
  ['th-TH', 390],
])('saved filters read well in %s at %i px', async ([language, width], { open }) => {
  const { token } = await newPerson(['car-list', 'car-query']);
  await ask(token, '/account/views/save', {
    resource: 'vehicle',
    name: 'Phuket 普吉 ภูเก็ต',
    content: { filter: { status: '1' } },
  });
  const { page } = await open('/car/list', { token, language, width });
  await onScreen(page).locator('[data-field]').first().waitFor();
  const words = { 'zh-CN': '已存筛选', 'th-TH': 'ตัวกรองที่บันทึก', 'en-US': 'Saved filters' }[language];
  const button = onScreen(page).getByRole('button', { name: words });
  if (!(await button.isVisible()))
    await onScreen(page)
      .getByRole('button', { name: /ตัวกรอง/ })
      .first()
      .click();
  await page.getByRole('button', { name: words }).first().click();
  await page.getByText('Phuket 普吉 ภูเก็ต').waitFor();
  await screenshot(page, `saved-views-${language}-${width}`);
  await expectSound(page);
});
