import { defineResource } from 'forecourt/model';
import type { DamagePrice } from '../schemas/types.generated.ts';

/** D-ORD-37. */
export default defineResource<DamagePrice>({
  schema: 'damagePrice',
  permission: { base: 'price', route: 'price-list' },
  route: { list: '/carprice/damage' },
  api: {
    list: '/carprice/damage/list',
    save: '/carprice/damage/save',
    delete: '/carprice/damage/delete/{id}',
  },
  menu: { group: 'price', sort: 20, icon: 'CarCrash' },
  list: {
    columns: ['part', 'kind', 'amount', 'updateTime'],
    hiddenColumns: ['createTime'],
    filters: ['part', 'kind'],
    sort: ['part', 'asc'],
    short: ['updateTime', 'createTime'],
    card: ['part', 'kind', 'amount'],
  },
  form: { layout: 'dialog', width: 560, groups: [{ key: 'basic', fields: ['part', 'kind', 'amount'] }] },
});
