import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './browser.ts';
import { EXAMPLE, PRODUCT, prepareDemo, startProduct, type Demo, type Product } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running products, one a worker. */
    products: readonly Pick<Product, 'url' | 'dataDir'>[];
    /** Data folder of the example, at rest, for the one that a worker starts when a file of it asks. */
    exampleDemo: string | undefined;
  }
}

/** How many files run side by side: as many as a machine of two cores bears; a third one gains nothing. */
const WORKERS = 2;

/** All of them, or none: what has begun is stopped when another did not begin. */
async function together<Made extends { stop(): Promise<void> }>(making: readonly Promise<Made>[]): Promise<Made[]> {
  const results = await Promise.allSettled(making);
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return made;
  await Promise.all(made.map((one) => one.stop()));
  throw failed.reason;
}

/**
 * The browser is unpacked and the demonstration data made once; every worker has a product of its own on a copy. Files of one worker follow each other on the same
 * product: a test leaves the records that others rely on as they were.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const entries = [PRODUCT, EXAMPLE].filter((entry) => entry === PRODUCT || existsSync(entry));
  await chromiumPath();
  const [demo, example] = (await together(entries.map(prepareDemo))) as [Demo, Demo?];
  const products = await together(Array.from({ length: WORKERS }, () => startProduct({ demo: demo.folder })));
  project.provide(
    'products',
    products.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  project.provide('exampleDemo', example?.folder);
  return async () => {
    for (const { stop } of [...products, demo, ...(example ? [example] : [])]) await stop();
  };
}
