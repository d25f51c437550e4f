export { parameterRow, parametersOf, readParameters } from './parameters.ts';
export { readStores, type SettingDrafts, type StoreFacts } from './stores.ts';
export { flashRentRefusal } from './flashRent.ts';
export {
  holidayPricesOf,
  readCalendar,
  readHolidays,
  readPrices,
  readPricesAt,
  snapshotOf,
  type Price,
} from './prices.ts';
export { carsWithPlate, formerPlateAt, spansOfPlate } from './plates.ts';
export { cleaned, soiled } from './readiness.ts';
export { zoneOfStore } from './zones.ts';
export { codeForm, entriesNaming, identityOf, phoneForm, type IdentitySql } from './identity.ts';
export { survivorOf } from './survivors.ts';
export { seenOrders } from './seenOrders.ts';
