import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES, stepTo, toMode, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { dueToday } from '../turns.ts';

const TITLE: Readonly<Record<Language, string>> = {
  'zh-CN': '界面设置',
  'en-US': 'Layout settings',
  'th-TH': 'ตั้งค่าการแสดงผล',
};

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Layout settings' });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** On a phone they are in the panel of the user. */
async function openDrawer(page: Page, language: Language = 'en-US'): Promise<void> {
  const phone = page.viewportSize()!.width < 600;
  if (phone) await page.locator('header button[aria-haspopup=dialog]').last().click();
  await page.getByRole(phone ? 'menuitem' : 'button', { name: TITLE[language] }).click();
  await page.getByRole('dialog', { name: TITLE[language] }).getByRole('switch').first().waitFor();
}

/** A page taller than the window, so that it scrolls. */
const makeTall = (page: Page) =>
  page.evaluate(() => (document.getElementById('main')!.style.minHeight = '3000px')).then(() => undefined);

const top = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Scrolls, and waits for the frame after it: two steps in one frame are one to the page, and it would hear of the last only. */
const scrollTo = async (page: Page, y: number): Promise<void> => {
  await page.evaluate((to) => {
    window.scrollTo(0, to);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, y);
  await page.waitForFunction((to) => Math.abs(window.scrollY - to) < 2, y);
};

const colourOf = (page: Page, property: 'color' | 'backgroundColor', selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name], property);

/** Once now, and once more after a reload. */
async function nowAndReloaded(page: Page, look: () => Promise<void>): Promise<void> {
  await look();
  await page.reload();
  await page.locator('main h1').waitFor();
  await look();
}

const ACCENT_BUTTON = 'main .MuiButton-containedPrimary';
const SIDEBAR = 'nav[aria-label="Main menu"]';

