import { defineResource } from 'forecourt/model';
import type { InspectionReminder } from '../schemas/types.generated.ts';

/** D-UPK-03, D-UPK-04. */
export default defineResource<InspectionReminder>({
  schema: 'inspectionReminder',
  permission: { base: 'inspection', route: 'car-annualinspection', words: { export: 'query' } },
  route: { list: '/car/annualinspection' },
  api: {
    list: '/car/annualinspection/list',
    info: '/car/annualinspection/reminder/{id}',
    export: '/car/annualinspection/export',
  },
  menu: { group: 'car', sort: 60, icon: 'FactCheck' },
  list: {
    columns: ['carId', 'alert', 'inspectionExpiry', 'daysLeft', 'storeId'],
    below: { carId: 'subModelId' },
    hiddenColumns: ['subModelId', 'status'],
    filters: ['keyword', 'storeId', 'alert', { name: 'carId', field: 'id', ref: 'vehicle', hidden: true }],
    sort: ['inspectionExpiry', 'asc'],
    rowClick: false,
    card: ['carId', 'inspectionExpiry', 'alert'],
    views: { board: false, calendar: { start: 'inspectionExpiry' } },
    savedFilters: [
      { key: 'overdue', filter: { alert: 'overdue' } },
      { key: 'expiringSoon', filter: { alert: 'expiringSoon' } },
    ],
  },
  components: { alert: { field: 'ExpiryAlert' } },
  actions: [
    {
      name: 'inspect',
      post: '/car/annualinspection/save',
      permission: 'edit',
      idAs: 'carId',
      ask: ['nextInspectionDate', 'remark'],
      require: ['nextInspectionDate'],
    },
    {
      name: 'history',
      opens: { resource: 'annualInspection', page: 'list', by: 'carId' },
      permission: 'car-annualinspection',
    },
    {
      name: 'inspectmany',
      post: '/car/annualinspection/savebatch',
      permission: 'edit',
      on: 'bulk',
      ask: ['nextInspectionDate', 'remark'],
      require: ['nextInspectionDate'],
    },
  ],
});
