import type { Browser } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { launchBrowser, signInByApi, visit, type Visit, type VisitOptions } from './browser.ts';
import { ADMIN } from './server.ts';

type Choices = Omit<VisitOptions, 'url'> & {
  /** Begin with a session of the administrator. */
  readonly signedIn?: boolean;
};

/** Opens an address of the product in a browser profile of its own. */
export type Open = (address: string, choices?: Choices) => Promise<Visit>;

let adminToken: Promise<string> | undefined;

/** One session of the administrator for all visits of a file. */
const sessionOf = (url: string): Promise<string> => (adminToken ??= signInByApi(url, ADMIN));

/**
 * Tests with a browser. Whatever a visit prints as an error, every failed request and every answer from 400 on fails the test, unless
 * the test allowed it.
 */
export const test = base.extend<{ browser: Browser; open: Open }>({
  browser: [
    async ({}, provide) => {
      const browser = await launchBrowser();
      await provide(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  open: async ({ browser }, provide) => {
    const url = inject('product');
    const visits: Visit[] = [];
    await provide(async (address, { signedIn, token: given, ...choices } = {}) => {
      const token = given ?? (signedIn ? await sessionOf(url) : undefined);
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
