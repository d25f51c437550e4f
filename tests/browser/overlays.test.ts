import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES, onScreen, SHELL, toMode } from './browser.ts';
import { api, book, handOver, newCar, step, type Order } from './desk.ts';
import { test } from './sharedPage.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

type Opener = (page: Page) => Promise<unknown>;

const press =
  (name: string | RegExp): Opener =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
const key =
  (keys: string): Opener =>
  async (page) => {
    await onScreen(page).locator('h1').first().waitFor();
    await page.keyboard.press(keys);
  };

const MORE = 'More actions';

/** What lies over a page, the page it is opened from and how. */
const OVERLAYS: readonly (readonly [name: string, address: string, open: Opener])[] = [
  ['columns', '/order/list', press('Columns')],
  ['saved filters', '/order/list', press('Saved filters')],
  ['export', '/order/list', press('Export')],
  ['actions of a row', '/order/list', press(/^More actions/)],
  [
    'choices of a filter',
    '/order/list',
    (page) => page.getByRole('combobox', { name: 'Order status', exact: true }).click(),
  ],
  [
    'days of a filter',
    '/order/list',
    async (page) => {
      await press('More')(page);
      await press('Open the calendar')(page);
    },
  ],
  // The last of its page: Esc does not leave it.
  ['new order', '/order/list', press('New order')],
  ['import', '/car/list', press('Import')],
  ['a form over its list', '/basics/holiday?form=new', () => Promise.resolve()],
  ['language', '/404', press(/^Language/)],
  ['settings', '/404', press('Layout settings')],
  ['own account', '/404', press(/^User menu/)],
  ['palette', '/404', key('Control+k')],
  ['shortcuts', '/404', key('?')],
  ['actions of a tab', '/index', press('Tab actions')],
];

/** Popovers, menus, drawers and dialogs that are to be seen. */
const SHOWN =
  '[role=dialog]:visible, .MuiPopover-paper:visible, .MuiDrawer-paperAnchorRight:visible, [role=listbox]:visible';

/**
 * What is not sound for who does not see it, or lies outside the window for who does; and what is not to be read when the same turns dark.
 * The menu and the header around were judged with the first of a page.
 */
async function faultsOfOverlay(page: Page, isFirst = true): Promise<readonly string[]> {
  const shown = page.locator(SHOWN);
  await shown.first().waitFor();
  await settled(page);
  await expect.poll(() => shown.locator('.MuiSkeleton-root').count(), { timeout: 20_000 }).toBe(0);
  const window = page.viewportSize()!;
  // All at one moment: what has closed meanwhile is not waited for.
  const boxes = await shown.evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > window.width || bottom > window.height,
  );
  return [
    ...(await accessibilityFaults(page, {}, isFirst ? [] : SHELL)),
    ...outside.map((box) => `outside the window: ${JSON.stringify(box)}`),
  ];
}

/** Esc closes what lies on top; again until nothing does. */
const closeAll = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        const left = await page.locator(SHOWN).count();
        if (left > 0) await page.keyboard.press('Escape');
        return left;
      },
      { timeout: 20_000 },
    )
    .toBe(0);

test.for(dueToday([...new Set(OVERLAYS.map(([, address]) => address))]))(
  'whatever opens over %s: within the window the first time, and readable by everybody, in light and in dark',
  async (wanted, { stepOn }) => {
    const { page } = await stepOn(wanted, { mode: 'system' });
    const faults: string[] = [];
    for (const [index, [name, , show]] of OVERLAYS.filter(([, address]) => address === wanted).entries()) {
      if (index > 0) await closeAll(page);
      await show(page);
      faults.push(...(await faultsOfOverlay(page, index === 0)).map((fault) => `${name}: ${fault}`));
      await toMode(page, 'dark');
      const dark = await accessibilityFaults(page, { runOnly: COLOUR_RULES }, index === 0 ? [] : SHELL);
      faults.push(...dark.map((fault) => `${name}, dark: ${fault}`));
      await toMode(page, 'light');
    }
    await closeAll(page);
    expect(faults).toEqual([]);
  },
);

