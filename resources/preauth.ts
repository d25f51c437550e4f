import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { Preauth } from '../schemas/types.generated.ts';

const OPEN = { properties: { state: { const: 'open' } } } as const;
const UNFINISHED = { properties: { state: { enum: ['open', 'expired'] } } } as const;

/** D-MONEY-20: taken by whoever takes payments. What is captured or released is asked as the amount, at first the whole. */
const actions: readonly ActionDeclaration<Preauth>[] = [
  {
    ...{ name: 'capture', post: '/order/preauth/capture', permission: 'edit', when: OPEN },
    ask: ['amount', 'feeItem'],
    require: ['amount'],
  },
  {
    name: 'release',
    post: '/order/preauth/release',
    permission: 'edit',
    when: UNFINISHED,
    ask: ['amount'],
    require: ['amount'],
  },
];

export default defineResource<Preauth>({
  schema: 'preauth',
  permission: { base: 'order', route: 'order-list' },
  route: { list: '/order/preauth' },
  api: { list: '/order/preauth/list', info: '/order/preauth/info/{id}', save: '/order/preauth/save' },
  menu: { group: 'order', sort: 36, icon: 'Savings' },
  list: {
    columns: ['number', 'orderId', 'state', 'amount', 'captured', 'expireTime'],
    below: {
      number: 'method',
      orderId: 'renterName',
      state: 'purpose',
      amount: 'open',
      captured: 'released',
      expireTime: 'createTime',
    },
    hiddenColumns: ['method', 'renterName', 'purpose', 'open', 'released', 'createTime', 'operatorId', 'remark'],
    filters: [
      { name: 'keyword', anyOf: ['number', 'orderId.orderNo', 'orderId.renterName'], operator: 'contains' },
      'state',
      'method',
      { name: 'storeId', anyOf: ['orderId.pickupStoreId', 'orderId.returnStoreId'], ref: 'store' },
      { name: 'expireTime' },
      { name: 'ends', registered: 'preauthEnds', codes: 'preauthEnds' },
      { name: 'orderId', hidden: true },
    ],
    short: ['expireTime', 'createTime'],
    sort: ['createTime', 'desc'],
    savedFilters: [
      { key: 'endToday', filter: { ends: 'today' }, sort: ['expireTime', 'asc'] },
      { key: 'open', filter: { state: 'open' }, sort: ['expireTime', 'asc'] },
      { key: 'expired', filter: { state: 'expired' } },
    ],
    tabs: ['endToday', 'open', 'expired'],
    rowClick: 'show',
    card: ['number', 'orderId', 'renterName', 'amount', 'state', 'expireTime'],
    views: { calendar: false, board: false },
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'preauth', fields: ['orderId', 'purpose', 'method', 'number', 'amount', 'expireTime', 'remark'] }],
  },
  show: {
    groups: [
      { key: 'order', fields: ['orderId', 'renterName'] },
      { key: 'preauth', fields: ['purpose', 'method', 'number', 'amount', 'expireTime', 'remark'] },
      { key: 'progress', fields: ['state', 'captured', 'released', 'open', 'createTime', 'operatorId', 'finishTime'] },
    ],
  },
  actions,
});
