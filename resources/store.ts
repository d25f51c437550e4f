import { defineResource } from 'forecourt/model';
import type { Store } from '../schemas/types.generated.ts';
import { ORDER } from '../src/rental/rules/index.ts';

export default defineResource<Store>({
  schema: 'store',
  permission: { base: 'store', route: 'store-list', options: 'session' },
  route: { list: '/store/list', create: '/store/add', edit: '/store/edit' },
  pages: [
    { path: '/store/deliveryfee/:id', list: 'deliveryFee.storeId', below: 'StoreFeePreview' },
    { path: '/store/deleveryinfo/:id', groups: ['doorService'], below: 'StorePoints' },
    { path: '/store/seting/:id', document: 'storeSetting' },
  ],
  api: {
    list: '/basics/store/list',
    options: '/basics/storelist',
    info: '/basics/store/info/{id}',
    save: '/basics/store/save',
    delete: '/basics/store/delete/{id}',
  },
  menu: { group: 'store', sort: 10, icon: 'Storefront' },
  list: {
    columns: ['storeName', 'status', 'businessHours', 'operatorName', 'address', 'size', 'fee'],
    below: { storeName: 'cityId', operatorName: 'phone' },
    hiddenColumns: ['phone', 'cityId', 'supplierId', 'is24h', 'nightHours', 'booksThrough', 'id', 'createTime'],
    filters: ['keyword', 'cityId', 'status', 'supplierId'],
    sort: ['storeName', 'asc'],
    card: ['storeName', 'cityId', 'status'],
  },
  form: {
    layout: 'page',
    groups: [
      {
        key: 'basic',
        fields: ['storeName', 'operatorName', 'phone', 'supplierId', 'cityId', 'address', 'location', 'size', 'status'],
      },
      { key: 'hours', fields: ['is24h', 'businessHours', 'nightHours', 'nightPickupFee', 'nightReturnFee'] },
      { key: 'booking', fields: ['minAdvance', 'maxAdvance'] },
      { key: 'doorService', fields: ['serviceTime', 'advanceTime', 'fee', 'serviceArea'] },
    ],
  },
  touches: [
    {
      change: 'status',
      to: [0],
      lists: [
        { key: 'orders', resource: 'order', filter: { storeId: '{id}', status: [ORDER.approved, ORDER.pickedUp] } },
        { key: 'cars', resource: 'vehicle', filter: { storeId: '{id}', status: [0, 1, 2] } },
        { key: 'dispatchesTo', resource: 'dispatchPlan', filter: { toStoreId: '{id}', status: 1 } },
        { key: 'dispatchesFrom', resource: 'dispatchPlan', filter: { fromStoreId: '{id}', status: 1 } },
        { key: 'stored', resource: 'storageOrder', filter: { storeId: '{id}', status: 1 } },
        { key: 'prices', resource: 'price', filter: { storeId: '{id}', status: 1 } },
        { key: 'staff', resource: 'user', filter: { storeIds: '{id}', status: 1 } },
      ],
    },
  ],
  components: { fee: { field: 'FeeOrFree' } },
  options: { fields: ['storeName', 'cityId', 'serviceArea'], where: { status: [1] }, scope: 'all' },
  go: 's',
});
