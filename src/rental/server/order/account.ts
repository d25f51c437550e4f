import type { InferResult } from 'kysely';
import type { LedgerEntry } from '../../calls/index.ts';
import { ORDER, ledger, satang, toBaht } from '../../rules/index.ts';
import type { DepositItem, DepositTerms, FeeItem, LedgerRow, RefundFacts } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase, Told } from '../database.ts';
import { wireTime } from '../times.ts';
import type { FeeRow } from './fees.ts';
import { depositRows, heldOf, keptMoney, pendingRefunds } from './money.ts';
import type { PaymentRow } from './payments.ts';

type AccountOrder = Pick<OrderRow, 'id' | 'status' | 'total' | 'payable' | 'paid' | 'depositHeld'>;

/** What limits money that goes back under a fee item (D-REF-02). */
export async function refundFacts(
  db: RentalDatabase,
  order: AccountOrder,
  feeItem: FeeItem | 'total',
): Promise<RefundFacts> {
  return {
    status: order.status,
    money: keptMoney(order),
    held: heldOf(await depositRows(db, order.id).execute()),
    pending: await pendingRefunds(db, order.id),
    feeItem,
  };
}

/** The movements of an order's deposits, oldest first. */
export const moveRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('depositEntry')
    .select(['id', 'item', 'kind', 'amount', 'paymentId', 'time'])
    .where('orderId', '=', orderId)
    .orderBy('id');
type MoveRow = Told<InferResult<ReturnType<typeof moveRows>>[number]>;

interface LedgerFacts {
  readonly order: Told<Pick<OrderRow, 'status' | keyof DepositTerms | 'actualReturnTime' | 'cancelTime'>>;
  readonly fees: readonly FeeRow[];
  readonly payments: readonly PaymentRow[];
  readonly moves: readonly MoveRow[];
}

const instant = (time: Date | string | null): number => (time === null ? 0 : new Date(time).getTime());

/** The ledger as calls answer it, baht and the store's clock: what happened to the money, and how it stood after each of it. */
export function ledgerRows({ order, fees, payments, moves }: LedgerFacts, timeZone: string): readonly LedgerEntry[] {
  const rows = ledger({
    ...order,
    lines: fees
      .filter((line) => line.voided === 0)
      .map((line) => ({
        item: line.item as FeeItem,
        amount: satang(line.amount),
        source: line.source,
        time: instant(line.time),
      })),
    payments: payments
      .toSorted((one, other) => one.id - other.id)
      .map((row) => ({
        ...{ id: row.id, type: row.type, amount: satang(row.amount) },
        feeItem: (row.feeItem ?? 'total') as FeeItem | 'total',
        ...{ time: instant(row.time), deduction: row.deductionId !== null },
      })),
    moves: moves.map((row) => ({
      ...{ item: row.item as DepositItem, kind: row.kind, amount: satang(row.amount) },
      ...{ paymentId: row.paymentId, time: instant(row.time) },
    })),
    returnedAt:
      order.status === ORDER.returned && order.actualReturnTime !== null ? instant(order.actualReturnTime) : null,
    cancelledAt: order.status === ORDER.cancelled && order.cancelTime !== null ? instant(order.cancelTime) : null,
  });
  return rows.map((row) => wireRow(row, timeZone));
}

const wireRow = ({ time, kind, item, ...row }: LedgerRow, timeZone: string): LedgerEntry => ({
  time: wireTime(new Date(time), timeZone),
  kind,
  item,
  charged: toBaht(row.charged),
  in: toBaht(row.in),
  out: toBaht(row.out),
  moved: toBaht(row.moved),
  paid: toBaht(row.paid),
  refunded: toBaht(row.refunded),
  deducted: toBaht(row.deducted),
  held: toBaht(row.held),
  deposits: toBaht(row.deposits),
  earned: toBaht(row.earned),
});
