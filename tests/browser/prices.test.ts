import { expect, inject } from 'vitest';
import { accessibilityFaults, signInByApi, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { ADMIN } from './server.ts';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US', 'th-TH'];

interface Price {
  readonly id: number;
  readonly dailyPrice: number;
  readonly monthlyPrice: number | null;
  readonly deposit: number;
}
const money = (baht: number): string =>
  `THB ${baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('a price shows its three amounts as baht in the list and asks for all six fields in the form, in every language', async ({
  open,
}) => {
  const token = await signInByApi(inject('product'), ADMIN);
  const answer = await fetch(`${inject('product')}/api/carprice/list?pageSize=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { list } = ((await answer.json()) as { data: { list: Price[] } }).data;
  const price = list.find(({ monthlyPrice }) => monthlyPrice !== null)!;
  for (const language of LANGUAGES) {
    const { page } = await open(`/carprice/list?id=${price.id}`, { token, language });
    for (const amount of [price.dailyPrice, price.monthlyPrice!, price.deposit])
      await page.getByText(money(amount), { exact: true }).first().waitFor();
    await page.goto(new URL(`/carprice/edit?id=${price.id}`, page.url()).href);
    const form = page.locator('main form');
    for (const field of ['dailyPrice', 'monthlyPrice', 'deposit', 'description'])
      await form.locator(`[name="${field}"]`).waitFor();
    expect(await form.locator('[name="deposit"]').inputValue()).toContain(price.deposit.toLocaleString('en-US'));
    await form.locator('input[type="file"]').waitFor({ state: 'attached' });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
