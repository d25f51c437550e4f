import type { Browser } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { launchBrowser, signInByApi, visit, type Visit, type VisitOptions } from './browser.ts';
import { ADMIN } from './server.ts';

type Choices = Omit<VisitOptions, 'url' | 'token'> & {
  /** Begin with a session of the administrator. */
  readonly signedIn?: boolean;
};

/** Opens an address of the product in a browser profile of its own. */
export type Open = (address: string, choices?: Choices) => Promise<Visit>;

let adminToken: Promise<string> | undefined;

/**
 * Tests with a browser. Whatever a visit prints as an error, every failed request and every answer from 400 on fails the test, unless
 * the test allowed it.
 */
export const test = base.extend<{ browser: Browser; open: Open }>({
  browser: [
    // eslint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  open: async ({ browser }, use) => {
    const url = inject('product');
    const visits: Visit[] = [];
    await use(async (address, { signedIn, ...choices } = {}) => {
      const token = signedIn ? await (adminToken ??= signInByApi(url, ADMIN)) : undefined;
      const one = await visit(browser, { ...choices, url, token });
      visits.push(one);
      await one.page.goto(new URL(address, url).href);
      return one;
    });
    const problems = visits.flatMap((one) => one.problems());
    for (const one of visits) await one.close();
    expect(problems).toEqual([]);
  },
});
