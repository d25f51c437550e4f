import { describe, expect } from 'vitest';
import { test } from './fixtures.ts';

describe('top menu', () => {
  const topMenu = { signedIn: true, language: 'en-US', stored: { layout: 'topmenu' } } as const;

  test('is worked by keyboard: arrows walk, down opens, Escape closes, Enter goes', async ({ open }) => {
    const { page } = await open('/order/list', topMenu);
    await page.locator('header nav').waitFor();
    const bar = page.getByRole('banner').getByRole('navigation');
    await bar.getByRole('button', { name: 'Orders' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('menu', { name: 'Orders' }).getByRole('menuitem').count()).toBeGreaterThan(1);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menu', { name: 'Vehicles' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Vehicles');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Orders');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Vehicles' }).waitFor();
    await page.keyboard.press('End');
    const target = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    expect(await bar.locator('[aria-current]').allTextContents()).toEqual(['Vehicles']);
  });

  test('what has no room is under "More", and comes back with the room', async ({ open }) => {
    const { page } = await open('/order/list', { ...topMenu, width: 960 });
    await page.locator('header nav').waitFor();
    const bar = page.getByRole('banner').getByRole('navigation');
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Roles' }).click();
    await page.waitForURL('**/system/role');
    expect(await bar.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBe('true');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1920, height: 900 });
    await bar.getByRole('button', { name: 'System' }).waitFor();
    await bar.getByRole('button', { name: 'More' }).waitFor({ state: 'hidden' });
  });
});
