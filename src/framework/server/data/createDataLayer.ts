import type { DataLayer, DataLayerOptions } from './layer.ts';

/** Everything between the HTTP layer and PostgreSQL for one model. Does nothing until it is asked. */
export function createDataLayer(options: DataLayerOptions): DataLayer {
  throw new Error(`no data layer for ${options.defaultZone}`);
}
