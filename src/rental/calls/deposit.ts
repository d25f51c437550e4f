import { defineCall, file, ID, INTEGER, list, NUMBER, object, STRING, type TypeOf } from 'forecourt/calls';

const ON_DATE = object({}, { date: { type: 'string', maxLength: 10 } });
/** Count of deposits, and what was held of each kind; baht. */
const HELD_SUMS = { count: INTEGER, orderDeposit: NUMBER, violationDeposit: NUMBER, held: NUMBER };
/** What was held of deposits when a day ended, by the store of pickup. */
const HELD_ON_DATE = object({
  date: STRING,
  stores: list(object({ storeId: ID, storeName: STRING, ...HELD_SUMS })),
  total: object(HELD_SUMS),
});
export type DepositsHeld = TypeOf<typeof HELD_ON_DATE>;

export const depositCalls = {
  depositsHeld: defineCall({
    method: 'GET',
    path: '/order/deposit/held',
    summary: 'What was held of deposits when a day ended, by store',
    permission: 'order-refund',
    input: ON_DATE,
    answer: HELD_ON_DATE,
  }),
  depositsHeldExport: defineCall({
    method: 'GET',
    path: '/order/deposit/held/export',
    summary: 'Each deposit that was held when a day ended, as a spreadsheet',
    permission: 'refund-export',
    input: ON_DATE,
    answer: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
};
