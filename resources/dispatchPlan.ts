import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { DispatchPlan } from '../schemas/types.generated.ts';
import { buttonOf, DISPATCH_PLAN_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { DispatchPlanEvent } from '../src/rental/rules/index.ts';

const button = (event: DispatchPlanEvent, path: string) => buttonOf(DISPATCH_PLAN_TRANSITIONS, event, path);

/** D-STOCK-05. */
const actions: readonly ActionDeclaration<DispatchPlan>[] = [
  // It is the dispatch itself (V8), and asks for its permission.
  { ...button('carryout', '/car/dispatchplan/carryout'), permission: 'car-edit', confirm: true },
  { ...button('cancel', '/car/dispatchplan/cancel'), confirm: true, danger: true },
];

export default defineResource<DispatchPlan>({
  schema: 'dispatchPlan',
  permission: { base: 'stock', route: 'car-inventory' },
  route: { list: '/car/dispatchplan' },
  api: { list: '/car/dispatchplan/list', save: '/car/dispatchplan/save' },
  menu: { group: 'car', sort: 117, icon: 'LocalShipping' },
  list: {
    columns: ['carId', 'status', 'departTime', 'fromStoreId', 'toStoreId'],
    below: { carId: 'subModelId' },
    hiddenColumns: ['subModelId', 'doneTime', 'remark', 'createTime'],
    filters: [
      { name: 'plate', anyOf: ['carId.plate', 'carId.formerPlates'], operator: 'contains' },
      'status',
      'fromStoreId',
      'toStoreId',
      { name: 'time', field: 'departTime' },
      { name: 'carId', hidden: true },
    ],
    short: ['departTime', 'doneTime'],
    sort: ['departTime', 'desc'],
    card: ['carId', 'status', 'fromStoreId', 'toStoreId', 'departTime'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'move', fields: ['subModelId', 'fromStoreId', 'carId', 'toStoreId', 'departTime', 'remark'] }],
  },
  actions,
});
