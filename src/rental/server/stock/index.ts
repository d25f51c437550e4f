import { defineModule } from '../database.ts';
import { cancelDispatch, carryOutDispatch, dispatchPlanHooks } from './dispatchPlans.ts';
import { forecast } from './forecast.ts';
import { inventory } from './inventory.ts';
import { stockView } from './stockView.ts';
import { cancelStorage, finishStorage, storageHooks } from './storage.ts';

export { inventoryOf } from './inventory.ts';
export { dispatchTo, openOrdersOf } from './dispatch.ts';
export { closePlans, lockPlansOf } from './dispatchPlans.ts';
export { closeStorage, lockStorageOf } from './storage.ts';

/** The cars over the days: schedule, inventory, where they will be, what is put away and what is to go elsewhere. */
export const stockServer = defineModule({
  commands: [stockView, inventory, forecast, finishStorage, cancelStorage, carryOutDispatch, cancelDispatch],
  hooks: { storageOrder: storageHooks, dispatchPlan: dispatchPlanHooks },
});
