/** What pages and components of an application are written with. */
export * from './src/admin/index.ts';
export { withBase } from './src/browser/basePath.ts';
