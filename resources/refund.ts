import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { Refund } from '../schemas/types.generated.ts';
import { buttonOf, REFUND, REFUND_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { RefundEvent } from '../src/rental/rules/index.ts';

const button = (event: RefundEvent, path: string) => buttonOf(REFUND_TRANSITIONS, event, path);

/** D-REF-02; two outcomes over one call, the good one also of several at once. */
// prettier-ignore
const actions: readonly ActionDeclaration<Refund>[] = [
  { ...button('success', '/order/refund/result'), body: { success: 1 }, ask: ['transactionNo', 'paidByStoreId'] },
  {
    name: 'successbatch', post: '/order/refund/successbatch', permission: 'enable', on: 'bulk', ask: ['transactionNo', 'paidByStoreId'], sums: ['amount'],
    when: { properties: { status: { const: REFUND.submitted } } },
  },
  { ...button('failure', '/order/refund/result'), body: { success: 0 }, ask: ['failReason'], require: ['failReason'] },
  { ...button('retry', '/order/refund/retry'), ask: ['amount', 'method', 'payeeAccount', 'methodReason'] },
];

export default defineResource<Refund>({
  schema: 'refund',
  permission: { base: 'refund', route: 'order-refund' },
  route: { list: '/order/refund' },
  api: {
    list: '/order/refund/list',
    info: '/order/refund/info/{id}',
    save: '/order/refund/save',
    export: '/order/refund/export',
  },
  menu: { group: 'order', sort: 30, icon: 'CurrencyExchange' },
  list: {
    columns: ['refundNo', 'orderId', 'amount', 'status', 'applyTime'],
    below: {
      refundNo: 'feeItem',
      orderId: 'renterName',
      amount: 'method',
      status: 'depositDue',
      applyTime: 'finishTime',
    },
    hiddenColumns: [
      'feeItem',
      'renterName',
      'method',
      'depositDue',
      'finishTime',
      'reason',
      'releaseDate',
      'payeeAccount',
      'transactionNo',
      'paidByStoreId',
      'failReason',
      'requesterId',
      'operatorId',
      'remark',
      'confirmed',
      'methodReason',
    ],
    filters: [
      { name: 'keyword', anyOf: ['refundNo', 'orderId.orderNo', 'orderId.renterName'], operator: 'contains' },
      'status',
      'method',
      { name: 'storeId', anyOf: ['orderId.pickupStoreId', 'orderId.returnStoreId'], ref: 'store' },
      { name: 'time', field: 'applyTime' },
      { name: 'orderId', hidden: true },
    ],
    short: ['applyTime', 'finishTime'],
    sort: ['applyTime', 'desc'],
    rowClick: 'show',
    savedFilters: [
      // Whoever has waited longest comes first.
      { key: 'toCarryOut', filter: { status: '0' }, sort: ['applyTime', 'asc'] },
      { key: 'failed', filter: { status: '-1' }, sort: ['applyTime', 'asc'] },
      { key: 'carriedOut', filter: { status: '1' } },
    ],
    tabs: ['toCarryOut', 'failed', 'carriedOut'],
    card: ['refundNo', 'orderId', 'renterName', 'feeItem', 'amount', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'refund', fields: ['orderId', 'feeItem', 'amount', 'method', 'payeeAccount', 'reason', 'remark'] }],
  },
  show: {
    groups: [
      { key: 'order', fields: ['orderId', 'renterName'] },
      {
        key: 'refund',
        fields: [
          'feeItem',
          'amount',
          'method',
          'payeeAccount',
          'confirmed',
          'methodReason',
          'reason',
          'remark',
          'depositDue',
          'releaseDate',
        ],
      },
      {
        key: 'progress',
        fields: [
          'status',
          'transactionNo',
          'paidByStoreId',
          'failReason',
          'applyTime',
          'requesterId',
          'finishTime',
          'operatorId',
        ],
      },
    ],
  },
  actions,
  go: 'f',
});
