import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { Violation } from '../schemas/types.generated.ts';
import { buttonOf, VIOLATION, VIOLATION_TRANSITIONS, type ViolationEvent } from '../src/rental/rules/index.ts';

const button = (event: ViolationEvent, path: string) => buttonOf(VIOLATION_TRANSITIONS, event, path);

/** Offered while the violation is pending and more is true. */
const pendingAnd = (properties: Readonly<Record<string, object>>) => ({
  properties: { status: { const: VIOLATION.pending }, ...properties },
});
/** Nothing was asked of the renter yet. */
const FREE = { claim: { const: 'none' } };
const HAS_ORDER = { orderId: { type: 'integer' } };
/** A fine follows its deposit: out of one that is waived, else on the bill. */
const WAIVED = (flag: 0 | 1) => ({ violationDepositWaived: { const: flag } });

/** D-UPK-06; three steps over one call. */
// prettier-ignore
const actions: readonly ActionDeclaration<Violation>[] = [
  { name: 'decide', post: '/car/violation/decide', permission: 'edit', component: 'ViolationDecide',
    when: pendingAnd({ ...FREE, match: { enum: ['undecided', 'chosen'] } }) },
  { ...button('deduct', '/car/violation/deduct'), permission: 'deduct-add', confirm: true, when: pendingAnd({ ...FREE, ...HAS_ORDER, ...WAIVED(1) }) },
  { ...button('charge', '/car/violation/charge'), permission: 'order-edit', confirm: true,
    when: pendingAnd({ ...FREE, ...HAS_ORDER, ...WAIVED(0) }) },
  { name: 'notify', post: '/car/violation/notify', permission: 'edit', confirm: true, when: pendingAnd(HAS_ORDER) },
  { ...button('complete', '/car/violation/status'), body: { status: VIOLATION.completed }, confirm: true },
  { ...button('noaction', '/car/violation/status'), body: { status: VIOLATION.noAction }, ask: ['remark'], require: ['remark'], when: pendingAnd(FREE) },
  { ...button('reopen', '/car/violation/status'), body: { status: VIOLATION.pending }, confirm: true },
  { name: 'rematch', post: '/car/violation/match', permission: 'edit', on: 'list', component: 'ViolationRematch' },
];

export default defineResource<Violation>({
  schema: 'violation',
  permission: { base: 'violation', route: 'car-violation' },
  route: { list: '/car/violation', show: '/car/violation/:id' },
  api: {
    list: '/car/violation/list',
    options: '/car/violation/options',
    info: '/car/violation/info/{id}',
    save: '/car/violation/save',
    delete: '/car/violation/delete/{id}',
    export: '/car/violation/export',
  },
  menu: { group: 'car', sort: 80, icon: 'Gavel' },
  // prettier-ignore
  list: {
    columns: ['carId', 'time', 'status', 'match', 'fine'],
    below: { carId: 'behavior', match: 'orderId' },
    hiddenColumns: ['noticePlate', 'behavior', 'orderId', 'claim', 'location', 'points', 'storeId', 'depositReleased', 'notifyTime', 'remark', 'createTime'],
    filters: [
      { name: 'keyword', anyOf: ['carId.plate', 'carId.formerPlates', 'noticePlate', 'behavior', 'location', 'orderId.orderNo'], operator: 'contains' },
      { name: 'plate', anyOf: ['carId.plate', 'carId.formerPlates'], operator: 'contains' },
      'storeId',
      'status',
      'match',
      { name: 'time', field: 'time' },
      { name: 'carId', hidden: true },
      { name: 'orderId', hidden: true },
    ],
    sort: ['time', 'desc'],
    rowClick: 'show',
    short: ['time', 'notifyTime'],
    card: ['carId', 'time', 'behavior', 'fine', 'match', 'status'],
    savedFilters: [
      { key: 'undecided', filter: { status: 0, match: 'undecided' } },
      { key: 'noOrder', filter: { status: 0, match: 'none' } },
    ],
  },
  components: { fine: { field: 'BahtAndYuan' } },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'offence', fields: ['noticePlate', 'time', 'carId', 'behavior', 'location', 'points', 'fine', 'storeId'] },
      { key: 'match', fields: ['orderId'], component: 'ViolationMatch' },
      { key: 'papers', fields: ['documents', 'remark'] },
    ],
  },
  show: {
    groups: [
      { key: 'offence', fields: ['carId', 'noticePlate', 'time', 'behavior', 'location', 'points', 'fine', 'storeId'] },
      { key: 'match', fields: ['match', 'orderId', 'renterName', 'depositReleased', 'notifyTime'] },
      { key: 'progress', fields: ['status', 'claim', 'remark', 'id', 'createTime', 'updateTime'] },
      { key: 'papers', fields: ['documents'] },
    ],
    related: ['deduction.violationId'],
  },
  options: {
    fields: ['carId', 'time', 'behavior', 'location', 'fine'],
    filters: ['orderId'],
    where: { status: [VIOLATION.pending] },
    search: true,
  },
  palette: { fields: ['behavior', 'orderId', 'status'] },
  actions,
  go: 't',
});
