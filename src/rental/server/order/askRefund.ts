import { sql } from 'kysely';
import {
  DEPOSIT_ITEMS,
  PAYMENT,
  REFUND,
  ZERO,
  problem,
  refundProblem,
  refundable,
  refundWayProblem,
  satang,
  smaller,
  subtract,
} from '../../rules/index.ts';
import type { DepositItem, FeeItem, Problem, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RowOf } from '../database.ts';
import { nextNumber } from '../numbers/index.ts';
import { operatorOf } from '../operator.ts';
import { requireNone } from '../problems.ts';
import { refundFacts } from './account.ts';
import { zoneOf } from './quote.ts';
import { recordPayment } from './recordPayment.ts';

type RefundRow = RowOf<'refund'>;
export type Method = RefundRow['method'];
const OTHER = 7;

/** Money that somebody asks back; satang. */
export interface RefundAsked {
  readonly feeItem: FeeItem | 'total';
  readonly amount: Satang;
  readonly method: Method;
  readonly payeeAccount: string | null;
  /** Charges that are paid go back. */
  readonly confirmed: boolean;
  /** Why it goes back by another way than it came. */
  readonly methodReason: string | null;
}

interface Way {
  readonly method: Method;
  readonly payerAccount: string | null;
  /** What came in this way, and neither went back nor is asked back. */
  readonly left: Satang;
}

/** The ways by which the money of an order came, the latest first. */
async function waysOf({ db }: RentalContext, orderId: number): Promise<readonly Way[]> {
  const { rows } = await sql<{ method: Method; payerAccount: string | null; left: string }>`
    select method, (array_agg("payerAccount" order by last desc nulls last))[1] as "payerAccount", sum(amount)::text as left from (
      select method, case type when ${sql.lit(PAYMENT.income)} then amount else -amount end as amount,
        case type when ${sql.lit(PAYMENT.income)} then id end as last, case type when ${sql.lit(PAYMENT.income)} then "payerAccount" end as "payerAccount"
      from payment where "orderId" = ${orderId}
      union all
      select method, -amount, null, null from refund where "orderId" = ${orderId} and status = ${sql.lit(REFUND.submitted)}
    ) moved group by method order by max(last) desc nulls last
  `.execute(db);
  return rows.map(({ left, ...way }) => ({ ...way, left: satang(Number(left)) }));
}

/** What is wrong with money that is asked back: how much it is (D-REF-02), and by which way it goes. The order is locked, so that no two ask for the same money. */
export async function refundProblems(
  context: RentalContext,
  order: OrderRow,
  { feeItem, amount, method, confirmed, methodReason }: RefundAsked,
): Promise<readonly Problem[]> {
  const tooMuch = refundProblem(amount, await refundFacts(context.db, order, feeItem), confirmed);
  if (tooMuch) return [tooMuch];
  const cameIn = (await waysOf(context, order.id)).find((way) => way.method === method)?.left ?? ZERO;
  const otherWay = refundWayProblem(amount, cameIn, methodReason);
  return otherWay ? [otherWay] : [];
}

/** Keeps a refund that is asked for; nothing is paid out by it. */
export async function askRefund(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'pickupStoreId'>,
  { confirmed, ...asked }: RefundAsked & { readonly reason: string; readonly remark: string | null },
): Promise<RefundRow> {
  const refundNo = await nextNumber(context.db, 'F', context.now, await zoneOf(context, order));
  const { id } = await context.write.insert('refund', {
    ...asked,
    refundNo,
    orderId: order.id,
    confirmed: confirmed ? 1 : 0,
    status: REFUND.submitted,
    applyTime: new Date(context.now),
    requesterId: operatorOf(context),
  });
  return await context.row('refund', id);
}

/** Says in the log of the order that somebody has asked. */
export const noteRefund = (context: RentalContext, { orderId, refundNo, amount }: RefundRow): Promise<void> =>
  context.write.note('order', orderId, { event: 'order.refundrequest', detail: { refundNo, amount } });

/** What goes back whole. */
interface AllBack {
  readonly feeItem: FeeItem | 'total';
  readonly amount: Satang;
  readonly reason: string;
  readonly remark: string | null;
}

/** Asks all of it back by the ways by which it came, the latest first. Answers the refunds. */
export async function askAllBack(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'pickupStoreId'>,
  { amount, ...asked }: AllBack,
): Promise<readonly RefundRow[]> {
  const ways = (await waysOf(context, order.id)).filter(({ left }) => left > ZERO);
  const common = { ...asked, confirmed: false };
  const refunds: RefundRow[] = [];
  let rest = amount;
  for (const { method, payerAccount, left } of ways) {
    const part = smaller(rest, left);
    if (part <= ZERO) break;
    rest = subtract(rest, part);
    refunds.push(
      await askRefund(context, order, {
        ...common,
        amount: part,
        method,
        payeeAccount: payerAccount,
        methodReason: null,
      }),
    );
  }
  if (rest > ZERO)
    refunds.push(
      await askRefund(context, order, {
        ...common,
        amount: rest,
        method: OTHER,
        payeeAccount: null,
        methodReason: asked.reason,
      }),
    );
  return refunds;
}

/** Asks deposits of an order back whole, each by the ways by which money came (D-REF-02). Refuses one of which nothing is held, unless charges may just have taken it. The order is locked. */
export async function askDepositsBack(
  context: RentalContext,
  order: OrderRow,
  items: readonly DepositItem[],
  { mayBeEmpty = false, ...said }: Pick<AllBack, 'reason' | 'remark'> & { readonly mayBeEmpty?: boolean },
): Promise<readonly RefundRow[]> {
  const refunds: RefundRow[] = [];
  for (const feeItem of DEPOSIT_ITEMS.filter((item) => items.includes(item))) {
    const amount = refundable(await refundFacts(context.db, order, feeItem));
    if (amount <= ZERO && mayBeEmpty) continue;
    if (amount <= ZERO) requireNone([problem('deposit.refusal.nothingHeld', {}, 'deposits')], context);
    refunds.push(...(await askAllBack(context, order, { feeItem, amount, ...said })));
  }
  return refunds;
}

/** What a refund says when it is carried out. */
export interface PaidOut {
  readonly transactionNo: string | null;
  /** Number of the payment record where it is another than that of the refund. */
  readonly recordedAs?: string | null;
  readonly time?: Date;
  /** The store that pays. */
  readonly storeId: number;
}

/**
 * Carries a refund out: it is done, and a payment record of the order. Refuses a deposit that is no longer held. Both are locked by the caller, who has
 * asked whether this person may. Answers the id of the record.
 */
export async function payRefund(
  context: RentalContext,
  order: OrderRow,
  refund: RefundRow,
  { transactionNo, recordedAs = transactionNo, time, storeId }: PaidOut,
): Promise<number> {
  await context.write.update(
    'refund',
    refund.id,
    {
      ...{ status: REFUND.success, transactionNo, failReason: null },
      ...{ finishTime: new Date(context.now), operatorId: context.actor.id, paidByStoreId: storeId },
    },
    { expect: { status: refund.status } },
  );
  const { id } = await recordPayment(context, order, {
    type: PAYMENT.refund,
    amount: refund.amount,
    feeItem: refund.feeItem,
    method: refund.method,
    transactionNo: recordedAs,
    payerAccount: refund.payeeAccount,
    refundId: refund.id,
    remark: refund.refundNo,
    storeId,
    ...(time && { time }),
  });
  return id;
}
