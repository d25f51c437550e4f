import type { TestProject } from 'vitest/node';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running product. */
    product: string;
    /** Its data folder: what reaches nobody but the recipient of a message is read from the database. */
    productData: string;
  }
}

/** One product for the whole run: a test leaves the records that others rely on as they were. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  project.provide('product', product.url);
  project.provide('productData', product.dataDir);
  return product.stop;
}
