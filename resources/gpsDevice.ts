import { defineResource } from 'forecourt/model';
import type { GpsDevice } from '../schemas/types.generated.ts';

const BOUND = { properties: { carId: { type: 'integer' } } };

export default defineResource<GpsDevice>({
  schema: 'gpsDevice',
  permission: { base: 'gps', route: 'car-gpsdevice' },
  route: { list: '/car/gpsdevice', show: '/car/gpsdevice/:id' },
  api: { list: '/car/gpsdevice/list', info: '/car/gpsdevice/info/{id}' },
  menu: { group: 'car', sort: 90, icon: 'GpsFixed' },
  list: {
    columns: [
      'deviceNo',
      'name',
      'carId',
      'state',
      'positionTime',
      'speed',
      'mileage',
      'sim',
      'wireless',
      'expiryDate',
    ],
    hiddenColumns: ['frameNo', 'engineNo', 'fault', 'faultTime', 'latitude', 'longitude', 'createTime'],
    filters: [
      { name: 'deviceNo', operator: 'contains' },
      { name: 'plate', field: 'carId.plate', operator: 'contains' },
      'bound',
      'state',
      { name: 'carId', hidden: true },
    ],
    sort: ['deviceNo', 'asc'],
    rowClick: 'show',
    card: ['deviceNo', 'carId', 'state', 'positionTime'],
    views: {
      // The end of a SIM card and the last position are no appointments.
      calendar: false,
      map: { latitude: 'latitude', longitude: 'longitude', fields: ['deviceNo', 'carId', 'state', 'positionTime'] },
    },
    savedFilters: [
      { key: 'offline', filter: { bound: 1, state: 'offline' } },
      { key: 'fault', filter: { state: 'fault' } },
      { key: 'unbound', filter: { bound: 0 } },
    ],
  },
  show: {
    groups: [
      { key: 'device', fields: ['deviceNo', 'name', 'sim', 'wireless', 'expiryDate'] },
      { key: 'car', fields: ['carId', 'frameNo', 'engineNo'] },
      { key: 'position', fields: ['state', 'positionTime', 'latitude', 'longitude', 'speed', 'mileage'] },
      { key: 'fault', fields: ['fault', 'faultTime', 'reported'] },
    ],
    related: false,
  },
  actions: [
    {
      name: 'bind',
      post: '/car/gpsdevice/bind',
      permission: 'edit',
      ask: ['carId'],
      require: ['carId'],
      when: { not: BOUND },
    },
    { name: 'unbind', post: '/car/gpsdevice/unbind', permission: 'edit', confirm: true, danger: true, when: BOUND },
    { name: 'sync', post: '/car/gpsdevice/sync', permission: 'edit', on: 'list' },
    { name: 'settings', post: '/car/gpsdevice/setting', permission: 'edit', on: 'list', component: 'GpsSettings' },
  ],
});
