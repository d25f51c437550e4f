import type { HolidayPrice } from './holidays.ts';
import type { PriceParameters } from './parameters.ts';
import type { Satang } from './money.ts';
import type { TimeRange } from './storeTime.ts';

/** What a store adds to a price, and where and when it is. */
export interface StoreFees {
  readonly storeId: number;
  readonly cityId: number | null;
  readonly timeZone: string;
  /** null: no night service. The end may lie before the start: over midnight. */
  readonly nightHours: TimeRange | null;
  readonly nightPickupFee: Satang;
  readonly nightReturnFee: Satang;
  /** Fee rows of kind 2: what it costs to bring a car of this store back in another city (D-ADM-07). */
  readonly differentCityFees: readonly { readonly cityId: number; readonly fee: Satang }[];
}

/**
 * Everything an order's price depends on, as it was when the order was made (D-PRICE-09). Plain JSON: money in satang, no dates as
 * objects, so that it is stored with the order as it is and read back with `as PriceSnapshot`.
 */
export interface PriceSnapshot {
  readonly daily: Satang;
  readonly monthly: Satang | null;
  readonly deposit: Satang;
  /** All known holidays that end on or after the pickup date, with or without a price of this row. */
  readonly holidays: readonly HolidayPrice[];
  readonly parameters: PriceParameters;
  readonly pickupStore: StoreFees;
  readonly returnStore: StoreFees;
}
