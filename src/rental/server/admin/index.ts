import { defineModule } from '../database.ts';
import { holidayStatus, priceStatus } from '../switches.ts';
import { carTypeColumns, copyCarType, modelCars, modelHooks, subModelHooks } from './catalogue.ts';
import { holidayHooks, holidayPrices, holidayStartsIn } from './holidays.ts';
import { institutionHooks } from './institutions.ts';
import { cnyRate, parameters, priceHooks, saveParameters } from './prices.ts';
import { changePrices, previewCopy, previewPrices, priceCalendar } from './priceChanges.ts';
import { readinessCommands } from './readiness.ts';
import { ownStores, storeHooks } from './stores.ts';
import { userLastSeen } from './userFacts.ts';
import { vehicleColumns } from './vehicleColumns.ts';
import { vehicleCommands } from './vehicleCommands.ts';
import { carCosts } from './vehicleCosts.ts';
import { vehicleHooks } from './vehicleHooks.ts';
import { cityHooks } from './zoneChange.ts';

export { companyNames } from './companyNames.ts';
export { userColumns, userFacts, userScope } from './userFacts.ts';

/** Everything but orders: what the generated resources need beyond their schemas. */
export const adminServer = defineModule({
  computed: { cnyRate, ...vehicleColumns, ...carTypeColumns, modelCars, holidayPrices, holidayStartsIn, userLastSeen },
  hooks: {
    city: cityHooks,
    holiday: holidayHooks,
    price: priceHooks,
    store: storeHooks,
    model: modelHooks,
    subModel: subModelHooks,
    institution: institutionHooks,
    vehicle: vehicleHooks,
  },
  commands: [
    holidayStatus,
    priceStatus,
    parameters,
    saveParameters,
    priceCalendar,
    previewPrices,
    previewCopy,
    changePrices,
    ownStores,
    copyCarType,
    ...vehicleCommands,
    ...readinessCommands,
    carCosts,
  ],
});