test.for(dueToday(['before its pickup', 'while it is rented'] as const))(
  'every dialog of an order %s',
  async (when, { stepOn }) => {
    const isRented = when === 'while it is rented';
    const car = await newCar([-60, 3000]);
    const booked: Order = await book(car, isRented ? [-30, 2880] : [60, 2880]);
    const { id } = isRented ? await handOver(booked, car, -20) : booked;
    const faults: string[] = [];
    const { page } = await stepOn(`/order/detail/${id}`, { mode: 'system' });
    const check = async (name: string, isFirst = false): Promise<void> => {
      faults.push(...(await faultsOfOverlay(page, isFirst)).map((fault) => `${name}: ${fault}`));
    };
    await page.getByRole('button', { name: MORE }).click();
    const names = (await page.getByRole('menuitem').allInnerTexts()).filter((name) => !name.startsWith('Print'));
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      await closeAll(page);
      await step(page, name);
      await page.getByRole('dialog').waitFor();
      await check(name, name === names[0]);
    }
    if (isRented) {
      await closeAll(page);
      await page.getByRole('button', { name: 'Return', exact: true }).first().click();
      await page.getByRole('combobox', { name: /^Return store/ }).waitFor();
      await check('Return');
    }
    await closeAll(page);
    expect(faults).toEqual([]);
  },
);

test('a member is chosen by keyboard alone, and the keyboard goes on in the next field', async ({ stepOn }) => {
  const { list } = await api<{ list: { id: number }[] }>('/member/list?pageNo=1&pageSize=1&status=1');
  const member = await api<{ name: string }>(`/member/info/${list[0]!.id}`);
  const { page } = await stepOn('/order/list', { mode: 'system' });
  await press('New order')(page);
  await page.getByRole('combobox', { name: /member/i }).focus();
  await page.keyboard.type(member.name);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog').getByRole('textbox', { name: /^Renter name/ });
  await expect.poll(() => name.inputValue()).not.toBe('');
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

test('a column is switched off, put first by arrow keys and dragged; actions always stay', async ({ stepOn }) => {
  const { page } = await stepOn('/basics/holiday', { mode: 'system' });
  // By their place: a page behind a dialog has no roles.
  const heads = async () => (await onScreen(page).locator('thead th').allInnerTexts()).map((text) => text.trim());
  await onScreen(page).locator('tbody tr').first().waitFor();
  const before = await heads();
  await press('Columns')(page);
  const box = page.getByRole('dialog', { name: 'Columns' });
  expect(await box.getByRole('switch').count()).toBe(await box.getByRole('listitem').count());
  expect(await box.getByText('Actions').count()).toBe(0);
  const thumb = await box
    .getByRole('switch')
    .first()
    .evaluate((input) => {
      const track = input.closest('.MuiSwitch-root')!.getBoundingClientRect();
      const circle = input.closest('.MuiSwitch-root')!.querySelector('.MuiSwitch-thumb')!.getBoundingClientRect();
      return circle.top >= track.top && circle.bottom <= track.bottom && circle.right <= track.right;
    });
  expect(thumb).toBe(true);
  for (const row of await box.getByRole('listitem').all())
    expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(34);
  await box.getByRole('switch', { name: 'Start date' }).click();
  await box.getByRole('button', { name: 'Move End date' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await box.getByText(/^End date is column 1 of/).waitFor({ state: 'attached' });
  const first = before.filter((name) => !['', 'Start date', 'End date'].includes(name));
  await expect.poll(heads).toEqual([...(before[0] === '' ? [''] : []), 'End date', ...first]);
  await box.getByRole('button', { name: 'Move End date' }).dragTo(box.getByRole('listitem').nth(2));
  await expect.poll(async () => (await heads()).indexOf('End date')).toBeGreaterThan(1);
  await box.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(heads).toEqual(before);
});
