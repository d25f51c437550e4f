import { groupedBy } from './groups.ts';
import { add, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { DEDUCTION, REFUND } from './moneyStates.ts';
import { ORDER } from './orderSteps.ts';
import type { DateText } from './storeTime.ts';

/** What came in and went out, and on how many records. */
export interface Flow {
  readonly count: number;
  readonly in: Satang;
  readonly out: Satang;
  readonly net: Satang;
}

export interface CountedPayment {
  readonly type: 1 | 2;
  readonly amount: Satang;
  readonly method: number;
  /** Who recorded it; empty where nobody signed in did. */
  readonly operator: string;
}

export interface DayClose {
  readonly total: Flow;
  /** By method code, in the order of the codes; methods without a record are left out. */
  readonly methods: readonly (Flow & { readonly method: number })[];
  /** By who recorded it, in the order of the names: what each counter drawer must hold. */
  readonly operators: readonly (Flow & { readonly operator: string; readonly cash: Satang })[];
}

const CASH = 5;

function flowOf(payments: readonly CountedPayment[]): Flow {
  const sum = (type: 1 | 2): Satang =>
    add(...payments.filter((each) => each.type === type).map(({ amount }) => amount));
  const [income, out] = [sum(1), sum(2)];
  return { count: payments.length, in: income, out, net: subtract(income, out) };
}

/** The payment records of a day, added up by method and by operator: each way of adding gives the same total. */
export function dayClose(payments: readonly CountedPayment[]): DayClose {
  const methods = [...groupedBy(payments, (each) => each.method)].toSorted(([a], [b]) => a - b);
  const operators = [...groupedBy(payments, (each) => each.operator)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    total: flowOf(payments),
    methods: methods.map(([method, rows]) => ({ method, ...flowOf(rows) })),
    operators: operators.map(([operator, rows]) => ({
      operator,
      ...flowOf(rows),
      cash: flowOf(rows.filter((each) => each.method === CASH)).net,
    })),
  };
}

/** What is still to do for a store when its day is closed, in the order in which somebody does it. */
export const OPEN_ITEMS = ['notReturned', 'due', 'deposits', 'preauths', 'refunds', 'deductions'] as const;
export type OpenItem = (typeof OPEN_ITEMS)[number];

/** A list and the filters under which it shows certain rows and no others. */
export interface ListedRows {
  readonly resource: 'order' | 'deposit' | 'preauth' | 'refund' | 'deduction';
  readonly filter: Readonly<Record<string, string>>;
}

/**
 * The rows that an open item of the day close counts. The count and the link to the list ask the same, so that they cannot differ (D-MONEY-12). A store sees
 * an order that it hands out or takes back.
 * @example openRows('refunds', { storeId: 5, date: '2027-06-10' }).filter // { storeId: '5', status: '0' }
 */
export function openRows(
  item: OpenItem,
  { storeId, date }: { readonly storeId: number; readonly date: DateText },
): ListedRows {
  const rows: Readonly<Record<OpenItem, ListedRows>> = {
    notReturned: { resource: 'order', filter: { status: `${ORDER.pickedUp}`, returnTimeEnd: date } },
    due: { resource: 'order', filter: { status: `${ORDER.pickedUp},${ORDER.returned}`, payStatus: '0' } },
    deposits: { resource: 'deposit', filter: { state: 'due,late' } },
    preauths: { resource: 'preauth', filter: { state: 'open', expireTimeEnd: date } },
    refunds: { resource: 'refund', filter: { status: `${REFUND.submitted}` } },
    deductions: { resource: 'deduction', filter: { status: `${DEDUCTION.awaiting}` } },
  };
  const { resource, filter } = rows[item];
  return { resource, filter: { storeId: `${storeId}`, ...filter } };
}
