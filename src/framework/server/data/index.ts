export type * from './layer.ts';
export { createDataLayer } from './createDataLayer.ts';
export { TablesRefused } from './tables/index.ts';
