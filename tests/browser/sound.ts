import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, SEEN } from './browser.ts';

/** What a key of the catalogues looks like when it is shown instead of its text, and values that nobody put into words. */
const RAW =
  /\b(ra|app|msg|shell|admin|menu|routes|dashboards|resources|fields|codes|permissions)\.[a-zA-Z/]|\bnull\b|undefined|\bNaN\b/;

/** Raw keys, and that the page scrolls sideways; one line each. Empty is good. */
export async function plainFaultsOf(page: Page): Promise<readonly string[]> {
  const text = await page.locator('body').innerText();
  const raw = RAW.exec(text);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(raw ? [`raw text: ${text.slice(Math.max(0, raw.index - 40), raw.index + 40)}`] : []),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ];
}

/** The same, and what axe finds. */
export const faultsOf = async (
  page: Page,
  options: RunOptions = {},
  exclude: readonly string[] = [],
): Promise<readonly string[]> => [
  ...(await accessibilityFaults(page, options, exclude)),
  ...(await plainFaultsOf(page)),
];

/**
 * Nothing that axe finds in the page on screen and what lies over it, no raw key, nothing that makes the page scroll sideways. Menu, header and
 * tabs are the same on every page: routes.test.ts and tabs.test.ts judge them in each language, light and dark, wide and on a phone.
 */
export async function expectSound(page: Page): Promise<void> {
  // Menus and popovers lie beside the landmarks by nature.
  expect(await faultsOf(page, { rules: { region: { enabled: false } } }, SEEN)).toEqual([]);
}
