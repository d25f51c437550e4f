export { readParameters } from './parameters.ts';
export { readStores, type StoreFacts } from './stores.ts';
export { holidayPricesOf, readHolidays, readPrice, snapshotOf } from './prices.ts';
