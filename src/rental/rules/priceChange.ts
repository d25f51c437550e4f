import { satang } from './money.ts';
import type { Satang } from './money.ts';

/** What of a price a change of many prices moves. */
export const PRICE_PARTS = ['dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrice'] as const;
export type PricePart = (typeof PRICE_PARTS)[number];

/** What a row asks for, as far as changes of many rows go. */
export interface PriceAmounts {
  readonly dailyPrice: Satang;
  readonly monthlyPrice: Satang | null;
  readonly deposit: Satang;
  readonly holidayPrices: readonly { readonly holidayId: number; readonly dailyPrice: Satang }[];
}

/** So many percent more or less, rounded half up to a multiple of `roundTo` satang. */
export interface PriceChange {
  readonly part: PricePart;
  readonly percent: number;
  readonly roundTo: Satang;
  /** Of the part `holidayPrice`: whose price; a row that has none for it begins with its daily price (D-PRICE-05). */
  readonly holidayId?: number;
}

/** Hundredths of a percent are exact: 7.25 % of an amount is not counted in binary fractions. */
const PERCENT = 10_000;

function moved(amount: Satang, { percent, roundTo }: PriceChange, least: number): Satang {
  const exact = (amount * (PERCENT + Math.round(percent * 100))) / PERCENT;
  return satang(Math.max(Math.round(exact / roundTo) * roundTo, least));
}

/**
 * A row's amounts after a change. A price never falls to nothing, which no price may be (D-PRICE-01): its least is one step of the rounding; a
 * deposit may. What a row does not have stays away.
 */
export function changedPrice(row: PriceAmounts, change: PriceChange): PriceAmounts {
  switch (change.part) {
    case 'dailyPrice':
      return { ...row, dailyPrice: moved(row.dailyPrice, change, change.roundTo) };
    case 'monthlyPrice':
      return {
        ...row,
        monthlyPrice: row.monthlyPrice === null ? null : moved(row.monthlyPrice, change, change.roundTo),
      };
    case 'deposit':
      return { ...row, deposit: moved(row.deposit, change, 0) };
    case 'holidayPrice': {
      const { holidayId } = change;
      if (holidayId === undefined) return row;
      const now = row.holidayPrices.find((one) => one.holidayId === holidayId)?.dailyPrice ?? row.dailyPrice;
      const others = row.holidayPrices.filter((one) => one.holidayId !== holidayId);
      return {
        ...row,
        holidayPrices: [...others, { holidayId, dailyPrice: moved(now, change, change.roundTo) }].toSorted(
          (a, b) => a.holidayId - b.holidayId,
        ),
      };
    }
  }
}
