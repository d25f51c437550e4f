import { defineResource } from 'forecourt/model';
import type { MaintenanceReminder } from '../schemas/types.generated.ts';

/** D-UPK-02. */
export default defineResource<MaintenanceReminder>({
  schema: 'maintenanceReminder',
  permission: { base: 'maintenancealert', route: 'car-maintenance' },
  route: { list: '/car/maintenance' },
  api: { list: '/car/maintenance/list', info: '/car/maintenance/info/{id}', export: '/car/maintenance/export' },
  menu: { group: 'car', sort: 80, icon: 'Build' },
  list: {
    columns: ['carId', 'alert', 'remaining', 'mileage', 'nextMileage', 'storeId', 'maintenanceCycle'],
    below: { carId: 'subModelId' },
    hiddenColumns: ['subModelId', 'status'],
    filters: ['keyword', 'storeId', 'alert', { name: 'carId', field: 'id', ref: 'vehicle', hidden: true }],
    sort: ['remaining', 'asc'],
    rowClick: false,
    card: ['carId', 'remaining', 'alert'],
    views: { board: false },
    savedFilters: [
      { key: 'overdue', filter: { alert: 'overdue' } },
      { key: 'dueSoon', filter: { alert: 'dueSoon' } },
    ],
  },
  actions: [
    {
      name: 'work',
      opens: { resource: 'maintenance', page: 'form', by: 'carId' },
      permission: 'maintenance-add',
    },
    {
      name: 'savemileage',
      post: '/car/maintenance/savemileage',
      permission: 'edit',
      idAs: 'carId',
      ask: ['mileage', 'maintenanceCycle', 'nextMaintenanceMileage', 'remark'],
      require: ['mileage'],
    },
    {
      name: 'history',
      opens: { resource: 'maintenance', page: 'list', by: 'carId' },
      permission: 'car-maintenancelist',
    },
  ],
});
