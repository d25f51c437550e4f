import { defineResource } from 'forecourt/model';
import type { Insurance } from '../schemas/types.generated.ts';

/** Whoever keeps policies enters, corrects, imports and removes them; whoever sees them takes them along as a file. */
export default defineResource<Insurance>({
  schema: 'insurance',
  permission: {
    base: 'insurance',
    route: 'car-insurance',
    words: { add: 'edit', delete: 'edit', import: 'edit', export: 'query' },
  },
  route: { list: '/car/insurance/policies' },
  api: {
    list: '/car/insurance/policies',
    info: '/car/insurance/info/{id}',
    save: '/car/insurance/save',
    delete: '/car/insurance/delete/{id}',
    export: '/car/insurance/policies/export',
    import: '/car/insurance/import',
  },
  list: {
    columns: ['carId', 'type', 'company', 'policyNo', 'startDate', 'endDate', 'premium', 'image'],
    hiddenColumns: ['createTime', 'updateTime'],
    filters: [
      { name: 'keyword', anyOf: ['carId.plate', 'carId.formerPlates', 'policyNo'], operator: 'contains' },
      'type',
      'company',
      { name: 'storeId', field: 'carId.storeId', ref: 'store' },
      'endDate',
      'carId',
    ],
    sort: ['endDate', 'desc'],
    card: ['carId', 'type', 'endDate'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [
      { key: 'policy', fields: ['carId', 'type', 'company', 'policyNo', 'startDate', 'endDate', 'premium', 'image'] },
    ],
  },
});
