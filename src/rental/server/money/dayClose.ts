import { Download, atOnce, refuseFields } from 'forecourt/server';
import { calls, type DayClose, type DayInput } from '../../calls/index.ts';
import { DEFAULT_TIME_ZONE, dateOf, dayClose, parseDate, satang, toBaht } from '../../rules/index.ts';
import type { DateText, Flow } from '../../rules/index.ts';
import { defineCommand, writtenOnce } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { expectedNow, nextCount, staffOfStore, type NextCount } from '../drawer/index.ts';
import { timeZoneOf } from '../order/index.ts';
import { wireTime } from '../times.ts';
import { dayCloseSheet } from './dayCloseSheet.ts';
import { openItems } from './openItems.ts';

/** The payment records that count in a day of a store, in one statement over an index; the store is the one whose drawer they moved (D-MONEY-09). */
const paymentsOf = writtenOnce((db, { storeId, day }: { readonly storeId: number; readonly day: DateText }) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .leftJoin('user', 'user.id', 'payment.operatorId')
    .select(['payment.id', 'payment.time', 'payment.type', 'payment.amount', 'payment.method', 'payment.feeItem'])
    .select(['payment.transactionNo', 'payment.remark', 'payment.orderId', 'order.orderNo', 'order.renterName'])
    .select(['user.name as operator', 'payment.createTime', 'payment.late'])
    .where('payment.storeId', '=', storeId)
    .where('payment.day', '=', day)
    .orderBy('payment.time')
    .orderBy('payment.id')
    .compile(),
);

const wireFlow = ({ count, ...flow }: Flow) => ({
  count,
  in: toBaht(flow.in),
  out: toBaht(flow.out),
  net: toBaht(flow.net),
});

/** What the next count begins with; baht. */
const wireDrawer = (next: NextCount): DayClose['drawer'] => {
  const expected = expectedNow(next);
  return {
    float: next.float === null ? null : toBaht(next.float),
    cash: toBaht(next.cash),
    expected: expected === null ? null : toBaht(expected),
  };
};

const countRows = writtenOnce((db, { storeId, date }: { readonly storeId: number; readonly date: DateText }) =>
  db
    .selectFrom('drawerCount as c')
    .leftJoin('user as operator', 'operator.id', 'c.operatorId')
    .leftJoin('user as taker', 'taker.id', 'c.takerId')
    .select(['c.id', 'c.kind', 'c.time', 'c.takenTime', 'c.takerId', 'c.reason'])
    .select(['c.notes', 'c.float', 'c.cash', 'c.expected', 'c.counted', 'c.difference', 'c.carried', 'c.banked'])
    .select(['operator.name as operator', 'taker.name as taker'])
    .where('c.storeId', '=', storeId)
    .where('c.day', '=', date)
    .orderBy('c.time')
    .orderBy('c.id')
    .compile(),
);

/** The counts of a day, oldest first, with who handed the drawer over and who took it. */
async function countsOf(
  { db }: RentalContext,
  { storeId, date, timeZone }: { readonly storeId: number; readonly date: DateText; readonly timeZone: string },
): Promise<DayClose['counts']> {
  const rows = await countRows(db, { storeId, date });
  const baht = (amount: number): number => toBaht(satang(amount));
  return rows.map((row) => ({
    ...row,
    time: wireTime(row.time, timeZone),
    takenTime: row.takenTime ? wireTime(row.takenTime, timeZone) : '',
    reason: row.reason ?? '',
    notes: row.notes ?? [],
    operator: row.operator ?? '',
    taker: row.taker ?? '',
    ...{ float: baht(row.float), cash: baht(row.cash), expected: baht(row.expected), counted: baht(row.counted) },
    ...{ difference: baht(row.difference), carried: baht(row.carried), banked: baht(row.banked) },
  }));
}

/** Money of a store on one of its days, and what it adds up to. */
async function readDay(context: RentalContext, { storeId, date: asked }: DayInput): Promise<DayClose> {
  const [store, timeZone] = await atOnce(
    context.row('store', storeId),
    timeZoneOf(context, storeId, DEFAULT_TIME_ZONE),
  );
  const date = asked ? parseDate(asked) : dateOf(context.now, timeZone);
  if (date === null) throw refuseFields({ date: 'msg.badDate' });
  // Asked together: each by itself wakes PostgreSQL once more.
  const [rows, drawer, open, counts, staff] = await atOnce(
    paymentsOf(context.db, { storeId, day: date }),
    nextCount(context.db, storeId, date),
    openItems(context, { storeId, date }),
    countsOf(context, { storeId, date, timeZone }),
    staffOfStore(context.db, storeId),
  );
  const sums = dayClose(rows.map((row) => ({ ...row, amount: satang(row.amount), operator: row.operator ?? '' })));
  return {
    storeId,
    storeName: store.storeName,
    date,
    timeZone,
    time: wireTime(new Date(context.now), timeZone),
    total: wireFlow(sums.total),
    methods: sums.methods.map(({ method, ...flow }) => ({ method, ...wireFlow(flow) })),
    operators: sums.operators.map(({ operator, cash, ...flow }) => ({
      operator,
      ...wireFlow(flow),
      cash: toBaht(cash),
    })),
    open,
    closed: drawer.closedThrough !== null && date <= drawer.closedThrough,
    drawer: wireDrawer(drawer),
    counts,
    staff,
    payments: rows.map((row) => ({
      ...row,
      time: wireTime(row.time, timeZone),
      createTime: wireTime(row.createTime, timeZone),
      late: row.late ?? 0,
      amount: toBaht(satang(row.amount)),
      transactionNo: row.transactionNo ?? '',
      remark: row.remark ?? '',
      operator: row.operator ?? '',
    })),
  };
}

/** The day close of a store: its payment records of a business day by method and operator, and what is still open (docs/decisions/money.md). */
export const dayCloseReport = defineCommand(calls.dayCloseReport, {
  transaction: true,
  run: (input, context) => readDay(context, input),
});

/** The same as a spreadsheet: one row a payment record, amounts that went out below zero, so that the column adds up. */
export const dayCloseExport = defineCommand(calls.dayCloseExport, {
  transaction: true,
  async run(input, context) {
    const day = await readDay(context, input);
    return new Download({
      filename: `day-close-${day.storeName}-${day.date}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: dayCloseSheet(day, context),
    });
  },
});
