import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { arrival, SEEN, stepTo, type Language } from './browser.ts';
import { shopOfFile, type ShopRecord } from './shop.ts';
import { expectSound, faultsOf } from './sound.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const shop = shopOfFile();
const SOON = { timeout: 15_000, interval: 500 };

const VIEWS = [
  ['table', '/resources/film', (page: Page) => page.getByRole('columnheader', { name: 'actions' })],
  ['cards', '/resources/film?view=card', (page: Page) => page.getByRole('main').getByRole('listitem').first()],
  ['calendar', '/resources/purchaseOrder?view=calendar', (page: Page) => page.getByRole('main').getByRole('listitem')],
  ['board', '/resources/rental?view=board', (page: Page) => page.getByRole('main').getByRole('listitem')],
  ['map', '/resources/store?view=map', (page: Page) => page.locator('[data-points] canvas')],
] as const;

describe.each(
  dueToday<readonly ['light' | 'dark', Language, number]>([
    ['light', 'en-US', 1440],
    ['dark', 'zh-CN', 1440],
    ['light', 'th-TH', 390],
  ]),
)('%s, %s, %i wide', (mode, language, width) => {
  test('each view is readable by everybody, has no raw key and stays within the page', async () => {
    const [[, first]] = VIEWS;
    const { page } = await shop.open(first, { mode, language, width });
    await settled(page);
    for (const [, path, shown] of VIEWS) {
      if (path !== first) {
        await stepTo(page, path);
        await shown(page).first().waitFor();
      }
      await arrival(page);
      const faults = await faultsOf(page, { rules: { region: { enabled: false } } }, path === first ? [] : SEEN);
      expect([path, ...faults]).toEqual([path]);
    }
  });
});

describe('board', () => {
  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) });
  /** A board of one card. */
  const only = (resource: string, { id }: { readonly id: number }): string =>
    `/resources/${resource}?view=board&filter=${encodeURIComponent(JSON.stringify({ ids: String(id) }))}`;
  const copyIn = async (condition: string) => (await shop.find('filmCopy', { filter: { condition }, first: 1 }))[0]!;

  test('a card dragged to a column asks what the action asks, then stays there', async () => {
    const [rental] = await shop.find('rental', { filter: { status: '1' }, sort: ['rentedOn', 'DESC'], first: 1 });
    const { page } = await shop.stepOn(only('rental', rental!));
    const card = column(page, 'Out').getByRole('listitem');
    await card.dragTo(column(page, 'Returned'));
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await column(page, 'Returned').getByText(String(rental!['filmCopyName']), { exact: true }).waitFor();
  });

  test('a card moves by keyboard alone, and it is said where to', async () => {
    const copy = await copyIn('2');
    const { page } = await shop.stepOn(only('filmCopy', copy));
    await page.getByRole('button', { name: `Move ${String(copy['barcode'])}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'To New' }).waitFor();
    await page.keyboard.press('End');
    expect(
      await page.getByRole('menuitem', { name: 'To Broken' }).evaluate((item) => item === document.activeElement),
    ).toBe(true);
    await expectSound(page);
    await page.keyboard.press('Enter');
    await column(page, 'Broken').getByText(String(copy['barcode']), { exact: true }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: `${String(copy['barcode'])} moved to Broken` })
      .waitFor();
    expect((await shop.find('filmCopy', { filter: { ids: String(copy.id) } }))[0]!['condition']).toBe(4);
  });

  test('a refused card goes back with the reason', async () => {
    const copy = await copyIn('1');
    const { page, allow } = await shop.stepOn(only('filmCopy', copy));
    allow(/409|412/);
    const name = String(copy['barcode']);
    // Somebody is quicker while the move is under way; any sooner, and the board would be told and move what it then shows.
    await page.route(
      (url) => url.pathname.endsWith(`/filmCopy/${copy.id}`),
      async (route) => {
        await shop.change('filmCopy', copy, { boughtOn: '2026-01-02' });
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: `Move ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'To Worn' }).click();
    const home = column(page, 'New');
    await home.getByRole('alert').waitFor();
    await home.getByText(name, { exact: true }).waitFor();
    expect((await shop.find('filmCopy', { filter: { ids: String(copy.id) } }))[0]!['condition']).toBe(1);
    await expectSound(page);
  });
});

