import { defineResource } from '../src/framework/model/index.ts';
import type { Refund } from '../schemas/types.generated.ts';

export default defineResource<Refund>({
  schema: 'refund',
  permission: { base: 'refund', route: 'order-refund' },
  route: { list: '/order/refund' },
  api: { list: '/order/refund/list', info: '/order/refund/info/{id}' },
  menu: { group: 'order', sort: 30, icon: 'CurrencyExchange' },
  list: {
    columns: ['refundNo', 'orderId', 'feeItem', 'amount', 'method', 'reason', 'status', 'applyTime', 'finishTime'],
    hiddenColumns: ['payeeAccount', 'transactionNo', 'failReason', 'requesterId', 'operatorId', 'remark'],
    filters: [
      { name: 'keyword', anyOf: ['refundNo', 'orderId.orderNo', 'orderId.renterName'], operator: 'contains' },
      'status',
      'method',
      { name: 'storeId', anyOf: ['orderId.pickupStoreId', 'orderId.returnStoreId'], ref: 'store' },
      { name: 'time', field: 'applyTime' },
    ],
    sort: ['applyTime', 'desc'],
    rowClick: 'show',
    card: ['refundNo', 'amount', 'status'],
  },
});
