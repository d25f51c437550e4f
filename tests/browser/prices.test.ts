import { expect } from 'vitest';
import { accessibilityFaults, onScreen, stepTo, type Language } from './browser.ts';
import { api, PHOTO, tokenOf } from './desk.ts';
import { test } from './fixtures.ts';

interface Price {
  readonly id: number;
  readonly storeId: number;
  readonly subModelId: number;
  readonly dailyPrice: number;
  readonly monthlyPrice: number | null;
  readonly deposit: number;
  readonly photos: readonly string[];
}
const money = (baht: number): string =>
  `THB ${baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
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

test('the price list opens from the menu; a price shows its amounts as baht and its state, and the form asks for amounts, description and photos', async ({
  open,
}) => {
  const price = await example();
  const token = await tokenOf();
  const home = (await open('/index', { token })).page;
  await home.getByRole('navigation', { name: 'Main menu' }).locator('a[href="/carprice/list"]').click();
  await home.getByRole('heading', { level: 1, name: 'Vehicle prices' }).waitFor();
  await onScreen(home).locator('table tbody tr').first().waitFor();

  const filter = encodeURIComponent(JSON.stringify({ storeId: price.storeId, subModelId: price.subModelId }));
  for (const language of Object.keys(ACTIVE) as Language[]) {
    const { page } = await open(`/carprice/list?filter=${filter}`, { token, language });
    const row = page.locator('table tbody tr').first();
    for (const text of [price.dailyPrice, price.monthlyPrice!, price.deposit].map(money))
      await row.getByText(text, { exact: true }).waitFor();
    await row.getByText(ACTIVE[language], { exact: true }).waitFor();
    await stepTo(page, `/carprice/edit?id=${price.id}`);
    const form = page.locator('main form');
    const entry = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();
    for (const name of FIELDS[language]) await entry(name).waitFor();
    expect(await entry(FIELDS[language][2]!).inputValue()).toContain(price.deposit.toLocaleString('en-US'));
    await form.locator('input[type="file"]').waitFor({ state: 'attached' });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test('two photos of a price are uploaded, kept, and shown when the form is opened again', async ({ open }) => {
  const { id } = await example();
  const { page } = await open(`/carprice/edit?id=${id}`, { token: await tokenOf() });
  const form = page.locator('main form');
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
      [...document.querySelectorAll<HTMLImageElement>('main form img[src*="/files/"]')].filter(
        ({ naturalWidth }) => naturalWidth > 0,
      ).length === count,
    photos.length + 2,
  );
  // Others rely on the demonstration as it was.
  await api('/carprice/save', { id, photos });
});

test('holidays are chosen by name and dates, known by one call, and no amount is cut on a phone', async ({ open }) => {
  const { list: holidays } = await api<{ list: { id: number; name: string; startDate: string; endDate: string }[] }>(
    '/basics/holiday/list?pageNo=1&pageSize=100',
  );
  const named = new Map(holidays.map(({ id, ...holiday }) => [id, holiday]));
  const { id } = await example();
  const { holidayPrices } = await api<{ holidayPrices: { holidayId: number; dailyPrice: number }[] }>(
    `/carprice/info/${id}`,
  );
  expect(holidayPrices.length).toBeGreaterThan(2);
  for (const width of [1440, 390]) {
    // Tall enough for the whole form: what the bar of its buttons covers is no fault of what is covered.
    const { page } = await open('/', { signedIn: true, width, height: 3000 });
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/basics/holidaylist') && asked.push(request.url()));
    await page.goto(new URL(`/carprice/edit?id=${id}`, page.url()).href);
    const box = (line: number) => page.getByRole('combobox', { name: `Holiday ${line}`, exact: true });
    for (const [index, { holidayId }] of holidayPrices.entries()) {
      const { name, startDate, endDate } = named.get(holidayId)!;
      await expect.poll(() => box(index + 1).inputValue(), { timeout: 15_000 }).toBe(name);
      await page.getByText(`${startDate} · ${endDate}`, { exact: true }).waitFor();
    }
    expect(asked).toHaveLength(1);
    const cut = await page
      .locator('main form input')
      .evaluateAll((inputs) =>
        inputs.flatMap((input) =>
          /Daily price \d/.test(input.ariaLabel ?? '') && input.scrollWidth > input.clientWidth
            ? [input.ariaLabel]
            : [],
        ),
      );
    expect(cut).toEqual([]);
    await page.getByRole('button', { name: 'Add a line' }).click();
    await box(holidayPrices.length + 1).click();
    await page.getByRole('option').first().waitFor();
    const [option] = await page.getByRole('option').allInnerTexts();
    expect([...named.values()].map((one) => `${one.name}\n${one.startDate} · ${one.endDate}`)).toContain(option);
    await page.getByRole('option').first().click();
    await expect.poll(() => box(holidayPrices.length + 1).inputValue()).toBe(option!.split('\n')[0]);
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
