import { describe, expect, test } from 'vitest';
import { accessibilityFaults, type Language } from './browser.ts';
import { shopOfFile } from './shop.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const shop = shopOfFile();

describe('the video-rental shop', () => {
  test('lists, books and takes back a rental, without a line of its own code', async () => {
    const { page } = await shop.open('/resources/rental');
    await page.getByRole('heading', { name: 'Rentals' }).waitFor();
    await page.getByText('10,000+').first().waitFor();
    await page.getByRole('link', { name: 'New rental' }).click();
    const form = page.getByRole('dialog');
    for (const [label, typed] of [
      ['Copy', 'VR'],
      ['Customer', 'Ada'],
    ] as const) {
      await form.getByLabel(label, { exact: true }).fill(typed);
      await page.getByRole('option').first().click();
    }
    await form.getByLabel('Rented on').fill('2030-11-02');
    await form.getByLabel('Due on').fill('2030-11-01');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Must not be before Rented on').waitFor();
    await form.getByLabel('Due on').fill('2030-11-05');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });

    const row = page.getByRole('row').filter({ hasText: '2030-11-02' }).first();
    await row.getByText('Out').waitFor();
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await row.getByText('Returned').waitFor();
    expect(await row.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  });

  test('shows a role what it may see and nothing else', async () => {
    const { page } = await shop.open('/resources/film', { token: await shop.tokenOf('counter') });
    await page.getByRole('heading', { name: 'Films' }).waitFor();
    const menu = page.getByRole('navigation');
    await menu.getByText('Rentals').waitFor();
    expect(await menu.getByText('Suppliers').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New film' }).count()).toBe(0);
  });

  test.each(dueToday<Language>(['zh-CN', 'en-US', 'th-TH']))(
    'has no accessibility fault and no raw key in %s',
    async (language) => {
      for (const [path, width] of [
        ['/resources/rental', 1440],
        ['/resources/film', 390],
      ] as const) {
        const { page, close } = await shop.open(path, { language, width });
        await settled(page);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.locator('body').innerText()).not.toMatch(/resources\.|codes\.|\bnull\b|undefined/);
        await close();
      }
    },
  );
});
