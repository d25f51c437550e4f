import { defineResource } from 'forecourt/model';
import type { StoreSetting } from '../schemas/types.generated.ts';
import { ORDER } from '../src/rental/rules/index.ts';

/** One document a store, asked for and saved under the store's id: a page of the store. */
export default defineResource<StoreSetting>({
  schema: 'storeSetting',
  permission: { base: 'store', route: 'store-detail', words: { add: 'edit' } },
  route: {},
  api: { info: '/basics/store/festivalseting/{id}', save: '/basics/store/savefestivalseting' },
  form: {
    width: 960,
    groups: [
      { key: 'pauses', fields: ['pausePeriods'] },
      { key: 'cancel', fields: ['cancelRules'] },
      { key: 'holidays', fields: ['holidayPickup', 'festivals'] },
      { key: 'preview', fields: [], component: 'StoreSettingPreview' },
    ],
  },
  touches: [
    {
      change: 'pausePeriods',
      lists: [
        { key: 'orders', resource: 'order', filter: { storeId: '{id}', status: [ORDER.approved, ORDER.pickedUp] } },
      ],
    },
  ],
  components: { pausePeriods: { input: 'PausePeriodsInput' } },
});