describe('layout settings', () => {
  test('without a choice: menu at the side, fluid, orange, header and sidebar fixed, theme as the system says', async ({
    open,
  }) => {
    const { page } = await open('/order/list', { signedIn: true, mode: 'system' });
    await page.locator(ACCENT_BUTTON).waitFor();
    expect(await colourOf(page, 'backgroundColor', ACCENT_BUTTON)).toBe('rgb(194, 65, 12)');
    await toMode(page, 'dark');
    await toMode(page, 'light');
    await makeTall(page);
    await scrollTo(page, 600);
    expect([await top(page, 'header'), await top(page, SIDEBAR)]).toEqual([0, 48]);
    await openDrawer(page);
    const pressed = drawer(page).locator('[aria-pressed=true]');
    expect(await pressed.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      'system',
      '#FA8C16',
      'sidemenu',
      'Fluid',
    ]);
    const switches = drawer(page).getByRole('switch');
    expect(await switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test('theme and colour change at once, are stored and hold after a reload', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    await openDrawer(page);
    await drawer(page).getByRole('button', { name: 'Dark', exact: true }).first().click();
    const swatches = drawer(page).getByRole('group', { name: 'Colour' }).getByRole('button');
    expect(await swatches.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Orange',
      'Red',
      'Gold',
      'Cyan',
      'Green',
      'Blue',
      'Purple',
      'Dark',
    ]);
    await swatches.nth(5).click();
    await nowAndReloaded(page, async () => {
      await page.locator(ACCENT_BUTTON).waitFor();
      expect(await colourOf(page, 'backgroundColor', ACCENT_BUTTON)).toBe('rgb(11, 99, 197)');
      expect(await colourOf(page, 'backgroundColor', 'body')).toBe('rgb(16, 17, 20)');
    });
    expect([await stored(page, 'nav_theme'), await stored(page, 'color')]).toEqual(['dark', '#1890FF']);
  });

  test('the top menu takes the place of the sidebar; only with it a page may have a fixed width', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true, width: 1920 });
    const width = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().width);
    await openDrawer(page);
    expect(await drawer(page).getByRole('button', { name: 'Fixed', exact: true }).isDisabled()).toBe(true);
    await drawer(page).getByRole('button', { name: 'At the top' }).click();
    await page.locator('header nav').waitFor();
    expect(await width()).toBe(1920);
    await drawer(page).getByRole('button', { name: 'Fixed', exact: true }).click();
    await nowAndReloaded(page, async () => {
      await page.waitForFunction(() => document.querySelector('main')?.getBoundingClientRect().width === 1200);
      expect(await page.locator('header nav').count()).toBe(1);
    });
    expect([await stored(page, 'layout'), await stored(page, 'content_width')]).toEqual(['topmenu', 'Fixed']);
    await openDrawer(page);
    await drawer(page).getByRole('button', { name: 'At the side' }).click();
    await page.locator('header nav').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('main')!.getBoundingClientRect().width > 1600);
  });

  test('header and sidebar scroll away when they are not fixed', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    await openDrawer(page);
    await drawer(page).getByRole('switch', { name: 'Fixed header' }).click();
    await drawer(page).getByRole('switch', { name: 'Fixed sidebar' }).click();
    expect(
      await drawer(page)
        .getByRole('switch', { name: /^Hide header/ })
        .isDisabled(),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await nowAndReloaded(page, async () => {
      await makeTall(page);
      await scrollTo(page, 600);
      expect(await top(page, 'header')).toBe(-600);
      expect(await top(page, SIDEBAR)).toBeLessThan(-500);
    });
    expect([await stored(page, 'fixed_header'), await stored(page, 'fixed_sidebar')]).toEqual(['off', 'off']);
  });

  test('the header hides while one scrolls down, and returns on the way up and for the keyboard', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    await openDrawer(page);
    await drawer(page)
      .getByRole('switch', { name: /^Hide header/ })
      .click();
    await page.keyboard.press('Escape');
    const hidden = () =>
      page.waitForFunction(() => document.querySelector('header')!.getBoundingClientRect().bottom <= 0);
    const shown = () => page.waitForFunction(() => document.querySelector('header')!.getBoundingClientRect().top === 0);
    await nowAndReloaded(page, async () => {
      await makeTall(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.waitForFunction(() => document.querySelector('[data-watermark]') !== null);
      await scrollTo(page, 0);
      await scrollTo(page, 700);
      await hidden();
      await scrollTo(page, 500);
      await shown();
      await scrollTo(page, 900);
      await hidden();
      await page.getByRole('button', { name: 'Layout settings' }).focus();
      await shown();
    });
    expect(await stored(page, 'auto_hide_header')).toBe('on');
  });

  test('colour-weak mode changes the colours of states, the sidebar collapses, tabs are switched', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    const chip = 'main [data-tone]';
    await page.locator(chip).first().waitFor();
    const tones = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ['late', 'done'].map((tone) => style.getPropertyValue(`--tone-${tone}-soft`));
      });
    const before = await tones();
    await openDrawer(page);
    await drawer(page).getByRole('switch', { name: 'Colour-weak mode' }).click();
    await drawer(page).getByRole('switch', { name: 'Collapse sidebar' }).click();
    await drawer(page).getByRole('switch', { name: 'Pages as tabs' }).click();
    await page.keyboard.press('Escape');
    await nowAndReloaded(page, async () => {
      await menu(page).getByRole('button', { name: 'Orders' }).waitFor();
      for (const [index, colour] of (await tones()).entries()) expect(colour).not.toBe(before[index]);
      expect(await page.locator(SIDEBAR).evaluate((nav) => nav.getBoundingClientRect().width)).toBeLessThan(60);
    });
    for (const [key, value] of [
      ['weak', 'on'],
      ['sidebar_type', 'collapsed'],
      ['multi_tab', 'off'],
    ] as const)
      expect(await stored(page, key)).toBe(value);
  });

  test('resetting forgets all ten; another tab of the browser follows', async ({ open }) => {
    const { page, context } = await open('/order/list', { signedIn: true });
    const other = await context.newPage();
    await other.goto(page.url());
    await menu(other).getByRole('link').first().waitFor();
    await openDrawer(page);
    await drawer(page).getByRole('button', { name: 'At the top' }).click();
    await drawer(page).getByRole('button', { name: 'Purple' }).click();
    await other.locator('header nav').waitFor();
    await drawer(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await other.locator('header nav').waitFor({ state: 'detached' });
    const keys = ['nav_theme', 'color', 'layout', 'fixed_header', 'fixed_sidebar', 'content_width'];
    for (const key of [...keys, 'auto_hide_header', 'weak', 'multi_tab', 'sidebar_type'])
      expect(await stored(page, key)).toBeNull();
  });

  test('what makes no sense in storage counts as not chosen', async ({ open }) => {
    const keys = ['nav_theme', 'color', 'layout', 'fixed_header', 'weak', 'multi_tab', 'sidebar_type'];
    const senseless = Object.fromEntries(keys.map((key) => [key, '{"broken']));
    const { page } = await open('/order/list', { signedIn: true, stored: senseless });
    await page.locator(ACCENT_BUTTON).waitFor();
    expect(await colourOf(page, 'backgroundColor', ACCENT_BUTTON)).toBe('rgb(194, 65, 12)');
    await menu(page).getByRole('link').first().waitFor();
  });
});

describe('everywhere', () => {
  test.for(
    dueToday<readonly [Language, number]>([
      ['zh-CN', 1440],
      ['en-US', 390],
      ['th-TH', 390],
    ]),
  )('the drawer speaks %s and fits a window %i wide', async ([language, width], { open }) => {
    const { page } = await open('/404', { signedIn: true, language, width, height: 844 });
    await openDrawer(page, language);
    const text = await page.getByRole('dialog').innerText();
    expect(text).not.toMatch(/shell\.|ra\./);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('every colour passes the accessibility check in light and dark, drawer and list', async ({ open }) => {
    // A page of little: behind the drawer nothing is judged, but all of it would be read.
    const { page } = await open('/404', { signedIn: true, mode: 'system' });
    await openDrawer(page);
    const swatches = drawer(page).getByRole('group', { name: 'Colour' }).getByRole('button');
    for (const index of dueToday([0, 1, 2, 3, 4, 5, 6, 7], 4)) {
      await swatches.nth(index).click();
      for (const mode of ['dark', 'light'] as const) {
        await toMode(page, mode);
        expect(await accessibilityFaults(page, { runOnly: COLOUR_RULES })).toEqual([]);
      }
    }
    await drawer(page).getByRole('switch', { name: 'Colour-weak mode' }).click();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await stepTo(page, '/order/list');
    await page.locator('main [data-tone]').first().waitFor();
    await page.mouse.move(0, 890);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await toMode(page, 'dark');
    expect(await accessibilityFaults(page, { runOnly: COLOUR_RULES })).toEqual([]);
  });
});
