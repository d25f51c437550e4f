import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseFields } from 'forecourt/server';
import type { ComputedColumn, RegisteredFilter, SqlContext } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  DEFAULT_TIME_ZONE,
  ORDER,
  PAYMENT,
  ZERO,
  captureProblem,
  coveredDeposit,
  enterProblems,
  isDepositItem,
  openPenaltyProblem,
  orderMoney,
  releaseProblem,
  restOf,
  satang,
  splitProblems,
} from '../../rules/index.ts';
import type { FeeItem, Preauth, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { operatorOf } from '../operator.ts';
import { requireNone, satangOf } from '../problems.ts';
import { instantOf } from '../times.ts';
import { keptMoney } from './money.ts';
import { moneyStoreOf } from './moneyStore.ts';
import { zoneOf } from './quote.ts';
import { recordLines, textOrNull } from './recordPayment.ts';
import { beginStep } from './step.ts';

type Sql = RawBuilder<unknown>;
const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);
const rest = (query: SqlContext): Sql =>
  sql`(${column(query, 'amount')} - ${column(query, 'captured')} - ${column(query, 'released')})`;

/** As `preauthState` of the rules says it; a property test holds them together (D-MONEY-20). */
export const preauthColumns: Readonly<Record<string, ComputedColumn>> = {
  preauthOpen: { sql: (query) => query.amount(rest(query)) },
  preauthState: {
    sql: (
      query,
    ) => sql`(case when ${rest(query)} > 0 then case when ${column(query, 'expireTime')} > ${query.now} then 'open' else 'expired' end
      when ${column(query, 'captured')} > 0 then 'captured' else 'released' end)`,
  },
  orderDepositCovered: {
    sql: (query) =>
      query.amount(sql`least(
        greatest(${column(query, 'payable')} - ${column(query, 'total')} - ${column(query, 'depositHeld')}, 0),
        (select coalesce(sum(p.amount - p.captured - p.released), 0) from preauth p
          where p."orderId" = ${column(query, 'id')} and p.purpose = 'deposit' and p."expireTime" > ${query.now}))`),
  },
};

/** Midnight after today by the clock of the pickup store of its order. */
const endOfToday = (
  query: SqlContext,
): Sql => sql`(select ((${query.now} at time zone z.zone)::date + 1)::timestamp at time zone z.zone
  from (select coalesce((select c."timeZone" from "order" o join store s on s.id = o."pickupStoreId" join city c on c.id = s."cityId"
    where o.id = ${column(query, 'orderId')}), ${sql.lit(DEFAULT_TIME_ZONE)}) as zone) z)`;

export const preauthFilters: Readonly<Record<string, RegisteredFilter>> = {
  /** Those of which something is left, and which end today (D-MONEY-20). */
  preauthEnds: {
    sql(value, query) {
      if (value !== 'today') throw refuseFields({ ends: 'msg.unknownCode' });
      return sql`(${rest(query)} > 0 and ${column(query, 'expireTime')} > ${query.now} and ${column(query, 'expireTime')} < ${endOfToday(query)})`;
    },
  },
};

/** What of the deposits that are due is kept blocked for them now: no money, but enough to hand out the car (D-MONEY-20). */
export async function depositCovered(context: RentalContext, order: OrderRow): Promise<Satang> {
  const { depositDue } = orderMoney(keptMoney(order));
  if (depositDue === ZERO) return ZERO;
  const rows = await context.db
    .selectFrom('preauth')
    .select(['amount', 'captured', 'released', 'expireTime'])
    .where('orderId', '=', order.id)
    .where('purpose', '=', 'deposit')
    .where('expireTime', '>', new Date(context.now))
    .execute();
  return coveredDeposit(
    rows.map((row) => restOf(factsOf(row))),
    depositDue,
  );
}

const factsOf = (row: Pick<RowOf<'preauth'>, 'amount' | 'captured' | 'released' | 'expireTime'>): Preauth => ({
  amount: satang(row.amount),
  captured: satang(row.captured),
  released: satang(row.released),
  expires: row.expireTime.getTime(),
});

