import { defineResource } from 'forecourt/model';
import type { Payment } from '../schemas/types.generated.ts';

/** The journal of money: every payment record of every order, which nobody changes (D-MONEY-01). */
export default defineResource<Payment>({
  schema: 'payment',
  permission: { base: 'payment', route: 'order-payment' },
  route: { list: '/order/payment' },
  api: { list: '/order/payment/list', export: '/order/payment/export' },
  menu: { group: 'finance', sort: 10, icon: 'Payments' },
  list: {
    columns: ['time', 'orderId', 'signedAmount', 'method', 'storeId'],
    below: {
      time: 'createTime',
      orderId: 'renterName',
      signedAmount: 'feeItem',
      method: 'transactionNo',
      storeId: 'operatorId',
    },
    hiddenColumns: [
      'createTime',
      'renterName',
      'feeItem',
      'transactionNo',
      'operatorId',
      'type',
      'amount',
      'payerAccount',
      'remark',
    ],
    filters: [
      { name: 'keyword', anyOf: ['orderId.orderNo', 'transactionNo'], operator: 'contains' },
      { name: 'time', field: 'time' },
      { name: 'entered', field: 'createTime', insteadOf: 'time' },
      { name: 'day', field: 'day', insteadOf: 'time' },
      'storeId',
      'method',
      'type',
      'operatorId',
      { name: 'amount', field: 'amount', operator: 'range' },
      'feeItem',
      'late',
      { name: 'orderId', hidden: true },
    ],
    short: ['time', 'createTime'],
    sort: ['time', 'desc'],
    rowClick: false,
    card: ['time', 'orderId', 'renterName', 'signedAmount', 'method', 'storeId'],
    views: { calendar: false, board: false },
  },
  show: { related: false },
});
