import { defineModule } from '../database.ts';
import { deliveryFeeHooks } from './deliveryFees.ts';
import { previewStore } from './preview.ts';
import { saveStoreSettings, storeSettingHooks, storeSettings } from './settings.ts';

export { storeParts } from './storeParts.ts';

/** What a store says beside its own record: settings, delivery points and fees, and what a booking would make of them. */
export const storeServer = defineModule({
  hooks: { storeSetting: storeSettingHooks, deliveryFee: deliveryFeeHooks },
  commands: [storeSettings, saveStoreSettings, previewStore],
});
