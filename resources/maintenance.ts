import { defineResource } from 'forecourt/model';
import type { Maintenance } from '../schemas/types.generated.ts';
import { buttonOf, MAINTENANCE_TRANSITIONS } from '../src/rental/rules/index.ts';

export default defineResource<Maintenance>({
  schema: 'maintenance',
  permission: { base: 'maintenance', route: 'car-maintenancelist' },
  route: { list: '/car/maintenanceinfo', show: '/car/maintenanceinfo/detail/:id' },
  api: {
    list: '/car/maintenanceinfo/list',
    info: '/car/maintenanceinfo/info/{id}',
    save: '/car/maintenanceinfo/save',
    delete: '/car/maintenanceinfo/delete/{id}',
    export: '/car/maintenanceinfo/export',
  },
  menu: { group: 'car', sort: 90, icon: 'Build' },
  list: {
    columns: ['carId', 'storeId', 'status', 'startTime', 'items', 'cost'],
    below: { carId: 'subModelId', storeId: 'institutionId', startTime: 'endTime', items: 'remark' },
    hiddenColumns: [
      'subModelId',
      'endTime',
      'storageFlag',
      'institutionId',
      'owner',
      'mileage',
      'cycle',
      'nextMileage',
      'remark',
      'createTime',
    ],
    filters: [
      { name: 'keyword', anyOf: ['carId.plate', 'carId.formerPlates', 'items', 'remark'], operator: 'contains' },
      'status',
      'storeId',
      'institutionId',
      { name: 'time', field: 'startTime' },
      { name: 'carId', hidden: true },
    ],
    short: ['startTime', 'endTime'],
    sort: ['startTime', 'desc'],
    rowClick: 'show',
    card: ['carId', 'startTime', 'status'],
    savedFilters: [{ key: 'inShop', filter: { status: 0 }, sort: ['startTime', 'asc'] }],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'work', fields: ['carId', 'institutionId', 'storageFlag', 'startTime', 'endTime', 'items', 'cost'] },
      { key: 'mileage', fields: ['mileage', 'cycle', 'nextMileage'] },
      { key: 'papers', fields: ['images', 'remark'] },
    ],
  },
  show: {
    groups: [
      { key: 'car', fields: ['carId', 'subModelId', 'storeId', 'owner'] },
      { key: 'work', fields: ['status', 'institutionId', 'storageFlag', 'startTime', 'endTime', 'items', 'cost'] },
      { key: 'mileage', fields: ['mileage', 'cycle', 'nextMileage'] },
      { key: 'papers', fields: ['images', 'remark', 'id', 'createTime', 'updateTime'] },
    ],
  },
  actions: [
    {
      ...buttonOf(MAINTENANCE_TRANSITIONS, 'complete', '/car/maintenanceinfo/complete'),
      ask: ['endTime', 'mileage', 'cost'],
    },
  ],
});
