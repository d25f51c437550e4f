import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults, type VisitOptions } from './browser.ts';
import { api } from './desk.ts';
import { test } from './fixtures.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

// What is found and said, and the keys of a page: packages/forecourt/src/shell/palette, packages/forecourt/src/shell/shortcuts.

type Row = Record<string, unknown> & { readonly id: number };

const rowsOf = async (path: string): Promise<readonly Row[]> => (await api<{ list: readonly Row[] }>(path)).list;

const here = test.extend<{ at: (path: string, choices?: Partial<VisitOptions>) => Promise<Page> }>({
  at: async ({ open }, provide) => {
    await provide(async (path, choices = {}) => {
      const { page } = await open(path, { signedIn: true, ...choices });
      await page.locator('main h1').first().waitFor();
      return page;
    });
  },
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Screen, number, name or what to do' });
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

describe('command palette', () => {
  for (const mode of dueToday(['light', 'dark'] as const))
    here(
      `Ctrl K finds a car by its plate; Enter opens it; it is remembered, and Esc closes; axe finds nothing in it (${mode}); on a phone it fills the screen and is used by tapping`,
      async ({ at }) => {
        const [car] = await rowsOf('/car/list?pageNo=1&pageSize=1');
        const plate = car!['plate'] as string;
        const page = await at('/404', { mode });
        await page.keyboard.press('Control+k');
        await box(page).fill('or');
        await page.getByRole('option').first().waitFor();
        await settled(page);
        expect(await accessibilityFaults(page)).toEqual([]);
        await box(page).fill(plate);
        await page.getByRole('option', { name: plate }).first().waitFor();
        expect(await box(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/car/detail/${car!.id}`);
        await page.keyboard.press('Control+k');
        await page.getByRole('group', { name: 'Seen lately' }).getByRole('option', { name: plate }).waitFor();
        await page.keyboard.press('Escape');
        await box(page).waitFor({ state: 'detached' });

        await page.setViewportSize({ width: 390, height: 780 });
        await page.getByRole('button', { name: 'Search everything' }).click();
        await box(page).fill('Roles');
        const option = page.getByRole('option', { name: /^Roles/ });
        await option.waitFor();
        expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        await option.click();
        await page.waitForURL('**/system/role');
      },
    );

  describe('on a slow network', () => {
    /** Holds the script of the palette back until it is let go. */
    const delayed = async (page: Page): Promise<() => void> => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/Palette-[^/]*\.js/, async (route) => {
        await released;
        await route.continue();
      });
      return release;
    };
    // By its place: while something lies over the page, no role leads to it.
    const search = (page: Page) => page.locator('main section:not([hidden]) input[type=search]').first();

    here(
      'what is typed before the palette is there ends in its box, and nothing in the field behind',
      async ({ at }) => {
        const page = await at('/basics/city');
        const release = await delayed(page);
        await search(page).focus();
        await page.keyboard.press('Control+k');
        await page.keyboard.type('ord');
        expect(await search(page).inputValue()).toBe('');
        release();
        await box(page).waitFor();
        await page.keyboard.type('ers');
        expect(await box(page).inputValue()).toBe('orders');
        expect(await search(page).inputValue()).toBe('');
        await page.getByRole('option', { name: /^Orders/ }).waitFor();
        await page.keyboard.press('Escape');
        await box(page).waitFor({ state: 'detached' });
        expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true);
      },
    );

    here('Esc before it is there cancels', async ({ at }) => {
      const page = await at('/basics/city');
      const release = await delayed(page);
      await search(page).focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('ord');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const arrived = page.waitForResponse(/\/Palette-[^/]*\.js/);
      release();
      await (await arrived).finished();
      await page.keyboard.type('x');
      expect(await search(page).inputValue()).toBe('x');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  for (const [language, take, payment, word, order] of dueToday([
    ['en-US', 'take payment ', 'Add payment', 'new order', 'New order'],
    ['zh-CN', '收款', '添加收款', '新订单', '新增订单'],
  ] as const))
    here(
      `what can be done is found by its verb, in the language of the user (${language}), and its dialog opens over the record`,
      async ({ at }) => {
        const orders = await rowsOf('/order/list?status=1&pageNo=1&pageSize=100');
        const { id, orderNo } = orders.find(({ actions }) => (actions as string[]).includes('payment'))!;
        const page = await at('/404', { language });
        const say = async (text: string, option: string): Promise<void> => {
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox').last().fill(text);
          await page.getByRole('option', { name: option, exact: false }).first().waitFor();
          expect(await chosen(page).textContent()).toContain(option);
          await page.keyboard.press('Enter');
        };
        await say(`${take}${orderNo as string}`, `${payment} · ${orderNo as string}`);
        await page.waitForURL(`**/order/detail/${id}?do=payment`);
        await page.getByRole('dialog', { name: payment }).getByRole('textbox').first().waitFor();
        await page.keyboard.press('Escape');
        await page.waitForURL(`**/order/detail/${id}`);
        await say(word, order);
        await page.waitForURL('**/order/list?form=new');
      },
    );
});
