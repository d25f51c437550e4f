import { defineCall, ID, INTEGER, list, object, STRING, type TypeOf } from 'forecourt/calls';

/** YYYY-MM. */
const MONTH = object({ month: { type: 'string', maxLength: 7 } });

const BOOKS = object({
  end: STRING,
  stores: list(
    object({
      id: ID,
      storeName: STRING,
      /** Whether the month is closed there. */
      closed: { type: 'boolean' },
      /** The last day that takes no payments any more; empty: none is closed. */
      through: STRING,
      /** Cash payments of the month that no count has seen. */
      uncounted: INTEGER,
    }),
  ),
});
export type MonthBooks = TypeOf<typeof BOOKS>;

/** The office closes a month (D-MONEY-13). */
export const monthCloseCalls = {
  monthBooks: defineCall({
    method: 'GET',
    path: '/order/monthclose',
    summary: 'How far the days of each store are closed, before a month is',
    permission: 'dayclose-enable',
    input: MONTH,
    answer: BOOKS,
  }),
  closeMonth: defineCall({
    method: 'POST',
    path: '/order/monthclose/close',
    summary: 'Close a month at all stores that one sees: no payment counts in it any more',
    permission: 'dayclose-enable',
    input: MONTH,
    answer: object({ stores: INTEGER }),
    log: { module: 'store', action: 'closemonth' },
    success: 'msg.success.save',
  }),
};
