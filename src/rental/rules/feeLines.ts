import { depositWay } from './depositTerms.ts';
import type { DepositItem, DepositTerms } from './depositTerms.ts';
import { ZERO, add, atLeastZero, satang } from './money.ts';
import type { Satang } from './money.ts';

/** All fee items, in the order in which they are counted and shown (D-PRICE-10); the deposits stand last, outside the total. */
export const FEE_ITEMS = [
  'rental',
  'hourly',
  'basicInsurance',
  'handling',
  'premiumService',
  'vipService',
  'nightPickup',
  'nightReturn',
  'delivery',
  'pickup',
  'differentCity',
  'discount',
  'coupon',
  'additional',
  'reduction',
  'penalty',
  'orderDeposit',
  'violationDeposit',
] as const;
export type FeeItem = (typeof FEE_ITEMS)[number];

export type FeeSource = 'booking' | 'renewal' | 'overrun' | 'manual' | 'penalty' | 'deduction';

/** One line of an order's bill. The amount is never negative: the item says whether it adds or takes off. */
export interface FeeLine {
  readonly item: FeeItem;
  readonly amount: Satang;
  readonly source: FeeSource;
}

const TAKES_OFF: ReadonlySet<FeeItem> = new Set(['discount', 'coupon', 'reduction']);
const DEPOSITS: ReadonlySet<FeeItem> = new Set(['orderDeposit', 'violationDeposit']);

export const isDeposit = (item: FeeItem): boolean => DEPOSITS.has(item);
export const takesOff = (item: FeeItem): boolean => TAKES_OFF.has(item);

/** An order's sums, all derived from its lines that are not voided. */
export interface Totals {
  /** Charges − discount − coupon − reduction, never below 0; deposits are no part of it. */
  readonly total: Satang;
  /** What the renter must pay: the total, and the deposits that are paid. */
  readonly payable: Satang;
  /** Deposits listed: to be paid (1), held on a card (2) or waived (3). */
  readonly deposits: Satang;
}

/** A line as an order keeps it: voided ones stay and do not count. The flag is stored as 0 or 1. */
export type KeptLine = Pick<FeeLine, 'item' | 'amount'> & { readonly voided?: boolean | number };

/** Sum of the live lines of some items. */
export const sumOf = (lines: readonly KeptLine[], ...items: readonly FeeItem[]): Satang =>
  add(...lines.filter((line) => !line.voided && items.includes(line.item)).map((line) => line.amount));

/** The sums of an order from its fee lines (D-PRICE-10). Voided lines do not count. */
export function totals(lines: readonly KeptLine[], terms: DepositTerms): Totals {
  let signed = 0;
  let deposits = 0;
  let asked = 0;
  for (const line of lines) {
    if (line.voided) continue;
    if (DEPOSITS.has(line.item)) {
      deposits += line.amount;
      if (depositWay(terms, line.item as DepositItem) === 1) asked += line.amount;
    } else signed += TAKES_OFF.has(line.item) ? -line.amount : line.amount;
  }
  const total = atLeastZero(satang(signed));
  return { total, payable: add(total, satang(asked)), deposits: satang(deposits) };
}

/** Lines in the documented order; lines of nothing are left out, except the rental. */
export const inOrder = (lines: readonly FeeLine[]): readonly FeeLine[] =>
  lines
    .filter((line) => line.amount > ZERO || line.item === 'rental')
    .toSorted((a, b) => FEE_ITEMS.indexOf(a.item) - FEE_ITEMS.indexOf(b.item));
