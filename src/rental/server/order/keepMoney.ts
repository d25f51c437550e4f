import { jsonArrayFrom } from 'kysely/helpers/postgres';
import {
  DEPOSIT_ITEMS,
  add,
  askedDeposits,
  balancingMoves,
  heldAfter,
  orderMoney,
  payableOf,
  satang,
  totals,
} from '../../rules/index.ts';
import type {
  DepositFacts,
  DepositMove,
  DepositTerms,
  KeptMoney,
  OrderMoney,
  OrderStatus,
  PerDeposit,
} from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { operatorOf } from '../operator.ts';
import { lineOf, lineRows } from './bill.ts';
import { depositRows, heldOf } from './money.ts';
import type { DepositRow } from './money.ts';

type MoneyOrder = Pick<OrderRow, 'id' | 'status' | keyof DepositTerms>;

/** What comes with a change of an order's money. */
interface MoneyChange {
  /** Other changes of the order, written together with its sums. */
  readonly changes?: Record<string, unknown>;
  readonly guard?: { readonly expect?: Record<string, unknown>; readonly updateTime?: string };
  /** Movements of deposits that the change means, before charges and deposits are brought into line. */
  readonly moves?: (facts: DepositFacts) => readonly DepositMove[];
  /** The payment record that the movements belong to. */
  readonly paymentId?: number;
  readonly time?: Date;
  readonly remark?: string | null;
}

/** Bill, deposits and payment records of an order in one statement, and so of one moment. */
async function readMoney({ db }: RentalContext, order: MoneyOrder, status: OrderStatus, terms: DepositTerms) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      jsonArrayFrom(lineRows(db, order.id)).as('lines'),
      jsonArrayFrom(depositRows(db, order.id)).as('deposits'),
      selectFrom('payment')
        .select(({ eb }) =>
          fn
            .sum<string | null>(
              eb
                .case()
                .when('type', '=', 1)
                .then(eb.ref('amount'))
                .else(eb('amount', '*', -1))
                .end(),
            )
            .as('paid'),
        )
        .where('orderId', '=', order.id)
        .as('paid'),
    ])
    .executeTakeFirstOrThrow();
  const lines = row.lines.map(lineOf);
  const facts: DepositFacts = {
    total: totals(lines, terms).total,
    paid: satang(Number(row.paid ?? 0)),
    asked: askedDeposits({ status, terms, lines }),
    held: heldOf(row.deposits),
  };
  return { facts, deposits: row.deposits };
}

/** Writes movements and what the deposits are after them. */
async function writeMoves(
  context: RentalContext,
  orderId: number,
  deposits: readonly DepositRow[],
  moves: readonly DepositMove[],
  { paymentId = null, time, remark = null }: { paymentId?: number | null; time: Date; remark?: string | null },
): Promise<void> {
  if (moves.length === 0) return;
  const operatorId = operatorOf(context);
  await context.write.insertAll(
    'depositEntry',
    moves.map((move) => ({
      ...move,
      orderId,
      paymentId: move.kind === 'applied' ? null : paymentId,
      operatorId,
      remark,
      time,
    })),
  );
  for (const item of DEPOSIT_ITEMS) {
    const own = moves.filter((move) => move.item === item);
    if (own.length === 0) continue;
    const row = deposits.find((each) => each.item === item);
    const sum = (kind: DepositMove['kind']): number =>
      own.reduce((total, move) => total + (move.kind === kind ? move.amount : 0), row?.[kind] ?? 0);
    const [collected, applied, returned] = [sum('collected'), sum('applied'), sum('returned')];
    const values = { collected, applied, returned, held: collected - applied - returned };
    if (row) await context.write.update('deposit', row.id, values);
    else await context.write.insert('deposit', { ...values, orderId, item });
  }
}

/**
 * Makes the sums of the order what its bill, its payment records and its deposits add up to, together with other changes, in one write. Charges and
 * deposits are brought into line (`balancingMoves`). The order must be locked by the caller. Answers the sums and what follows from them.
 */
export async function keepMoney(
  context: RentalContext,
  order: MoneyOrder,
  { changes = {}, guard, moves, paymentId, time, remark }: MoneyChange = {},
): Promise<KeptMoney & OrderMoney & { readonly held: PerDeposit }> {
  const status = (changes['status'] as OrderStatus | undefined) ?? order.status;
  const terms: DepositTerms = { ...order, ...(changes as Partial<DepositTerms>) };
  const { facts, deposits } = await readMoney(context, order, status, terms);
  const asked = moves?.(facts) ?? [];
  const balancing = balancingMoves({ ...facts, held: heldAfter(facts.held, asked) });
  const all = [...asked, ...balancing];
  await writeMoves(context, order.id, deposits, all, { paymentId, time: time ?? new Date(context.now), remark });
  const held = heldAfter(facts.held, all);
  const kept: KeptMoney = {
    total: facts.total,
    payable: payableOf({ ...facts, held }, status),
    paid: facts.paid,
    depositHeld: add(held.orderDeposit, held.violationDeposit),
  };
  await context.write.update('order', order.id, { ...changes, ...kept }, guard);
  return { ...kept, ...orderMoney(kept), held };
}

/** The same after a change of the bill or the state; refuses where somebody has moved the order on meanwhile (D-PRICE-10). */
export const repriceOrder = (
  context: RentalContext,
  order: MoneyOrder,
  changes: Record<string, unknown> = {},
  guard: { readonly updateTime?: string } = {},
): Promise<KeptMoney & OrderMoney> =>
  keepMoney(context, order, { changes, guard: { expect: { status: order.status }, ...guard } });
