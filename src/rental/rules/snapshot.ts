import type { HolidayPrice } from './holidays.ts';
import type { PriceParameters } from './parameters.ts';
import type { Satang } from './money.ts';
import type { TimeRange } from './storeTime.ts';

/** What a store asks at the door: of any place in its service area, and of the points that it lists (D-PRICE-06). */
export interface DoorFees {
  readonly fee: Satang;
  readonly points: readonly PointFees[];
}
export interface PointFees {
  readonly id: number;
  readonly deliveryFee: Satang;
  readonly pickupFee: Satang;
}

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
  readonly door: DoorFees;
}

/**
 * Everything an order's price depends on, as it was when the order was made (D-PRICE-09). Plain JSON: money in satang, no dates as
 * objects, so that it is stored with the order as it is and read back with `as PriceSnapshot`.
 */
export interface PriceSnapshot {
  readonly daily: Satang;
  readonly monthly: Satang | null;
  readonly deposit: Satang;
  /** Every holiday that the row has a price for, past ones too: an order may be moved to an earlier day than it was made for. */
  readonly holidays: readonly HolidayPrice[];
  readonly parameters: PriceParameters;
  readonly pickupStore: StoreFees;
  readonly returnStore: StoreFees;
}

/** The fees of a store as booked; of a city that it had no row for then, those of today (D-PRICE-08). */
export function citiesSince<Fees extends Pick<StoreFees, 'differentCityFees'>>(booked: Fees, today: StoreFees): Fees {
  const since = today.differentCityFees.filter(
    (row) => !booked.differentCityFees.some((each) => each.cityId === row.cityId),
  );
  return { ...booked, differentCityFees: [...booked.differentCityFees, ...since] };
}

/** Likewise of a delivery point that it had no row for then. */
export function feesSince(booked: StoreFees, today: StoreFees): StoreFees {
  const since = today.door.points.filter((point) => !booked.door.points.some((each) => each.id === point.id));
  return citiesSince({ ...booked, door: { ...booked.door, points: [...booked.door.points, ...since] } }, today);
}

/** What the snapshot knows of a store, whichever end of the trip it was booked as; undefined: nothing. */
export const bookedFees = ({ returnStore, pickupStore }: PriceSnapshot, storeId: number): StoreFees | undefined =>
  [returnStore, pickupStore].find((store) => store.storeId === storeId);
