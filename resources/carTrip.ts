import { defineResource } from 'forecourt/model';
import type { CarTrip } from '../schemas/types.generated.ts';

/** D-CAR-20. */
export default defineResource<CarTrip>({
  schema: 'carTrip',
  permission: { base: 'trip', route: 'car-trip' },
  route: { list: '/car/trip' },
  api: {
    list: '/car/trip/list',
    info: '/car/trip/info/{id}',
    save: '/car/trip/save',
    delete: '/car/trip/delete/{id}',
    export: '/car/trip/export',
  },
  menu: { group: 'car', sort: 95, icon: 'Route' },
  list: {
    columns: ['carId', 'purpose', 'startTime', 'distance', 'driverId'],
    below: { carId: 'storeId', purpose: 'note', startTime: 'endTime', distance: 'endMileage' },
    hiddenColumns: ['storeId', 'note', 'endTime', 'startMileage', 'endMileage', 'createTime'],
    filters: [
      { name: 'plate', anyOf: ['carId.plate', 'carId.formerPlates'], operator: 'contains' },
      'purpose',
      'storeId',
      'driverId',
      { name: 'time', field: 'startTime' },
      { name: 'carId', hidden: true },
    ],
    short: ['startTime', 'endTime'],
    sort: ['startTime', 'desc'],
    card: ['carId', 'purpose', 'startTime', 'distance', 'driverId'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [
      { key: 'trip', fields: ['carId', 'purpose', 'driverId', 'startTime', 'endTime'] },
      { key: 'mileage', fields: ['startMileage', 'endMileage', 'note'] },
    ],
  },
});
