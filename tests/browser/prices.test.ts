import { expect } from 'vitest';
import { accessibilityFaults, onScreen, type Language } from './browser.ts';
import { api, clock, PHOTO } from './desk.ts';
import { test } from './sharedPage.ts';

interface Price {
  readonly id: number;
  readonly storeId: number;
  readonly subModelId: number;
  readonly dailyPrice: number;
  readonly monthlyPrice: number | null;
  readonly deposit: number;
  readonly photos: readonly string[];
}
/** An amount below a head that names the currency. */
const money = (baht: number): string =>
  baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** A price of the demonstration that has all amounts. */
async function example(): Promise<Price> {
  const { list } = await api<{ list: Price[] }>('/carprice/list?pageNo=1&pageSize=100');
  return list.find(({ monthlyPrice }) => monthlyPrice !== null)!;
}

/** What the form asks for beside photos and the status, which steps change. */
const FIELDS: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': ['日租价', '月租价', '押金', '描述'],
  'en-US': ['Daily price', 'Monthly price', 'Deposit', 'Description'],
  'th-TH': ['ราคาต่อวัน', 'ราคาต่อเดือน', 'เงินประกัน', 'รายละเอียด'],
};
const ACTIVE: Readonly<Record<Language, string>> = { 'zh-CN': '启用', 'en-US': 'Enabled', 'th-TH': 'เปิดใช้งาน' };

test('the coming holidays are named with their dates, known by one call, each with an amount that is not cut on a phone', async ({
  stepOn,
}) => {
  const { list: holidays } = await api<{ list: { id: number; name: string; startDate: string; endDate: string }[] }>(
    '/basics/holiday/list?pageNo=1&pageSize=100',
  );
  const { id, dailyPrice } = await example();
  const { holidayPrices } = await api<{ holidayPrices: { holidayId: number; dailyPrice: number }[] }>(
    `/carprice/info/${id}`,
  );
  expect(holidayPrices.length).toBeGreaterThan(2);
  const today = clock(0).slice(0, 10);
  for (const width of [1440, 390]) {
    // Tall enough for the whole form: what the bar of its buttons covers is no fault of what is covered.
    const { page } = await stepOn(`/carprice/edit?id=${id}`, { width, height: 3000 });
    for (const { id: holidayId, name, startDate, endDate } of holidays) {
      const own = holidayPrices.find((one) => one.holidayId === holidayId);
      if (endDate < today && !own) continue;
      const over = endDate < today ? ' · over' : '';
      const amount = page.getByLabel(`${name} ${startDate} – ${endDate}${over}`, { exact: true });
      await amount.waitFor();
      expect([await amount.inputValue(), await amount.getAttribute('placeholder')]).toEqual([
        own ? money(own.dailyPrice) : '',
        money(dailyPrice),
      ]);
      expect(await amount.evaluate((input) => input.scrollWidth > input.clientWidth)).toBe(false);
    }
    // Ever since the page was loaded, by whichever test.
    const asked = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/basics/holidaylist'));
    expect(await page.evaluate(`(${String(asked)})().length`)).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test('the price list opens from the menu; a price shows its amounts as baht and its state, and the form asks for amounts, description and photos', async ({
  stepOn,
}) => {
  const price = await example();
  const { page: home } = await stepOn('/index');
  await home.getByRole('navigation', { name: 'Main menu' }).locator('a[href="/carprice/list"]').click();
  await home.getByRole('heading', { level: 1, name: 'Vehicle prices' }).waitFor();
  await onScreen(home).locator('table tbody tr').first().waitFor();

  const filter = encodeURIComponent(JSON.stringify({ storeId: price.storeId, subModelId: price.subModelId }));
  for (const language of Object.keys(ACTIVE) as Language[]) {
    const { page } = await stepOn(`/carprice/list?filter=${filter}`, { language });
    const row = onScreen(page).locator('table tbody tr').first();
    for (const text of [price.dailyPrice, price.monthlyPrice!, price.deposit].map(money))
      await row.getByText(text, { exact: true }).waitFor();
    await row.getByText(ACTIVE[language], { exact: true }).waitFor();
    await stepOn(`/carprice/edit?id=${price.id}`, { language });
    const form = onScreen(page).locator('form');
    const entry = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();
    for (const name of FIELDS[language]) await entry(name).waitFor();
    expect(await entry(FIELDS[language][2]!).inputValue()).toContain(price.deposit.toLocaleString('en-US'));
    await form.locator('input[type="file"]').waitFor({ state: 'attached' });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test('two photos of a price are uploaded, kept, and shown when the form is opened again', async ({ open }) => {
  const { id } = await example();
  const { page } = await open(`/carprice/edit?id=${id}`, { signedIn: true });
  const form = onScreen(page).locator('form');
  const shown = form.locator('img[src*="/files/"]');
  const { photos } = await api<Price>(`/carprice/info/${id}`);
  await form.locator('input[type="file"]').setInputFiles([PHOTO, { ...PHOTO, name: 'back.png' }]);
  await shown.nth(photos.length + 1).waitFor();
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/carprice/save'),
    form.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(((await answer.json()) as { statusCode: number }).statusCode).toBe(200);
  expect((await api<Price>(`/carprice/info/${id}`)).photos).toHaveLength(photos.length + 2);
  await page.goto(new URL(`/carprice/edit?id=${id}`, page.url()).href);
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll<HTMLImageElement>('main > section:not([hidden]) form img[src*="/files/"]')].filter(
        ({ naturalWidth }) => naturalWidth > 0,
      ).length === count,
    photos.length + 2,
  );
  // Others rely on the demonstration as it was.
  await api('/carprice/save', { id, photos });
});
