import { ZERO, fromBaht } from '../money.ts';
import { NO_DISCOUNT } from '../discount.ts';
import type { Trip } from '../charges.ts';
import { DEFAULT_PARAMETERS, priceParameters } from '../parameters.ts';
import type { PriceSnapshot, StoreFees } from '../snapshot.ts';
import { fromWallClock } from '../storeTime.ts';
import type { Instant } from '../storeTime.ts';
import type { Holiday } from '../holidays.ts';
import type { StoreRules } from '../storeRules.ts';

export const ZONE = 'Asia/Bangkok';

/** Bangkok wall clock to an instant; a typing mistake in a test throws. */
export function at(text: string, zone = ZONE): Instant {
  const instant = fromWallClock(text, zone);
  if (instant === null) throw new Error(`no time: ${text}`);
  return instant;
}

export const buildStoreFees = (changes: Partial<StoreFees> = {}): StoreFees => ({
  storeId: 1,
  cityId: 1,
  timeZone: ZONE,
  nightHours: null,
  nightPickupFee: ZERO,
  nightReturnFee: ZERO,
  differentCityFees: [],
  door: { fee: ZERO, points: [] },
  ...changes,
});

/** The price row of the worked examples: daily 1,200, monthly 24,000, deposit 5,000. */
export const buildSnapshot = (changes: Partial<PriceSnapshot> = {}): PriceSnapshot => ({
  daily: fromBaht(1200),
  monthly: fromBaht(24_000),
  deposit: fromBaht(5000),
  holidays: [],
  parameters: priceParameters(DEFAULT_PARAMETERS),
  pickupStore: buildStoreFees(),
  returnStore: buildStoreFees(),
  ...changes,
});

export const buildTrip = (pickup: string, returned: string, changes: Partial<Trip> = {}): Trip => ({
  pickup: at(pickup),
  returned: at(returned),
  depositType: 1,
  service: 'none',
  discount: NO_DISCOUNT,
  coupon: null,
  deliveryFee: ZERO,
  collectionFee: ZERO,
  additional: ZERO,
  reduction: ZERO,
  ...changes,
});

export const buildStoreRules = (changes: Partial<StoreRules> = {}): StoreRules => ({
  open: true,
  timeZone: ZONE,
  is24h: false,
  businessHours: { start: '08:00', end: '20:00' },
  nightHours: null,
  minAdvanceMinutes: 60,
  maxAdvanceMinutes: 90 * 1440,
  pausePeriods: [],
  holidayPickup: null,
  festivals: [],
  ...changes,
});

/** A holiday of three days, on which nobody books for fewer. */
export const songkran: Holiday = {
  id: 1,
  name: 'Songkran',
  startDate: '2027-04-13',
  endDate: '2027-04-15',
  minDays: 3,
  bookingOpen: true,
};
