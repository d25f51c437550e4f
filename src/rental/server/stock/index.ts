import type { ServerModule } from '../../../framework/server/contract.ts';
import { forecast } from './forecast.ts';
import { inventory } from './inventory.ts';
import { stockView } from './stockView.ts';
import { cancelStorage, finishStorage, storageHooks } from './storage.ts';

export { closeStorage, lockStorageOf } from './storage.ts';

/** The cars over the days: schedule, inventory, where they will be, and what is put away. */
export const stockServer: ServerModule = {
  commands: [stockView, inventory, forecast, finishStorage, cancelStorage],
  hooks: { storageOrder: storageHooks },
};
