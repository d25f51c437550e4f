export type * from './layer.ts';
export { createDataLayer } from './createDataLayer.ts';
export { toStorage } from './writer/index.ts';
export { TablesRefused } from './tables/index.ts';
