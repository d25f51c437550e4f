import type { Browser, Page } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { launchBrowser, signInByApi, visit, type Visit, type VisitOptions } from './browser.ts';
import { ADMIN, EXAMPLE, startProduct, type Product } from './server.ts';

type Choices = Omit<VisitOptions, 'url'> & {
  /** Begin with a session of the administrator. */
  readonly signedIn?: boolean;
};

/** Opens an address of the product in a browser profile of its own. */
export type Open = (address: string, choices?: Choices) => Promise<Visit>;

/** The product that this worker's files share. */
export function sharedProduct(): Pick<Product, 'url' | 'dataDir'> {
  const products = inject('products');
  return products[Number(process.env['VITEST_POOL_ID']) - 1] ?? products[0]!;
}

export const productUrl = (): string => sharedProduct().url;

/** The example on a copy of its own of its demonstration data. */
function startExample(): Promise<Product> {
  const demo = inject('exampleDemo');
  if (!demo) throw new Error(`${EXAMPLE} is not built: npm run build -- --app examples/video-rental`);
  return startProduct({ entry: EXAMPLE, demo });
}

const AT_MOST = 6_000;

/** What a page shows, in words: a failed test is understood from its print-out, wherever it ran. */
export async function whatIsShown(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  return `${page.url()} shows:\n${tree.slice(0, AT_MOST)}`;
}

/**
 * Tests with a browser. Whatever a visit prints as an error, every failed request and every answer from 400 on fails the test, unless
 * the test allowed it.
 */
export const test = base.extend<{
  browser: Browser;
  /** The example, for all files of a worker. They leave behind what they add, and change nothing that another one looks for. */
  example: Product;
  adminToken: () => Promise<string>;
  open: Open;
}>({
  browser: [
    async ({}, provide) => {
      const browser = await launchBrowser();
      await provide(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  example: [
    async ({}, provide) => {
      const example = await startExample();
      await provide(example);
      await example.stop();
    },
    { scope: 'worker' },
  ],
  /** One session of the administrator for all visits of a file, begun by the first. */
  adminToken: [
    async ({}, provide) => {
      let token: Promise<string> | undefined;
      await provide(() => (token ??= signInByApi(productUrl(), ADMIN)));
    },
    { scope: 'file' },
  ],
  open: async ({ browser, adminToken, task }, provide) => {
    const url = productUrl();
    const visits: Visit[] = [];
    await provide(async (address, { signedIn, token: given, ...choices } = {}) => {
      const token = given ?? (signedIn ? await adminToken() : undefined);
      const one = await visit(browser, { ...choices, url, token });
      visits.push(one);
      await one.page.goto(new URL(address, url).href);
      return one;
    });
    const problems = visits.flatMap((one) => one.problems());
    if (task.result?.state === 'fail') {
      const pages = visits.flatMap(({ context }) => context.pages());
      console.error([task.name, ...(await Promise.all(pages.map(whatIsShown)))].join('\n'));
    }
    for (const one of visits) await one.close();
    expect(problems).toEqual([]);
  },
});
