import { defineResource, type ActionDeclaration, type Condition } from 'forecourt/model';
import type { Order } from '../schemas/types.generated.ts';
import { OPEN_ORDERS, ORDER_PRINTS, ORDER_STEPS } from '../src/rental/rules/index.ts';

const inState = (states: readonly number[]): Condition => ({ properties: { status: { enum: [...states] } } });
/** Those with a rental sheet. */
const RENTED = ORDER_PRINTS.find(({ sheet }) => sheet === 'rental')!.from;

/** The steps and sheets of an order, offered as the server names them in `actions[]` (D-ORD-07); the dialogs are the order desk's. */
// prettier-ignore
const actions: readonly ActionDeclaration<Order>[] = [
  ...ORDER_STEPS.map(({ event, path, permission, dialog, on, danger, aside }) => ({
    name: event,
    post: path,
    permission: permission.replace(/^order-/, ''),
    component: dialog,
    ...(on && { on }),
    ...(danger && { danger }),
    ...(aside && { aside }),
  })),
  ...ORDER_PRINTS.map(({ name, sheet }) => ({
    name,
    post: '/order/printkey/{id}',
    body: { sheet },
    permission: 'detail',
    component: 'PrintAction',
    aside: true,
  })),
  // Of an order that is over nobody drives anywhere; of a cancelled one there is no sheet.
  { name: 'assignstaffbatch', post: '/order/assignstaff', on: 'bulk', each: true, ask: ['deliveryStaffId', 'pickupStaffId'], when: inState(OPEN_ORDERS) },
  { name: 'printbatch', post: '/order/printkey/{id}', permission: 'detail', on: 'bulk', component: 'PrintSeveral', when: inState(RENTED) },
];

export default defineResource<Order>({
  schema: 'order',
  permission: { base: 'order', route: 'order-list' },
  route: { list: '/order/list', show: '/order/detail/:id' },
  api: { list: '/order/list', options: '/order/options', info: '/order/info/{id}', export: '/order/export' },
  menu: { group: 'order', sort: 10, icon: 'ReceiptLong' },
  // prettier-ignore
  list: {
    columns: ['orderNo', 'detailLabel', 'renterName', 'carId', 'plannedPickupTime', 'plannedReturnTime', 'total'],
    below: { orderNo: 'rentalDays', detailLabel: 'listLabel', renterName: 'renterPhone', carId: 'subModelId', plannedPickupTime: 'pickupStoreId', plannedReturnTime: 'returnStoreId', total: 'due' },
    short: ['plannedPickupTime', 'plannedReturnTime', 'actualPickupTime', 'actualReturnTime'],
    hiddenColumns: ['listLabel', 'progressLabel', 'rentalDays', 'subModelId', 'renterPhone', 'pickupStoreId', 'returnStoreId', 'due', 'status', 'payStatus', 'channel', 'channelOrderNo', 'serviceType', 'etc', 'externalPlate', 'depositType', 'payable', 'paid', 'depositDue', 'depositHeld',
      'actualPickupTime', 'actualReturnTime', 'pickupType', 'returnType', 'contractStatus', 'deliveryStaffId', 'pickupStaffId', 'createTime'],
    filters: [
      'keyword',
      { name: 'tab', registered: 'orderTab', codes: 'orderTab', hidden: true },
      'status',
      // Said by its condition, which has an index: worked out for each order, every order would be looked at.
      { name: 'payStatus', registered: 'orderPaid', codes: 'payStatus' },
      { name: 'attention', registered: 'orderAttention', codes: 'orderAttention' },
      { name: 'listLabel', registered: 'orderListLabel', codes: 'orderListLabel' },
      { name: 'storeId', anyOf: ['pickupStoreId', 'returnStoreId'], ref: 'store' },
      { name: 'pickupTime', field: 'plannedPickupTime' },
      { name: 'returnTime', field: 'plannedReturnTime' },
      { name: 'bookTime', field: 'createTime' },
      { name: 'pickedUpTime', field: 'actualPickupTime', hidden: true },
      { name: 'returnedTime', field: 'actualReturnTime', hidden: true },
      'channel',
      { name: 'channelOrderNo', operator: 'startsWith' },
      'subModelId',
      { name: 'plate', anyOf: ['carId.plate', 'carId.formerPlates'], operator: 'contains' },
      { name: 'frameNo', field: 'carId.frameNo' },
      { name: 'cancelKind', hidden: true, chip: true },
      { name: 'paidTime', registered: 'orderPaidTime', hidden: true, chip: true },
      { name: 'memberId', hidden: true },
      { name: 'carId', registered: 'orderCar', ref: 'vehicle', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    views: {
      calendar: {
        start: 'plannedPickupTime',
        end: 'plannedReturnTime',
        counts: [
          { key: 'out', by: 'plannedPickupTime', filter: { status: [1, 2, 3] }, tone: 'waiting' },
          { key: 'back', by: 'plannedReturnTime', filter: { status: [1, 2, 3] }, tone: 'active' },
          { key: 'late', by: 'plannedReturnTime', filter: { tab: 'overdueReturn' }, tone: 'late' },
        ],
      },
      board: { by: 'status', lines: [['orderNo', 'renterName'], ['carId', 'subModelId'], ['plannedPickupTime', 'plannedReturnTime']] },
    },
    card: ['orderNo', 'detailLabel', 'listLabel', 'renterName', 'carId', 'plannedPickupTime', 'plannedReturnTime'],
    component: 'OrderList',
  },
  components: {
    deliveryStaffId: { input: 'DeliveryStaffInput' },
    pickupStaffId: { input: 'PickupStaffInput' },
    renterName: { field: 'RenterLink' },
    listLabel: { field: 'OrderMoney' },
    rentalDays: { field: 'OrderLength' },
  },
  form: { component: 'OrderForm' },
  // prettier-ignore
  show: {
    component: 'OrderDetail',
    groups: [
      { key: 'customer', fields: ['renterName', 'renterPhone', 'renterIdType', 'renterIdNo', 'memberId', 'channel', 'channelOrderNo', 'serviceType'] },
      { key: 'vehicle', fields: ['subModelId', 'carId', 'carSince', 'service', 'depositType', 'orderDepositWaived', 'violationDepositWaived', 'etc', 'externalPlate'] },
      { key: 'pickup', fields: ['plannedPickupTime', 'actualPickupTime', 'pickupStoreId', 'pickupType', 'pickupPointId', 'pickupAddress'] },
      { key: 'return', fields: ['plannedReturnTime', 'actualReturnTime', 'returnStoreId', 'returnType', 'returnPointId', 'returnAddress'] },
      { key: 'handling', fields: ['deliveryStaffId', 'pickupStaffId', 'createTime', 'contractStatus', 'couponCode', 'cancelTime', 'cancelKind', 'cancelReason', 'remark', 'overrides'] },
    ],
  },
  options: { fields: ['orderNo', 'renterName'], search: true },
  palette: { fields: ['renterName', 'carId', 'plannedPickupTime'] },
  key: 'n',
  actions,
  go: 'o',
});
