import { expect } from 'vitest';
import { accessibilityFaults, stepTo } from './browser.ts';
import { test } from './fixtures.ts';
import { settled } from './settled.ts';

// Each key by itself: packages/forecourt/src/shell/later/later.test.tsx.

test('g and a letter open a list, j and Enter a row; without a connection a bar says so until it is back', async ({
  open,
}) => {
  const { page, context, allow } = await open('/404', { signedIn: true, fresh: true });
  allow(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('tablist', { name: 'Open pages' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL('**/order/list');
  await page.locator('table tbody tr a').first().waitFor();
  await page.getByRole('textbox', { name: 'Go to page' }).waitFor();
  await settled(page);
  await context.setOffline(true);
  const bar = page.getByText(/^Offline since \d\d:\d\d/);
  await bar.waitFor();
  expect(await page.locator('table tbody tr').count()).toBeGreaterThan(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await context.setOffline(false);
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  const first = await page.locator('table tbody tr a').first().textContent();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order/detail/*');
});

test('without a connection the tasks of the day stay readable: who comes, with which car, when', async ({ open }) => {
  const { page, context, allow } = await open('/order/tasks', { signedIn: true, fresh: true });
  allow(/ERR_INTERNET_DISCONNECTED/);
  const tasks = page.getByRole('main').getByRole('link', { name: /^R\d{11}/ });
  await tasks.first().waitFor();
  await settled(page);
  const read = await tasks.allTextContents();
  await stepTo(page, '/order/list');
  await page.locator('table tbody tr a').first().waitFor();
  await settled(page);
  await context.setOffline(true);
  await page.getByText(/^Offline since \d\d:\d\d/).waitFor();
  await page.getByRole('tab', { name: /^Tasks of the day/ }).click();
  await page.waitForURL('**/order/tasks');
  await expect.poll(() => tasks.allTextContents()).toEqual(read);
  await context.setOffline(false);
});
