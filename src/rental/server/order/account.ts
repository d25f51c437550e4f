import type { LedgerEntry } from '../../calls/index.ts';
import { ORDER, depositAccounts, ledger, refundable, satang, toBaht } from '../../rules/index.ts';
import type { DepositAccount, DepositItem, FeeItem, LedgerRow, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase, Told } from '../database.ts';
import { wireTime } from '../times.ts';
import { readAccount } from './bill.ts';
import type { FeeRow } from './fees.ts';
import { pendingRefunds, recordOf } from './money.ts';
import type { PaymentRow } from './payments.ts';

type AccountOrder = Pick<OrderRow, 'id' | 'status' | 'depositType' | 'payable'>;

/** What may be asked back of an order under a fee item (D-REF-02). */
export async function refundLimit(
  db: RentalDatabase,
  order: AccountOrder,
  feeItem: FeeItem | 'total',
): Promise<Satang> {
  const { lines, records } = await readAccount(db, order.id);
  const sum = (type: 1 | 2): Satang =>
    satang(records.reduce((total, each) => total + (each.type === type ? each.amount : 0), 0));
  const accounts = depositAccounts({ records, lines, depositType: order.depositType });
  const account = accounts[feeItem as DepositItem] as DepositAccount | undefined;
  return refundable({
    status: order.status,
    payable: satang(order.payable),
    income: sum(1),
    refunded: sum(2),
    pending: await pendingRefunds(db, order.id),
    ofItem: {
      income: account?.income ?? satang(0),
      refunded: account?.refunded ?? satang(0),
      pending: await pendingRefunds(db, order.id, feeItem),
    },
    feeItem,
  });
}

interface LedgerFacts {
  readonly order: Told<Pick<OrderRow, 'status' | 'depositType' | 'actualReturnTime' | 'cancelTime'>>;
  readonly fees: readonly FeeRow[];
  readonly payments: readonly PaymentRow[];
}

const instant = (time: Date | string | null): number => (time === null ? 0 : new Date(time).getTime());

/** The ledger as calls answer it, baht and the store's clock: what happened to the money, and how it stood after each of it. */
export function ledgerRows({ order, fees, payments }: LedgerFacts, timeZone: string): readonly LedgerEntry[] {
  const rows = ledger({
    depositType: order.depositType,
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
      .map((row) => ({ ...recordOf(row), id: row.id, time: instant(row.time), deduction: row.deductionId !== null })),
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
  paid: toBaht(row.paid),
  refunded: toBaht(row.refunded),
  deducted: toBaht(row.deducted),
  held: toBaht(row.held),
  earned: toBaht(row.earned),
});
