import { Download } from '../../../framework/server/index.ts';
import { refuseFields } from '../../../framework/server/errors.ts';
import { calls, type DayClose, type DayInput } from '../../calls/index.ts';
import {
  DEDUCTION,
  DEFAULT_TIME_ZONE,
  ORDER,
  REFUND,
  addDays,
  dateOf,
  dayClose,
  parseDate,
  satang,
  startOfDate,
  toBaht,
} from '../../rules/index.ts';
import type { Flow } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext, RentalDatabase } from '../database.ts';
import { timeZoneOf } from '../order/index.ts';
import { wireTime } from '../times.ts';
import { dayCloseSheet } from './dayCloseSheet.ts';

/** The payment records of one store in an interval, in one statement over an index; the store is the one whose drawer they moved (D-MONEY-09). */
const paymentsBetween = (db: RentalDatabase, storeId: number, from: number, to: number) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .leftJoin('user', 'user.id', 'payment.operatorId')
    .select(['payment.id', 'payment.time', 'payment.type', 'payment.amount', 'payment.method', 'payment.feeItem'])
    .select(['payment.transactionNo', 'payment.remark', 'payment.orderId', 'order.orderNo', 'order.renterName'])
    .select('user.name as operator')
    .where('payment.time', '>=', new Date(from))
    .where('payment.time', '<', new Date(to))
    .where('payment.storeId', '=', storeId)
    .orderBy('payment.time')
    .orderBy('payment.id')
    .execute();

/** What is open in the store now, whatever the day: it has to be handed over with the drawer. */
async function openItems({ db }: RentalContext, storeId: number) {
  const sums = <T extends { count: string | number | bigint; sum: string | number | bigint | null }>(row: T) => ({
    count: Number(row.count),
    amount: toBaht(satang(Number(row.sum ?? 0))),
  });
  const claims = (table: 'refund' | 'deduction', status: number) =>
    db
      .selectFrom(table)
      .innerJoin('order', 'order.id', `${table}.orderId`)
      .select(({ fn }) => [fn.countAll().as('count'), fn.sum(`${table}.amount`).as('sum')])
      .where(`${table}.status`, '=', status as never)
      .where('order.pickupStoreId', '=', storeId)
      .executeTakeFirstOrThrow();
  const due = await db
    .selectFrom('order')
    .select(({ fn, eb }) => [fn.countAll().as('count'), fn.sum(eb('payable', '-', eb.ref('paid'))).as('sum')])
    .where('pickupStoreId', '=', storeId)
    .where('status', 'in', [ORDER.pickedUp, ORDER.returned])
    .whereRef('paid', '<', 'payable')
    .executeTakeFirstOrThrow();
  return {
    refunds: sums(await claims('refund', REFUND.submitted)),
    deductions: sums(await claims('deduction', DEDUCTION.awaiting)),
    due: sums(due),
  };
}

const wireFlow = ({ count, ...flow }: Flow) => ({
  count,
  in: toBaht(flow.in),
  out: toBaht(flow.out),
  net: toBaht(flow.net),
});

/** Money of a store on one of its days, and what it adds up to. */
async function readDay(context: RentalContext, { storeId, date: asked }: DayInput): Promise<DayClose> {
  const store = await context.row('store', storeId);
  const timeZone = await timeZoneOf(context, storeId, DEFAULT_TIME_ZONE);
  const date = asked ? parseDate(asked) : dateOf(context.now, timeZone);
  if (date === null) throw refuseFields({ date: 'msg.badDate' });
  const rows = await paymentsBetween(
    context.db,
    storeId,
    startOfDate(date, timeZone),
    startOfDate(addDays(date, 1), timeZone),
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
    open: await openItems(context, storeId),
    payments: rows.map((row) => ({
      ...row,
      time: wireTime(row.time, timeZone),
      amount: toBaht(satang(row.amount)),
      transactionNo: row.transactionNo ?? '',
      remark: row.remark ?? '',
      operator: row.operator ?? '',
    })),
  };
}

/** The day close of a store: its payment records of a business day by method and operator, and what is still open (docs/decisions.md). */
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
