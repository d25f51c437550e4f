import type { TestProject } from 'vitest/node';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running product. */
    product: string;
  }
}

/** One product for the whole run: a test leaves the records that others rely on as they were. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  project.provide('product', product.url);
  return product.stop;
}
