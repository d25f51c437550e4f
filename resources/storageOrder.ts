import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { StorageOrder } from '../schemas/types.generated.ts';
import { buttonOf, STORAGE_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { StorageEvent } from '../src/rental/rules/index.ts';

const button = (event: StorageEvent, path: string) => buttonOf(STORAGE_TRANSITIONS, event, path);

/** D-STOCK-02. */
const actions: readonly ActionDeclaration<StorageOrder>[] = [
  { ...button('finish', '/car/storage/finish'), ask: ['onlineTime'], require: ['onlineTime'] },
  { ...button('cancel', '/car/storage/cancel'), confirm: true, danger: true },
];

export default defineResource<StorageOrder>({
  schema: 'storageOrder',
  permission: { base: 'stock', route: 'car-inventory' },
  route: { list: '/car/storage' },
  api: { list: '/car/storage/list', save: '/car/storage/save' },
  menu: { group: 'car', sort: 115, icon: 'Inventory' },
  list: {
    columns: ['carId', 'status', 'storeId', 'offlineTime', 'remark'],
    below: { carId: 'subModelId', status: 'kind', offlineTime: 'onlineTime' },
    hiddenColumns: ['subModelId', 'kind', 'onlineTime'],
    filters: [
      { name: 'plate', anyOf: ['carId.plate', 'carId.formerPlates'], operator: 'contains' },
      'status',
      'kind',
      'storeId',
      'subModelId',
      { name: 'time', field: 'offlineTime' },
      { name: 'carId', hidden: true },
    ],
    short: ['offlineTime', 'onlineTime'],
    sort: ['offlineTime', 'desc'],
    card: ['carId', 'kind', 'status', 'storeId', 'offlineTime', 'onlineTime'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [
      { key: 'car', fields: ['kind', 'storeId', 'subModelId', 'carId'] },
      { key: 'time', fields: ['offlineTime', 'onlineTime', 'remark'] },
    ],
  },
  actions,
});
