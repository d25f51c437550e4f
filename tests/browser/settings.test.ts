import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES, SEEN, stepTo, toMode, type Language } from './browser.ts';
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

/**
 * Scrolls as by a wheel, without which a page that was loaded again goes back to where it was left as soon as it is tall enough. Waits for the
 * frame after it: two steps in one frame are one to the page, and it would hear of the last only.
 */
const scrollTo = async (page: Page, y: number): Promise<void> => {
  await page.evaluate((to) => {
    window.dispatchEvent(new WheelEvent('wheel'));
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

const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).first().click();
const turn = (page: Page, name: string | RegExp) => drawer(page).getByRole('switch', { name }).click();
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
};

const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await page.locator('main h1').waitFor();
};

const HIDES = /^Hide header/;
const KEYS = [
  ...(['nav_theme', 'color', 'layout', 'fixed_header', 'fixed_sidebar', 'content_width'] as const),
  ...(['auto_hide_header', 'weak', 'multi_tab', 'sidebar_type'] as const),
];
const ACCENT_BUTTON = 'main .MuiButton-containedPrimary';
const SIDEBAR = 'nav[aria-label="Main menu"]';

const colours = async (page: Page) => [
  await colourOf(page, 'backgroundColor', 'body'),
  await colourOf(page, 'backgroundColor', ACCENT_BUTTON),
];
const widthOfMain = (page: Page) => page.locator('main').evaluate((main) => main.getBoundingClientRect().width);
const tones = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['late', 'done'].map((tone) => style.getPropertyValue(`--tone-${tone}-soft`));
  });

/** Hidden on the way down, there on the way up and for the keyboard. */
async function expectHidingHeader(page: Page): Promise<void> {
  const hidden = () =>
    page.waitForFunction(() => document.querySelector('header')!.getBoundingClientRect().bottom <= 0);
  const shown = () => page.waitForFunction(() => document.querySelector('header')!.getBoundingClientRect().top === 0);
  await makeTall(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // What hides the header begins with the watermark.
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
}

// A page of little: what is set is the same on every page.
describe('layout settings', () => {
  test('without a choice, or with nonsense in storage: menu at the side, fluid, orange, header and sidebar fixed, theme as the system says', async ({
    open,
  }) => {
    const senseless = Object.fromEntries(KEYS.map((key) => [key, '{"broken']));
    const { page } = await open('/404', { signedIn: true, mode: 'system', stored: senseless });
    await page.locator(ACCENT_BUTTON).waitFor();
    expect((await colours(page))[1]).toBe('rgb(194, 65, 12)');
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
  });

  test('theme, colour, top menu, a fixed width and a header that hides change the page at once, are stored and hold after a reload; resetting forgets all ten, and another tab of the browser follows', async ({
    open,
  }) => {
    const { page, context } = await open('/404', { signedIn: true, width: 1920 });
    const before = await tones(page);
    await openDrawer(page);
    expect(await drawer(page).getByRole('button', { name: 'Fixed', exact: true }).isDisabled()).toBe(true);
    await press(page, 'At the top');
    await page.locator('header nav').waitFor();
    expect(await widthOfMain(page)).toBe(1920);
    await press(page, 'Fixed');
    await press(page, 'Dark');
    await press(page, 'Blue');
    await turn(page, HIDES);
    await turn(page, 'Colour-weak mode');
    await close(page);
    const look = async (): Promise<void> => {
      await page.waitForFunction(() => document.querySelector('main')?.getBoundingClientRect().width === 1200);
      expect(await page.locator('header nav').count()).toBe(1);
      expect(await colours(page)).toEqual(['rgb(16, 17, 20)', 'rgb(11, 99, 197)']);
      for (const [index, colour] of (await tones(page)).entries()) expect(colour).not.toBe(before[index]);
      await expectHidingHeader(page);
    };
    await look();
    await reload(page);
    await look();
    const kept = Object.fromEntries(
      await Promise.all(KEYS.map(async (key) => [key, await stored(page, key)] as const)),
    );
    expect(kept).toMatchObject({
      ...{ nav_theme: 'dark', color: '#1890FF', layout: 'topmenu', content_width: 'Fixed' },
      ...{ auto_hide_header: 'on', weak: 'on' },
    });

    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('header nav').waitFor();
    await openDrawer(page);
    await press(page, 'At the side');
    await other.locator('header nav').waitFor({ state: 'detached' });
    await page.locator('header nav').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('main')!.getBoundingClientRect().width > 1600);
    await press(page, 'At the top');
    await other.locator('header nav').waitFor();
    await press(page, 'Reset to defaults');
    await other.locator('header nav').waitFor({ state: 'detached' });
    for (const key of KEYS) expect(await stored(page, key)).toBeNull();
  });

  test('header and sidebar scroll away when they are not fixed, the sidebar collapses, tabs are switched off; all of it holds after a reload', async ({
    open,
  }) => {
    const { page } = await open('/404', { signedIn: true });
    await openDrawer(page);
    await turn(page, 'Fixed header');
    await turn(page, 'Fixed sidebar');
    expect(await drawer(page).getByRole('switch', { name: HIDES }).isDisabled()).toBe(true);
    await turn(page, 'Collapse sidebar');
    await turn(page, 'Pages as tabs');
    await close(page);
    const look = async (): Promise<void> => {
      await menu(page).getByRole('button', { name: 'Orders' }).waitFor();
      expect(await page.locator(SIDEBAR).evaluate((nav) => nav.getBoundingClientRect().width)).toBeLessThan(60);
      expect(await page.getByRole('tablist').count()).toBe(0);
      await makeTall(page);
      await scrollTo(page, 600);
      expect(await top(page, 'header')).toBe(-600);
      expect(await top(page, SIDEBAR)).toBeLessThan(-500);
    };
    await look();
    await reload(page);
    await look();
    for (const [key, value] of [
      ['fixed_header', 'off'],
      ['fixed_sidebar', 'off'],
      ['sidebar_type', 'collapsed'],
      ['multi_tab', 'off'],
    ] as const)
      expect(await stored(page, key)).toBe(value);
  });
});

describe('top menu', () => {
  test('is worked by keyboard: arrows walk, down opens, Escape closes, Enter goes; what has no room is under "More", and comes back with the room', async ({
    open,
  }) => {
    const { page } = await open('/404', { signedIn: true, stored: { layout: 'topmenu' } });
    await page.locator('header nav').waitFor();
    const bar = page.getByRole('banner').getByRole('navigation');
    await bar.getByRole('button', { name: 'Orders' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('menu', { name: 'Orders' }).getByRole('menuitem').count()).toBeGreaterThan(1);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menu', { name: 'Finance' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Finance');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Orders');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Finance' }).waitFor();
    await page.keyboard.press('End');
    const target = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    expect(await bar.locator('[aria-current]').allTextContents()).toEqual(['Finance']);

    await page.setViewportSize({ width: 960, height: 900 });
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

  test('every colour passes the accessibility check in light and dark, drawer and list; so does the dialog of the password', async ({
    open,
  }) => {
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
    for (const mode of ['light', 'dark'] as const) {
      await toMode(page, mode);
      expect(await accessibilityFaults(page, { runOnly: COLOUR_RULES })).toEqual([]);
    }
    // What lies over every page and was opened by no other test.
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Required').first().waitFor();
    expect(await accessibilityFaults(page, {}, SEEN)).toEqual([]);
  });
});