/** Enters an authorisation. It changes no sum of the order: it is no payment. */
export const savePreauth = defineCommand(calls.savePreauth, {
  async run({ orderId, purpose, number, method, amount: baht, expireTime, remark }, context) {
    const { order } = await beginStep(context, orderId, 'payment');
    const amount = satangOf(baht, 'amount');
    const expires = instantOf(expireTime, await zoneOf(context, order), 'expireTime');
    requireNone(enterProblems({ amount, expires }, { status: order.status, now: context.now }), context);
    const { id } = await context.write.insert('preauth', {
      ...{ orderId, purpose, method, amount, captured: 0, released: 0 },
      number: number.trim(),
      expireTime: new Date(expires),
      operatorId: operatorOf(context),
      remark: textOrNull(remark),
    });
    return { id };
  },
});

/** The authorisation and its order, locked in this order by its order alone: whoever comes second finds what is left. */
async function locked(context: RentalContext, id: number) {
  const { orderId } = await context.row('preauth', id);
  const { order } = await beginStep(context, orderId, 'payment');
  const row = await readAgain(context.db, id);
  return { order, row, preauth: factsOf(row) };
}

const readAgain = (db: RentalDatabase, id: number) =>
  db.selectFrom('preauth').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Captures an authorisation, whole or in part: a payment of the order by the same door and within the same limits. Answers the payment's id. */
export const capturePreauth = defineCommand(calls.capturePreauth, {
  async run({ id, amount: baht, feeItem: asked }, context) {
    const { order, row, preauth } = await locked(context, id);
    const amount = satangOf(baht, 'amount');
    const problem = captureProblem(preauth, amount, context.now);
    requireNone(problem ? [problem] : [], context);
    const feeItem = (asked || 'total') as FeeItem | 'total';
    const due = orderMoney(keptMoney(order)).toCollect;
    const isCancelled = order.status === ORDER.cancelled;
    const closed = isCancelled ? openPenaltyProblem(due) : null;
    requireNone(closed ? [closed] : [], context);
    // What is meant as a deposit is held, however much is due. A cancelled order takes what it owes and no satang more.
    const confirmed = isDepositItem(feeItem) && !isCancelled;
    const facts = { amounts: [amount], due, confirmed, time: context.now, now: context.now };
    requireNone(
      splitProblems(facts, () => 'amount'),
      context,
    );
    const captured = preauth.captured + amount;
    const isOver = captured + preauth.released === preauth.amount;
    await context.write.update('preauth', id, {
      ...{ captured, feeItem },
      ...(isOver && { finishTime: new Date(context.now) }),
    });
    const storeId = moneyStoreOf(context, order, { methods: [row.method] });
    // A number is that of one payment; those that follow name it in words.
    const isFirst = preauth.captured === 0;
    const line = { amount, feeItem, method: row.method, ...(isFirst && { transactionNo: row.number }) };
    const remark = isFirst ? null : row.number;
    const common = { type: PAYMENT.income, time: new Date(context.now), remark, storeId };
    const [payment] = await recordLines(context, order, [line], common);
    await context.write.note('order', order.id, { event: 'order.capture', detail: { number: row.number, amount } });
    return { id: payment! };
  },
});

/** Releases a part of an authorisation, or all that is left: the bank gives it back, and no money was taken. The rest stays blocked. */
export const releasePreauth = defineCommand(calls.releasePreauth, {
  async run({ id, amount: baht }, context) {
    const { preauth } = await locked(context, id);
    const rest = restOf(preauth);
    // Nothing left is told by the state, not by the amount.
    const amount = baht === undefined ? rest : satangOf(baht, 'amount');
    const problem = releaseProblem(preauth, amount, context.now);
    requireNone(problem ? [problem] : [], context);
    await context.write.update('preauth', id, {
      released: preauth.released + amount,
      ...(amount === rest && { finishTime: new Date(context.now) }),
    });
    return null;
  },
});
