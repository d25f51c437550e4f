import { describe, expect } from 'vitest';
import { accessibilityFaults, arrival, screenshot, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { menu, bar, tab, heading, names, visitPages } from './openPages.ts';
import { dueToday } from '../turns.ts';

describe('tabs', () => {
  test('everything works by keyboard: arrows, Enter, Delete and the menu of Shift+F10; dragging a tab reorders them', async ({
    open,
  }) => {
    const { page } = await open('/404', { signedIn: true });
    await visitPages(page, 'Cities', 'Members', 'Roles');
    await tab(page, 'Roles').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await heading(page, 'Cities');
    await page.keyboard.press('Delete');
    await heading(page, 'Members');
    expect(await names(page)).toEqual(['Page not found', 'Members', 'Roles']);
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-selected') === 'true');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move to the right' }).press('Enter');
    expect(await names(page)).toEqual(['Page not found', 'Roles', 'Members']);
    await tab(page, 'Members').dragTo(tab(page, 'Page not found'), { targetPosition: { x: 4, y: 10 } });
    expect(await names(page)).toEqual(['Members', 'Page not found', 'Roles']);
    await heading(page, 'Members');
    await tab(page, 'Roles').click();
    await page.getByRole('button', { name: 'Tab actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Close tabs to the left' }).press('Enter');
    expect(await names(page)).toEqual(['Roles']);
  });

  test('on a phone the bar scrolls sideways and the page does not; the menu is drawn over the page and goes away with the choice', async ({
    open,
  }) => {
    const { page } = await open('/404', { signedIn: true, width: 390, height: 800 });
    for (const name of ['Cities', 'Members', 'Roles', 'Suppliers']) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await menu(page).getByRole('link', { name, exact: true }).click();
      await heading(page, name);
      await menu(page).waitFor({ state: 'detached' });
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
      ['en-US', 'light', ['Page not found', 'Roles']],
      ['zh-CN', 'dark', ['页面不存在', '角色管理']],
      ['th-TH', 'light', ['ไม่พบหน้า', 'จัดการบทบาท']],
    ]),
  )('in %s, %s, it has no accessibility fault', async ([language, mode, expected], { open }) => {
    const { page } = await open('/404', { signedIn: true, language, mode });
    await page.locator('nav a[href="/system/role"]').click();
    await page.getByRole('tab').nth(1).waitFor();
    await heading(page, expected[1]!);
    await arrival(page);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(expected);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, `tabs-${language}-${mode}`);
    await page.getByRole('tab').first().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    expect(await accessibilityFaults(page, {}, ['main > section'])).toEqual([]);
    await screenshot(page, `tabs-menu-${language}-${mode}`);
  });
});
