import { defineResource } from 'forecourt/model';
import type { Deposit } from '../schemas/types.generated.ts';

/** What is held of deposits, and what of it is to go back (D-MONEY-05). Read by whoever reads refunds; money goes back by a refund of the order. */
export default defineResource<Deposit>({
  schema: 'deposit',
  permission: { base: 'refund', route: 'order-refund' },
  route: { list: '/order/deposit' },
  api: { list: '/order/deposit/list', export: '/order/deposit/export' },
  menu: { group: 'order', sort: 32, icon: 'Savings' },
  list: {
    columns: ['orderId', 'state', 'held', 'item', 'collected', 'returned'],
    below: {
      orderId: 'renterName',
      state: 'releaseDate',
      item: 'storeName',
      collected: 'applied',
      returned: 'createTime',
    },
    hiddenColumns: ['renterName', 'releaseDate', 'storeName', 'applied', 'createTime'],
    filters: [
      { name: 'keyword', anyOf: ['orderId.orderNo', 'orderId.renterName'], operator: 'contains' },
      { name: 'state', registered: 'depositState', codes: 'depositState' },
      'item',
      { name: 'storeId', anyOf: ['orderId.pickupStoreId', 'orderId.returnStoreId'], ref: 'store' },
      { name: 'returnTime', field: 'orderId.actualReturnTime' },
      { name: 'orderId', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    rowClick: false,
    savedFilters: [
      // Whoever has waited longest comes first.
      { key: 'late', filter: { state: 'late' }, sort: ['releaseDate', 'asc'] },
      { key: 'due', filter: { state: 'due' } },
      { key: 'held', filter: { state: 'held' } },
    ],
    tabs: ['late', 'due', 'held'],
    card: ['orderId', 'renterName', 'item', 'held', 'state', 'releaseDate'],
    views: { calendar: false, board: false },
  },
  show: { related: false },
});
