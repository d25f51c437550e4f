import { describe, expect } from 'vitest';
import { accessibilityFaults, screenshot, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { menu, bar, tab, shown, heading, names, notice, visitPages, action } from './openPages.ts';
import { dueToday } from '../turns.ts';

describe('tabs', () => {
  test('every visited page is one tab, each record its own, and the title follows the one on screen', async ({
    open,
  }) => {
    const { page } = await open('/basics/city', { signedIn: true });
    await visitPages(page, 'Vehicles', 'Members', 'Vehicles');
    expect(await names(page)).toEqual(['Cities', 'Vehicles', 'Members']);
    expect(await tab(page, 'Vehicles').getAttribute('aria-selected')).toBe('true');
    expect(await page.title()).toBe('Vehicles - Car Rental Console');
    await shown(page).locator('tbody tr').nth(0).locator('a').first().click();
    await page.waitForURL('**/car/detail/*');
    await tab(page, 'Vehicles').click();
    await heading(page, 'Vehicles');
    await shown(page).locator('tbody tr').nth(1).locator('a').first().click();
    await page.waitForURL('**/car/detail/*');
    await shown(page).getByRole('heading', { level: 1 }).waitFor();
    const all = await names(page);
    expect(all).toHaveLength(5);
    expect(new Set(all).size).toBe(5);
    expect(all.slice(3).every((name) => name.endsWith('Vehicle detail'))).toBe(true);
    await tab(page, 'Members').click();
    await heading(page, 'Members');
    expect(await page.title()).toBe('Members - Car Rental Console');
    await page.goBack();
    expect(await page.title()).toBe('Vehicle detail - Car Rental Console');
  });

  test('left, right, current and all are closed; where there is nothing to close a message says so', async ({
    open,
  }) => {
    const { page } = await open('/basics/city', { signedIn: true });
    await visitPages(page, 'Vehicles', 'Members', 'Orders', 'Roles');
    await tab(page, 'Members').click({ button: 'right' });
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Reload this page',
      'Close current tab',
      'Close tabs to the left',
      'Close tabs to the right',
      'Close all tabs',
      'Move to the left',
      'Move to the right',
    ]);
    await page.getByRole('menuitem', { name: 'Close tabs to the left' }).click();
    expect(await names(page)).toEqual(['Members', 'Orders', 'Roles']);
    await action(page, 'Members', 'Close tabs to the left');
    await notice(page, 'There is no tab to the left');
    await action(page, 'Roles', 'Close tabs to the right');
    await notice(page, 'There is no tab to the right');
    await action(page, 'Orders', 'Close tabs to the right');
    await heading(page, 'Orders');
    expect(await names(page)).toEqual(['Members', 'Orders']);
    await action(page, 'Orders', 'Close current tab');
    await heading(page, 'Members');
    await tab(page, 'Members').locator('[data-close]').click();
    await notice(page, 'This is the last tab, it cannot be closed');
    expect(await names(page)).toEqual(['Members']);
    await visitPages(page, 'Vehicles');
    await action(page, 'Vehicles', 'Close all tabs');
    await page.waitForURL('**/dashboard/workplace');
    expect(await names(page)).toEqual(['Workplace']);
  });

  test('everything works by keyboard: arrows, Enter, Delete and the menu of Shift+F10', async ({ open }) => {
    const { page } = await open('/basics/city', { signedIn: true });
    await visitPages(page, 'Vehicles', 'Members', 'Orders');
    await tab(page, 'Orders').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await heading(page, 'Vehicles');
    await page.keyboard.press('Delete');
    await heading(page, 'Members');
    expect(await names(page)).toEqual(['Cities', 'Members', 'Orders']);
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-selected') === 'true');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move to the right' }).press('Enter');
    expect(await names(page)).toEqual(['Cities', 'Orders', 'Members']);
    await page.getByRole('button', { name: 'Tab actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Close tabs to the left' }).press('Enter');
    expect(await names(page)).toEqual(['Members']);
  });

  test('dragging a tab reorders them', async ({ open }) => {
    const { page } = await open('/basics/city', { signedIn: true });
    await visitPages(page, 'Vehicles', 'Members');
    await tab(page, 'Members').dragTo(tab(page, 'Cities'), { targetPosition: { x: 4, y: 10 } });
    expect(await names(page)).toEqual(['Members', 'Cities', 'Vehicles']);
    await heading(page, 'Members');
  });

  test('on a phone the bar scrolls sideways and the page does not', async ({ open }) => {
    const { page } = await open('/basics/city', { signedIn: true, width: 390, height: 800 });
    for (const name of ['Vehicles', 'Members', 'Roles', 'Suppliers']) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await menu(page).getByRole('link', { name, exact: true }).click();
      await heading(page, name);
    }
    await bar(page).waitFor();
    expect(await bar(page).evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const box = await tab(page, 'Suppliers').boundingBox();
    expect(box && box.x + box.width <= 390).toBe(true);
    await screenshot(page, 'tabs-phone');
  });

  test.for(
    dueToday<readonly [Language, 'light' | 'dark', readonly string[]]>([
      ['en-US', 'light', ['Home', 'Vehicles']],
      ['zh-CN', 'dark', ['首页', '车辆列表']],
      ['th-TH', 'light', ['หน้าแรก', 'รายการรถ']],
    ]),
  )('in %s, %s, it has no accessibility fault', async ([language, mode, expected], { open }) => {
    const { page } = await open('/index', { signedIn: true, language, mode });
    await page.locator('nav a[href="/car/list"]').click();
    await page.getByRole('tab').nth(1).waitFor();
    await shown(page).locator('tbody a').first().waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(expected);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, `tabs-${language}-${mode}`);
    await page.getByRole('tab').first().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    expect(await accessibilityFaults(page, {}, ['main > section'])).toEqual([]);
    await screenshot(page, `tabs-menu-${language}-${mode}`);
  });
});
