import { defineResource } from 'forecourt/model';
import type { InsuranceReminder } from '../schemas/types.generated.ts';

/** D-UPK-03, D-UPK-05. */
export default defineResource<InsuranceReminder>({
  schema: 'insuranceReminder',
  permission: { base: 'insurance', route: 'car-insurance', words: { export: 'query' } },
  route: { list: '/car/insurance' },
  api: { list: '/car/insurance/list', info: '/car/insurance/reminder/{id}', export: '/car/insurance/export' },
  menu: { group: 'car', sort: 70, icon: 'Shield' },
  // prettier-ignore
  list: {
    columns: ['carId', 'alert', 'compulsoryEnd', 'commercialEnd', 'storeId', 'compulsoryCompany', 'commercialCompany', 'compulsoryPolicyNo', 'commercialPolicyNo'],
    below: { carId: 'subModelId' },
    hiddenColumns: ['subModelId', 'status', 'dueType', 'daysLeft'],
    filters: ['keyword', 'storeId', { name: 'type', field: 'dueType' }, 'alert', { name: 'carId', field: 'id', ref: 'vehicle', hidden: true }],
    sort: ['daysLeft', 'asc'],
    rowClick: false,
    card: ['carId', 'compulsoryEnd', 'alert'],
    views: { board: false },
    savedFilters: [
      { key: 'overdue', filter: { alert: 'overdue' } },
      { key: 'expiringSoon', filter: { alert: 'expiringSoon' } },
    ],
  },
  components: { alert: { field: 'ExpiryAlert' } },
  actions: [
    { name: 'renew', opens: { resource: 'insurance', page: 'form', by: 'carId' }, permission: 'edit' },
    { name: 'history', opens: { resource: 'insurance', page: 'list', by: 'carId' }, permission: 'car-insurance' },
    {
      name: 'renewmany',
      post: '/car/insurance/savebatch',
      permission: 'edit',
      on: 'bulk',
      ask: ['type', 'company', 'startDate', 'endDate'],
      require: ['type', 'startDate', 'endDate'],
    },
  ],
});
