export type * from './layer.ts';
export { createDataLayer } from './createDataLayer.ts';
