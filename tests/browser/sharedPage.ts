import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { onScreen, stepTo, visit, type Visit, type VisitOptions } from './browser.ts';
import { productUrl, test as base, whatIsShown } from './fixtures.ts';
import { settled } from './settled.ts';

type Choices = Pick<VisitOptions, 'language' | 'mode' | 'width' | 'height' | 'token'>;

/**
 * Steps to an address in a page that the tests of a file share, the administrator's unless another `token` is given.
 * The first step loads the page. The others find what a person finds who went on to another page. There is one page
 * for each person, language and mode, in a window of the size asked for. After a failed test it begins anew.
 */
export type StepOn = (address: string, choices?: Choices) => Promise<Pick<Visit, 'page' | 'context' | 'allow'>>;

interface Shared {
  readonly visit: Visit;
  /** How many problems were told to the tests before. */
  told: number;
}

/** Has the page that stands at an address on screen, with its heading and its content. */
async function stepOnIn(page: Page, address: string): Promise<void> {
  const before = await onScreen(page).getAttribute('id');
  const { pathname, searchParams } = new URL(address, productUrl());
  await stepTo(page, address);
  const id = searchParams.get('id');
  await page.waitForFunction(
    (key) => document.querySelector('main > section:not([hidden])')?.getAttribute('data-page') === key,
    id === null ? pathname : `${pathname}?id=${id}`,
  );
  // The same page with another query: its heading was there before.
  if ((await onScreen(page).getAttribute('id')) === before) await settled(page);
  // Not by its role: a form may lie over it at once.
  await onScreen(page).locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main > section:not([hidden]) .MuiSkeleton-root'));
}

/** As `test` of fixtures.ts, with a page that the tests of a file share. */
export const test = base.extend<{
  sharedPages: Map<string, Shared>;
  stepOn: StepOn;
}>({
  sharedPages: [
    async ({}, provide) => {
      const pages = new Map<string, Shared>();
      await provide(pages);
      for (const one of pages.values()) await one.visit.close();
    },
    { scope: 'file' },
  ],
  stepOn: async ({ browser, adminToken, sharedPages, task }, provide) => {
    const used = new Set<string>();
    const allowed: RegExp[] = [];
    await provide(async (address, { width = 1440, height = 900, language, mode, token } = {}) => {
      const whose = token ?? (await adminToken());
      const key = [whose, language, mode].join();
      used.add(key);
      const known = sharedPages.get(key)?.visit;
      const one = known ?? (await visit(browser, { url: productUrl(), language, mode, token: whose, width, height }));
      const { page, context } = one;
      if (known) {
        await page.setViewportSize({ width, height });
        await stepOnIn(page, address);
      } else {
        sharedPages.set(key, { visit: one, told: 0 });
        await page.goto(new URL(address, productUrl()).href);
      }
      return { page, context, allow: (pattern) => void allowed.push(pattern) };
    });
    const problems: string[] = [];
    for (const key of used) {
      const one = sharedPages.get(key)!;
      const all = one.visit.problems();
      problems.push(...all.slice(one.told).filter((problem) => !allowed.some((pattern) => pattern.test(problem))));
      one.told = all.length;
      const { page } = one.visit;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      page.removeAllListeners('dialog');
    }
    if (task.result?.state === 'fail' || problems.length > 0)
      for (const key of used) {
        const { page } = sharedPages.get(key)!.visit;
        console.error(`${task.name}\n${await whatIsShown(page)}`);
        await sharedPages.get(key)!.visit.close();
        sharedPages.delete(key);
      }
    expect(problems).toEqual([]);
  },
});
