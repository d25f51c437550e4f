import { defineResource } from 'forecourt/model';
import type { AnnualInspection } from '../schemas/types.generated.ts';

/** Whoever keeps inspections enters, corrects and imports them; whoever sees them takes them along as a file. */
export default defineResource<AnnualInspection>({
  schema: 'annualInspection',
  permission: {
    base: 'inspection',
    route: 'car-annualinspection',
    words: { add: 'edit', import: 'edit', export: 'query' },
  },
  route: { list: '/car/annualinspection/entries' },
  api: {
    list: '/car/annualinspection/entries',
    info: '/car/annualinspection/info/{id}',
    save: '/car/annualinspection/save',
    export: '/car/annualinspection/entries/export',
    import: '/car/annualinspection/import',
  },
  list: {
    columns: ['carId', 'nextInspectionDate', 'expiry', 'cost', 'remark', 'createTime'],
    filters: [
      { name: 'keyword', anyOf: ['carId.plate', 'carId.formerPlates', 'remark'], operator: 'contains' },
      { name: 'storeId', field: 'carId.storeId', ref: 'store' },
      'nextInspectionDate',
      'carId',
    ],
    sort: ['id', 'desc'],
    card: ['carId', 'nextInspectionDate', 'expiry'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'inspection', fields: ['carId', 'nextInspectionDate', 'cost', 'remark'] }],
  },
});
