import { defineResource } from 'forecourt/model';
import type { DrawerCount } from '../schemas/types.generated.ts';

/** Counts of drawers with their differences, for whoever reads the day close (D-MONEY-11). */
export default defineResource<DrawerCount>({
  schema: 'drawerCount',
  permission: { base: 'dayclose', route: 'order-dayclose' },
  route: { list: '/order/drawercount' },
  api: { list: '/order/drawercount/list', export: '/order/drawercount/export' },
  menu: { group: 'finance', sort: 30, icon: 'FactCheck' },
  list: {
    columns: ['day', 'storeId', 'expected', 'counted', 'notes', 'difference', 'operatorId'],
    below: {
      day: 'time',
      storeId: 'kind',
      expected: 'float',
      counted: 'carried',
      difference: 'reason',
      operatorId: 'takerId',
    },
    hiddenColumns: ['time', 'kind', 'float', 'carried', 'reason', 'takerId', 'cash', 'banked', 'takenTime'],
    filters: [
      'day',
      'storeId',
      'kind',
      { name: 'difference', field: 'difference', operator: 'range' },
      'operatorId',
      'takerId',
    ],
    short: ['time', 'takenTime'],
    sort: ['day', 'desc'],
    rowClick: false,
    card: ['storeId', 'day', 'kind', 'expected', 'counted', 'notes', 'difference', 'operatorId', 'takerId'],
    savedFilters: [
      { key: 'missing', filter: { differenceEnd: -0.01 } },
      { key: 'tooMuch', filter: { differenceStart: 0.01 } },
    ],
    views: { calendar: false, board: false },
  },
  components: { notes: { field: 'CountedNotes' } },
  show: { related: false },
  actions: [
    {
      name: 'takeover',
      post: '/order/drawercount/takeover',
      permission: 'query',
      confirm: true,
      when: { properties: { kind: { const: 1 }, takenTime: { const: '' } } },
    },
  ],
});
