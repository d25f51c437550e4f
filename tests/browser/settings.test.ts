import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, COLOUR_RULES, stepTo, toMode, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { dueToday } from '../turns.ts';

const TITLE: Readonly<Record<Language, string>> = {
  'zh-CN': '界面设置',
  'en-US': 'Layout settings',
  'th-TH': 'ตั้งค่าการแสดงผล',
};

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Layout settings' });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function openDrawer(page: Page, language: Language = 'en-US'): Promise<void> {
  await page.getByRole('button', { name: TITLE[language] }).click();
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

describe('a browser that stores nothing', () => {
  test.for(
    dueToday([
      [
        'switched off',
        () =>
          Object.defineProperty(window, 'localStorage', {
            configurable: true,
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          }),
      ],
      [
        'full',
        () => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        },
      ],
    ] as const),
  )('storage %s: sign-in, settings and pages work until the reload', async ([, refuse], { open }) => {
    const { page, allow } = await open(REST, { fresh: true });
    allow(/first-paint/);
    await page.addInitScript(refuse);
    await page.goto(new URL('/user/login', page.url()).href);
    await page.locator('#field-username').fill('admin');
    await page.locator('input[type=password]').fill('Forecourt-1');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/dashboard/workplace');
    await page
      .locator('header')
      .getByRole('button', { name: /^(Layout settings|界面设置)$/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Dark|深色)$/ })
      .first()
      .click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 17, 20)');
  });
});

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

describe('watermark', () => {
  const layer = '[data-watermark]';

  test('names the user on every page, lets clicks through, covers the window and is not printed', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    await page.locator(layer).waitFor({ state: 'attached' });
    const style = () =>
      page.locator(layer).evaluate((element) => {
        const { opacity, pointerEvents, display } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return { opacity, pointerEvents, display, width, height };
      });
    expect(await style()).toMatchObject({ opacity: '0.15', pointerEvents: 'none', width: 1440, height: 900 });
    const first = (await page.locator(layer).elementHandle())!;
    const resized = page.evaluate(() => new Promise((done) => window.addEventListener('resize', done, { once: true })));
    await page.setViewportSize({ width: 1700, height: 1000 });
    await resized;
    expect(await first.evaluate((element) => element.isConnected)).toBe(true);
    await expect.poll(style).toMatchObject({ width: 1700, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect((await style()).display).toBe('none');
    for (const shell of ['header', SIDEBAR]) expect(await page.locator(shell).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await menu(page).getByRole('link', { name: 'Members' }).click();
    await page.waitForURL('**/member/list');
    expect(await page.locator(layer).count()).toBe(1);
  });

  test('writes a name with the letters of the page where the system has none, whatever it is', async ({ open }) => {
    const pictures: Buffer[] = [];
    const { page } = await open(REST, { signedIn: true });
    for (const name of ['李小明', '王大伟']) {
      await page.unrouteAll();
      await page.route('**/api/admin/user/info', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Administrator', name) });
      });
      await page.goto(new URL('/404', page.url()).href);
      await page.getByText(name).first().waitFor();
      await page.locator(layer).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await page.evaluate(async () => {
        await document.fonts.ready;
        document.getElementById('root')!.style.visibility = 'hidden';
      });
      pictures.push(await page.screenshot());
    }
    // Boxes in place of letters would be the same for both.
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  });

  test('is there again within a second after it was removed or altered, and no style hides it', async ({ open }) => {
    const { page } = await open('/order/list', { signedIn: true });
    await page.locator(layer).waitFor({ state: 'attached' });
    for (const tamper of [
      (element: Element) => element.remove(),
      (element: Element) => (element as HTMLElement).style.setProperty('display', 'none', 'important'),
      (element: Element) => element.setAttribute('hidden', ''),
      (element: Element) => element.removeAttribute('aria-hidden'),
      (element: Element) => document.querySelector('main')!.append(element),
    ]) {
      await page.locator(layer).evaluate((element) => element.setAttribute('id', 'old'));
      await page.waitForFunction(() => document.querySelector('[data-watermark]:not([id])'), undefined, {
        timeout: 1_000,
      });
      await page.locator(layer).evaluate(tamper);
      await page.waitForFunction(
        () => {
          const [one, ...more] = document.querySelectorAll('body > [data-watermark]');
          return (
            one &&
            more.length === 0 &&
            one.getAttributeNames().sort().join() === 'aria-hidden,data-watermark' &&
            getComputedStyle(one).display === 'block'
          );
        },
        undefined,
        { timeout: 1_000 },
      );
    }
    await page.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('[data-watermark] { display: none !important; opacity: 0 !important }');
      document.adoptedStyleSheets = [style];
    });
    expect(
      await page
        .locator(layer)
        .evaluate((element) => [getComputedStyle(element).display, getComputedStyle(element).opacity]),
    ).toEqual(['block', '0.15']);
  });

  test('is neither on public pages nor there after signing out', async ({ open }) => {
    const { page } = await open('/user/login');
    await page.locator('#field-username').fill('admin');
    await page.locator('input[type=password]').fill('Forecourt-1');
    expect(await page.locator(layer).count()).toBe(0);
    await page.locator('button[type=submit]').click();
    await page.locator(layer).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('Are you sure you want to exit the system?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/user/login*');
    await page.locator(layer).waitFor({ state: 'detached' });
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
