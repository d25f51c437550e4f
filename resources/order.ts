import { defineResource, type ActionDeclaration } from '../src/framework/model/index.ts';
import type { Order } from '../schemas/types.generated.ts';

/** Offered as the server names them in `actions[]` (D-ORD-07); the dialogs are the order desk's. */
// prettier-ignore
const actions: readonly ActionDeclaration<Order>[] = [
  { name: 'new', post: '/order/save', permission: 'add', on: 'list', component: 'OrderNew' },
  { name: 'pickup', post: '/order/pickup', permission: 'edit', component: 'PickupDialog' },
  { name: 'return', post: '/order/return', permission: 'edit', component: 'ReturnDialog' },
  { name: 'renew', post: '/order/renew', permission: 'edit', component: 'RenewDialog' },
  { name: 'cancelrenew', post: '/order/cancelrenew', permission: 'enable', component: 'RenewalsDialog', danger: true },
  { name: 'payment', post: '/order/payment/save', permission: 'edit', component: 'PaymentDialog' },
  { name: 'redeem', post: '/order/coupon/redeem', permission: 'edit', component: 'RedeemDialog' },
  { name: 'generatecoupon', post: '/order/coupon/generate', permission: 'coupon-add', component: 'GenerateCouponDialog' },
  { name: 'assigncar', post: '/order/assigncar', permission: 'edit', component: 'AssignCarDialog' },
  { name: 'assignstaff', post: '/order/assignstaff', permission: 'edit', component: 'AssignStaffDialog' },
  { name: 'modify', post: '/order/save', permission: 'edit', component: 'OrderModify' },
  { name: 'edittime', post: '/order/edittime', permission: 'edit', component: 'EditTimeDialog' },
  { name: 'additionalfee', post: '/order/additionalfee', permission: 'edit', component: 'AdditionalFeeDialog' },
  { name: 'refundrequest', post: '/order/refund/save', permission: 'refund-add', component: 'RefundDialog' },
  { name: 'remark', post: '/order/remark', permission: 'edit', component: 'RemarkDialog' },
  { name: 'sign', post: '/order/contract/sign', permission: 'edit', component: 'SignDialog' },
  { name: 'push', post: '/order/push', permission: 'edit', component: 'PushDialog' },
  { name: 'rejectpickup', post: '/order/rejectpickup', permission: 'enable', component: 'RejectDialog', danger: true },
  { name: 'rejectreturn', post: '/order/rejectreturn', permission: 'enable', component: 'RejectDialog', danger: true },
  { name: 'cancel', post: '/order/cancel', permission: 'disable', component: 'CancelDialog', danger: true },
  { name: 'printRental', post: '/order/printkey/{id}', body: { sheet: 'rental' }, permission: 'detail', component: 'PrintAction' },
  { name: 'printFlash', post: '/order/printkey/{id}', body: { sheet: 'fsrental' }, permission: 'detail', component: 'PrintAction' },
  { name: 'printSettlement', post: '/order/printkey/{id}', body: { sheet: 'settlement' }, permission: 'detail', component: 'PrintAction' },
  { name: 'printCheck', post: '/order/printkey/{id}', body: { sheet: 'vehiclecar' }, permission: 'detail', component: 'PrintAction' },
  { name: 'printPhotos', post: '/order/printkey/{id}', body: { sheet: 'vehiclecar1' }, permission: 'detail', component: 'PrintAction' },
];

export default defineResource<Order>({
  schema: 'order',
  permission: { base: 'order', route: 'order-list' },
  route: { list: '/order/list', show: '/order/detail/:id' },
  api: { list: '/order/list', options: '/order/options', info: '/order/info/{id}', export: '/order/export' },
  menu: { group: 'order', sort: 10, icon: 'ReceiptLong' },
  // prettier-ignore
  list: {
    columns: ['orderNo', 'listLabel', 'progressLabel', 'renterName', 'carId', 'plannedPickupTime', 'plannedReturnTime', 'rentalDays', 'subModelId', 'renterPhone', 'pickupStoreId',
      'returnStoreId', 'total', 'due'],
    short: ['plannedPickupTime', 'plannedReturnTime', 'actualPickupTime', 'actualReturnTime'],
    hiddenColumns: ['status', 'payStatus', 'detailLabel', 'channel', 'channelOrderNo', 'serviceType', 'etc', 'externalPlate', 'depositType', 'payable', 'paid',
      'actualPickupTime', 'actualReturnTime', 'pickupType', 'returnType', 'contractStatus', 'deliveryStaffId', 'pickupStaffId', 'createTime'],
    filters: [
      'keyword',
      { name: 'tab', registered: 'orderTab', codes: 'orderTab', hidden: true },
      'status',
      { name: 'listLabel', registered: 'orderListLabel', codes: 'orderListLabel' },
      { name: 'storeId', anyOf: ['pickupStoreId', 'returnStoreId'], ref: 'store' },
      { name: 'pickupTime', field: 'plannedPickupTime' },
      { name: 'returnTime', field: 'plannedReturnTime' },
      { name: 'bookTime', field: 'createTime' },
      'channel',
      { name: 'channelOrderNo', operator: 'startsWith' },
      'subModelId',
      { name: 'plate', field: 'carId.plate' },
      { name: 'frameNo', field: 'carId.frameNo' },
      { name: 'memberId', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['orderNo', 'listLabel', 'renterName', 'carId', 'plannedPickupTime', 'plannedReturnTime'],
    component: 'OrderList',
  },
  components: { progressLabel: { field: 'OrderProgress' }, rentalDays: { field: 'OrderLength' } },
  form: { component: 'OrderForm' },
  // prettier-ignore
  show: {
    component: 'OrderDetail',
    groups: [
      { key: 'customer', fields: ['renterName', 'renterPhone', 'renterIdType', 'renterIdNo', 'memberId', 'channel', 'channelOrderNo', 'serviceType'] },
      { key: 'vehicle', fields: ['subModelId', 'carId', 'service', 'depositType', 'etc', 'externalPlate'] },
      { key: 'pickup', fields: ['plannedPickupTime', 'actualPickupTime', 'pickupStoreId', 'pickupType', 'pickupPointId', 'pickupAddress'] },
      { key: 'return', fields: ['plannedReturnTime', 'actualReturnTime', 'returnStoreId', 'returnType', 'returnPointId', 'returnAddress'] },
      { key: 'handling', fields: ['deliveryStaffId', 'pickupStaffId', 'createTime', 'contractStatus', 'couponCode', 'cancelTime', 'cancelReason', 'remark', 'overrides'] },
    ],
  },
  options: { fields: ['orderNo', 'renterName'], search: true },
  palette: { fields: ['renterName', 'carId', 'plannedPickupTime'] },
  actions,
});
