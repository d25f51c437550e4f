import type { TestProject } from 'vitest/node';
import { chromiumPath } from './browser.ts';
import { demos, together } from './demos.ts';
import { startProduct, type Demo, type Product } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running products, one a worker. */
    products: readonly Pick<Product, 'url' | 'dataDir'>[];
    /** Data folder of the product, at rest, for a test that starts one of its own. */
    demo: string;
    /** Data folder of the example, at rest, for the one that a worker starts when a file of it asks. */
    exampleDemo: string | undefined;
  }
}

/** How many files run side by side: as many as a machine of two cores bears; a third one gains nothing. */
const WORKERS = 2;

/**
 * The browser is unpacked and the demonstration data made once; every worker has a product of its own on a copy. Files of one worker follow each
 * other on the same product: a test leaves the records that others rely on as they were.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await chromiumPath();
  const [demo, example] = (await demos()) as [Demo, Demo?];
  const products = await together(Array.from({ length: WORKERS }, () => startProduct({ demo: demo.folder })));
  project.provide(
    'products',
    products.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  project.provide('demo', demo.folder);
  project.provide('exampleDemo', example?.folder);
  return async () => {
    for (const { stop } of [...products, demo, ...(example ? [example] : [])]) await stop();
  };
}
