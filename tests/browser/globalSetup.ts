import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { EXAMPLE, PRODUCT, prepareDemo, startProduct, type Product } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running products, one a worker. */
    products: readonly Pick<Product, 'url' | 'dataDir'>[];
    /** Data folders of the product and of the example, at rest, from which a file may start a product of its own. */
    demos: { readonly product: string; readonly example: string | undefined };
  }
}

/** How many files run side by side: as many as a machine of two cores bears. */
const WORKERS = 2;

/**
 * The demonstration data is made once; every worker has a product of its own on a copy. Files of one worker follow each other on the same
 * product: a test leaves the records that others rely on as they were.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [demo, example] = await Promise.all([
    prepareDemo(PRODUCT),
    existsSync(EXAMPLE) ? prepareDemo(EXAMPLE) : undefined,
  ]);
  const products = await Promise.all(Array.from({ length: WORKERS }, () => startProduct({ demo: demo.folder })));
  project.provide(
    'products',
    products.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  project.provide('demos', { product: demo.folder, example: example?.folder });
  return async () => {
    for (const { stop } of [...products, demo, ...(example ? [example] : [])]) await stop();
  };
}
