import { depositAccounts, ledger, refundable, satang, toBaht } from '../../rules/index.ts';
import type { DepositAccount, DepositItem, FeeItem, LedgerRow, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { wireTime } from '../times.ts';
import { readLines } from './bill.ts';
import { moneyRecords, pendingRefunds, readPayments, recordOf } from './money.ts';

type AccountOrder = Pick<OrderRow, 'id' | 'status' | 'depositType' | 'payable'>;

/** What was paid of each deposit, and what of it went back. */
export async function depositsOf(
  db: RentalDatabase,
  order: Pick<AccountOrder, 'id' | 'depositType'>,
): Promise<Readonly<Record<DepositItem, DepositAccount>>> {
  const [records, lines] = [await moneyRecords(db, order.id), await readLines(db, order.id)];
  return depositAccounts({ records, lines, depositType: order.depositType });
}

/** What may be asked back of an order under a fee item (D-REF-02). */
export async function refundLimit(
  db: RentalDatabase,
  order: AccountOrder,
  feeItem: FeeItem | 'total',
): Promise<Satang> {
  const records = await moneyRecords(db, order.id);
  const sum = (type: 1 | 2): Satang =>
    satang(records.reduce((total, each) => total + (each.type === type ? each.amount : 0), 0));
  const account = (await depositsOf(db, order))[feeItem as DepositItem] as DepositAccount | undefined;
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

/** The ledger as calls answer it, baht and the store's clock: what happened to the money, and how it stood after each of it. */
export async function ledgerRows(
  db: RentalDatabase,
  order: Pick<OrderRow, 'id' | 'status' | 'depositType' | 'actualReturnTime' | 'cancelTime'>,
  timeZone: string,
): Promise<readonly Record<string, unknown>[]> {
  const lines = await db
    .selectFrom('orderFee')
    .select(['item', 'amount', 'source', 'time'])
    .where('orderId', '=', order.id)
    .where('voided', '=', 0)
    .orderBy('id')
    .execute();
  const rows = ledger({
    depositType: order.depositType,
    lines: lines.map((line) => ({
      item: line.item as FeeItem,
      amount: satang(line.amount),
      source: line.source,
      time: line.time?.getTime() ?? 0,
    })),
    payments: (await readPayments(db, order.id)).map((row) => ({
      ...recordOf(row),
      id: row.id,
      time: row.time.getTime(),
      deduction: row.deductionId !== null,
    })),
    returnedAt: order.status === 3 ? (order.actualReturnTime?.getTime() ?? null) : null,
    cancelledAt: order.status === -1 ? (order.cancelTime?.getTime() ?? null) : null,
  });
  return rows.map((row) => wireRow(row, timeZone));
}

const AMOUNTS = ['charged', 'in', 'out', 'paid', 'refunded', 'deducted', 'held', 'earned'] as const;

const wireRow = ({ time, kind, item, ...row }: LedgerRow, timeZone: string): Record<string, unknown> => ({
  time: wireTime(new Date(time), timeZone),
  kind,
  item,
  ...Object.fromEntries(AMOUNTS.map((name) => [name, toBaht(row[name])])),
});
