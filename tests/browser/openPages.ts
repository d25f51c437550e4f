import type { Page } from 'playwright-core';

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
export const bar = (page: Page) => page.getByRole('tablist', { name: 'Open pages' });
export const tab = (page: Page, name: string) => bar(page).getByRole('tab', { name, exact: true });
/** The page on screen, without those that are kept behind it. */
export const shown = (page: Page) => page.locator('main > section:not([hidden])');
export const heading = (page: Page, name: string) => shown(page).getByRole('heading', { level: 1, name }).waitFor();
export const names = (page: Page) => bar(page).getByRole('tab').allInnerTexts();

/** Opens pages by the menu, one after the other, and waits for each and for the bar. */
export async function visitPages(page: Page, ...pages: readonly string[]): Promise<void> {
  for (const name of pages) {
    await menu(page).getByRole('link', { name, exact: true }).click();
    await heading(page, name);
  }
  await bar(page).waitFor();
}
