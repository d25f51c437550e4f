import { defineResource } from 'forecourt/model';
import type { Preparation } from '../schemas/types.generated.ts';
import { ORDER } from '../src/rental/rules/index.ts';

/** What is ready in every way asks nothing of anybody, and is left out. */
const TO_DO = 1;

const out = (day: string) =>
  ({ filter: { status: ORDER.approved, day, toDo: TO_DO }, sort: ['plannedPickupTime', 'asc'] }) as const;
const back = (day: string) =>
  ({ filter: { status: ORDER.pickedUp, day }, sort: ['plannedReturnTime', 'asc'] }) as const;

/** Cars to wash, keys and papers by the hour (D-CAR-21). Whoever may export orders takes it along as a file. */
export default defineResource<Preparation>({
  schema: 'preparation',
  permission: { base: 'order', route: 'order-list' },
  route: { list: '/order/preparation' },
  api: { list: '/order/preparation/list', export: '/order/preparation/export' },
  menu: { group: 'order', sort: 6, icon: 'FactCheck' },
  list: {
    columns: [
      'plannedPickupTime',
      'carId',
      'car',
      'orderId',
      'papers',
      'depositDue',
      'pickupStoreId',
      'plannedReturnTime',
    ],
    below: {
      carId: 'subModelId',
      orderId: 'renterName',
      papers: 'service',
      depositDue: 'due',
      pickupStoreId: 'pickupAddress',
      plannedReturnTime: 'returnStoreId',
    },
    hiddenColumns: [
      'orderNo',
      'subModelId',
      'renterName',
      'service',
      'due',
      'pickupAddress',
      'returnStoreId',
      'returnAddress',
      'pickupType',
      'status',
      'etc',
      'deliveryStaffId',
      'pickupStaffId',
      'remark',
    ],
    short: ['plannedPickupTime', 'plannedReturnTime'],
    filters: [
      { name: 'keyword', anyOf: ['orderNo', 'renterName', 'carId.plate', 'carId.formerPlates'], operator: 'contains' },
      { name: 'day', registered: 'preparationDay', codes: 'preparationDay' },
      'status',
      { name: 'toDo', registered: 'preparationToDo', codes: 'yesNo' },
      { name: 'storeId', registered: 'preparationStore', ref: 'store' },
      'car',
      'papers',
      { name: 'pickupTime', field: 'plannedPickupTime' },
      { name: 'returnTime', field: 'plannedReturnTime', insteadOf: 'pickupTime' },
    ],
    // Who opens the page wants what goes out next.
    filterDefaults: { status: ORDER.approved, day: 'today', toDo: TO_DO },
    sort: ['plannedPickupTime', 'asc'],
    rowClick: false,
    savedFilters: [
      { key: 'outToday', ...out('today') },
      { key: 'backToday', ...back('today') },
      { key: 'outTomorrow', ...out('tomorrow') },
      { key: 'backTomorrow', ...back('tomorrow') },
    ],
    tabs: ['outToday', 'backToday', 'outTomorrow', 'backTomorrow'],
    card: ['carId', 'plannedPickupTime', 'plannedReturnTime', 'car', 'papers', 'orderId', 'renterName', 'depositDue'],
    views: { calendar: false, board: false },
  },
  show: { related: false },
});
