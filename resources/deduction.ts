import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { Deduction } from '../schemas/types.generated.ts';
import { buttonOf, DEDUCTION_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { DeductionEvent } from '../src/rental/rules/index.ts';

const button = (event: DeductionEvent, path: string) => buttonOf(DEDUCTION_TRANSITIONS, event, path);

/** D-DED-02; two outcomes over one call. */
// prettier-ignore
const actions: readonly ActionDeclaration<Deduction>[] = [
  { ...button('review', '/order/deduct/review'), confirm: true },
  { ...button('success', '/order/deduct/result'), body: { success: 1 }, ask: ['transactionNo'] },
  { ...button('failure', '/order/deduct/result'), body: { success: 0 }, ask: ['failReason'], require: ['failReason'] },
  { ...button('retry', '/order/deduct/retry'), confirm: true },
  { ...button('revoke', '/order/deduct/revoke'), component: 'RejectDialog', danger: true },
];

export default defineResource<Deduction>({
  schema: 'deduction',
  permission: { base: 'deduct', route: 'order-deduct' },
  route: { list: '/order/deduct', show: '/order/deductdetail/:id' },
  api: {
    list: '/order/deduct/list',
    info: '/order/deduct/info/{id}',
    save: '/order/deduct/save',
    export: '/order/deduct/export',
  },
  menu: { group: 'order', sort: 20, icon: 'RemoveCircle' },
  list: {
    columns: ['deductNo', 'orderId', 'plate', 'amount', 'status', 'submitTime'],
    below: {
      deductNo: 'type',
      orderId: 'renterName',
      plate: 'channelOrderNo',
      status: 'reason',
      submitTime: 'finishTime',
    },
    hiddenColumns: [
      'type',
      'renterName',
      'reason',
      'channelOrderNo',
      'finishTime',
      'violationId',
      'transactionNo',
      'failReason',
      'revokeReason',
      'submitterId',
      'operatorId',
      'remark',
    ],
    filters: [
      { name: 'keyword', anyOf: ['deductNo', 'orderId.orderNo', 'orderId.renterName'], operator: 'contains' },
      'status',
      'type',
      { name: 'storeId', anyOf: ['orderId.pickupStoreId', 'orderId.returnStoreId'], ref: 'store' },
      { name: 'time', field: 'submitTime' },
      { name: 'orderId', hidden: true },
      { name: 'violationId', hidden: true },
    ],
    short: ['submitTime', 'finishTime'],
    sort: ['submitTime', 'desc'],
    rowClick: 'show',
    card: ['deductNo', 'orderId', 'renterName', 'type', 'amount', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'deduction', fields: ['orderId', 'type', 'violationId', 'amount', 'reason', 'images', 'remark'] }],
  },
  show: {
    groups: [
      { key: 'order', fields: ['orderId', 'renterName', 'channelOrderNo', 'plate'] },
      { key: 'deduction', fields: ['type', 'violationId', 'amount', 'reason', 'images', 'remark'] },
      {
        key: 'progress',
        fields: [
          'status',
          'transactionNo',
          'failReason',
          'revokeReason',
          'submitTime',
          'submitterId',
          'reviewTime',
          'finishTime',
          'operatorId',
        ],
      },
    ],
  },
  actions,
});