describe('calendar', () => {
  test('another month is one question, and one more a day only where it is full; its days can be walked by arrow keys', async () => {
    const { page } = await shop.stepOn('/resources/reservation');
    await arrival(page);
    await settled(page);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/resources/') && asked.push(request.url()));
    /** One question for a month, and then one a day where it is full; all are waited for, however slow the machine is. */
    const month = async (name: string): Promise<void> => {
      asked.length = 0;
      const whole = page.waitForResponse('**/api/resources/reservation?*');
      await page.getByRole('button', { name, exact: true }).click();
      const total = Number((await whole).headers()['content-range']?.split('/')[1]);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      const days = await page.locator('[data-day]').count();
      await expect.poll(() => new Set(asked).size, SOON).toBe(total > 100 ? 1 + days : 1);
      await settled(page);
      expect(asked).toHaveLength(total > 100 ? 1 + days : 1);
    };
    const title = page.getByRole('heading', { level: 2 });
    await month('Calendar');
    const before = await title.innerText();
    await month('Earlier');
    expect(await title.innerText()).not.toBe(before);
    const [first, second] = ['10', '11'].map((day) => page.locator(`[data-day$="-${day}"]`));
    await first!.focus();
    await page.keyboard.press('ArrowRight');
    expect(await second!.evaluate((day) => day === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New reservation' });
    expect(await form.getByLabel('Wanted from').inputValue()).toMatch(/-11$/);
    await expectSound(page);
  });
});

describe('map', () => {
  test('shows every record of the list without asking anybody but the shop', async () => {
    const { page } = await shop.stepOn('/resources/store?view=map');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const all = await shop.count('store');
    await page.locator(`[data-points="${all}"]`).waitFor();
    const inSight = () => page.getByRole('region', { name: 'Records on the map' }).getByRole('listitem').count();
    await expect.poll(inSight, SOON).toBe(all);
    await page.getByRole('application', { name: /^Map of Stores/ }).focus();
    await page.keyboard.press('+');
    await expect.poll(inSight, SOON).toBeLessThan(all);
    // Keys on each other's heels: each counts.
    for (const key of ['+', '+', '0']) await page.keyboard.press(key);
    await expect.poll(inSight, SOON).toBe(all);
    expect([...hosts].filter((host) => host !== new URL(page.url()).host)).toEqual([]);
  });
});

describe('cells', () => {
  test('a price is changed where it stands, and the focus comes back; who changes what somebody else changed meanwhile is told, sees theirs, and may replace it', async () => {
    const [{ id }] = (await shop.find('film', { filter: { keyword: 'Velvet' }, sort: ['title', 'ASC'], first: 1 })) as [
      ShopRecord,
    ];
    const film = async () => (await shop.find('film', { filter: { ids: String(id) } }))[0]!;
    const { page, allow } = await shop.stepOn(
      `/resources/film?filter=${encodeURIComponent(JSON.stringify({ ids: String(id) }))}`,
    );
    allow(/409|412/);
    const cell = page.locator('[data-inline-cell=rentalRate]');
    await cell.waitFor();
    await cell.dblclick();
    const editor = page.getByRole('dialog', { name: 'Edit Rental rate' });
    await editor.getByRole('textbox').fill('45');
    await expectSound(page);
    await page.keyboard.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await cell.getByText('45.00').waitFor();
    expect(await cell.evaluate((one) => one === document.activeElement)).toBe(true);
    expect((await film())['rentalRate']).toBe(45);

    await page.keyboard.press('F2');
    await editor.getByRole('textbox').fill('60');
    await shop.change('film', await film(), { rentalRate: 95 });
    await page.keyboard.press('Enter');
    const warning = editor.getByRole('alert').filter({ hasText: 'Somebody else changed the record' });
    await warning.getByText('THB 95.00').waitFor();
    expect(await editor.getByRole('textbox').inputValue()).toBe('60');
    await expectSound(page);
    await editor.getByRole('button', { name: 'Save' }).click();
    await cell.getByText('60.00').waitFor();
  });
});

describe('several rows', () => {
  test('get the same price, and it is said how many', async () => {
    const { page } = await shop.open('/resources/film', { mode: 'dark' });
    const boxes = page.getByRole('checkbox', { name: /^Select row/ });
    await boxes.first().waitFor();
    for (const index of [0, 1, 2]) await boxes.nth(index).check();
    await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Change a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 records' });
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Rental rate' }).click();
    await dialog.getByRole('textbox', { name: /^Rental rate/ }).fill('75');
    await dialog.getByText('Rental rate becomes the same in 3 records.').waitFor();
    await expectSound(page);
    await dialog.getByRole('button', { name: 'Change 3 records' }).click();
    await page.getByText('3 records changed').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const prices = page.locator('[data-inline-cell=rentalRate]');
    expect((await prices.allInnerTexts()).slice(0, 3)).toEqual(['75.00', '75.00', '75.00']);
  });
});

describe('what a user keeps of a list', () => {
  test('saved filters survive a reload and set filters, sort and view', async () => {
    const { page } = await shop.open('/resources/film');
    await page.getByRole('combobox', { name: 'Rating' }).click();
    await page.getByRole('option', { name: 'Adults' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Rating: Adults').waitFor();
    const saved = page.getByRole('button', { name: 'Saved filters' });
    await saved.click();
    const panel = page.getByRole('dialog', { name: 'Saved filters' });
    await panel.getByRole('button', { name: 'Save these filters' }).click();
    await panel.getByLabel('Name').fill('Late shelf');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Late shelf', exact: true }).waitFor();
    await expectSound(page);
    await panel.getByRole('button', { name: 'For children' }).click();
    await page.getByText('Rating: All ages').waitFor();
    await page.reload();
    await saved.click();
    await panel.getByRole('button', { name: 'Late shelf', exact: true }).click();
    await page.getByText('Rating: Adults').waitFor();
    await page.getByRole('button', { name: 'Table' }).and(page.locator('[aria-pressed=true]')).waitFor();
    expect(new Set(await page.locator('[data-inline-cell=rating]').allInnerTexts())).toEqual(new Set(['Adults']));
  });

  test('a list begins with its own filters until they are taken off, also after a reload', async () => {
    const { page } = await shop.open('/resources/reservation');
    await page.getByText('Status: Waiting').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Status: Waiting').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Film' }).waitFor();
    expect(await page.getByText('Status: Waiting').count()).toBe(0);
  });

  test('columns are chosen beside the filters and stay chosen', async () => {
    const { page } = await shop.open('/resources/film');
    const columns = page.getByRole('button', { name: 'Columns' });
    await columns.click();
    await page.getByRole('switch', { name: 'Year' }).click();
    await page.getByRole('switch', { name: 'Extras' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Extras' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Year' }).count()).toBe(0);
    const [button, more] = await Promise.all([
      columns.boundingBox(),
      page.getByRole('button', { name: 'More' }).boundingBox(),
    ]);
    expect(Math.abs(button!.y - more!.y)).toBeLessThanOrEqual(2);
  });
});
