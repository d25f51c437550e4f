import { ZERO, formatTHB, satang, times } from './money.ts';
import type { Satang } from './money.ts';
import { rentalLength } from './days.ts';
import type { RentalLength } from './days.ts';
import { NO_DISCOUNT, couponValue, discountValue } from './discount.ts';
import type { Coupon, Discount } from './discount.ts';
import { inOrder, totals } from './feeLines.ts';
import type { DepositTerms } from './depositTerms.ts';
import type { FeeItem, FeeLine, Totals } from './feeLines.ts';
import { inNightHours } from './night.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { rentalPrice } from './rental.ts';
import type { PriceSnapshot, StoreFees } from './snapshot.ts';
import { dateOf } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

export type Service = 'none' | 'premium' | 'vip';

/** What the renter asks for. Needs return > pickup (storeRules refuses the rest first). */
export interface Trip extends DepositTerms {
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly service: Service;
  readonly discount: Discount;
  readonly coupon: Coupon | null;
  /** Fee of bringing the car and of fetching it, as `doorService` resolved them; 0 at the store. */
  readonly deliveryFee: Satang;
  readonly collectionFee: Satang;
  readonly additional: Satang;
  readonly reduction: Satang;
}

/** A trip at the store, with nothing that a renter may ask for beside the car. */
export const plainTrip = (pickup: Instant, returned: Instant): Trip => ({
  pickup,
  returned,
  depositType: 1,
  service: 'none',
  discount: NO_DISCOUNT,
  coupon: null,
  ...{ deliveryFee: ZERO, collectionFee: ZERO, additional: ZERO, reduction: ZERO },
});

/** A priced trip. `problems` are errors: the lines leave out what could not be priced. */
export interface Charges extends Totals, RentalLength {
  readonly fees: readonly FeeLine[];
  readonly problems: readonly Problem[];
}

/** The states of a price row: only an enabled one is quoted. */
export const PRICE = { disabled: 0, enabled: 1 } as const;

/** The lines that depend on length alone: what renewals and overruns are the difference of (D-PRICE-09). */
type LengthLines = Readonly<Record<'rental' | 'hourly' | 'basicInsurance' | 'premiumService' | 'vipService', Satang>>;

/** Prices a length of time by the snapshot (D-PRICE-03, 04, 07). */
export function lengthLines(
  snapshot: PriceSnapshot,
  pickup: Instant,
  returned: Instant,
  service: Service,
): LengthLines & RentalLength {
  const { parameters } = snapshot;
  const length = rentalLength(pickup, returned, parameters);
  const price = rentalPrice(dateOf(pickup, snapshot.pickupStore.timeZone), length, {
    daily: snapshot.daily,
    monthly: snapshot.monthly,
    holidays: snapshot.holidays,
    daysPerMonth: parameters.daysPerMonth,
    overrunFullDayHours: parameters.overrunFullDayHours,
  });
  return {
    ...length,
    ...price,
    basicInsurance: times(parameters.basicInsurancePerDay, length.days),
    premiumService: service === 'premium' ? times(parameters.premiumServicePerDay, length.days) : ZERO,
    vipService: service === 'vip' ? times(parameters.vipServicePerDay, length.days) : ZERO,
  };
}

/** Fee of a return in another city (D-PRICE-08); null when the pickup store has no row for that city. */
export function differentCityFee(pickupStore: StoreFees, returnStore: Pick<StoreFees, 'cityId'>): Satang | null {
  if (returnStore.cityId === pickupStore.cityId) return ZERO;
  return pickupStore.differentCityFees.find((row) => row.cityId === returnStore.cityId)?.fee ?? null;
}

/** Night return fee of a store for a return at this moment (D-PRICE-08). */
export const nightReturnFee = (store: StoreFees, returned: Instant): Satang =>
  inNightHours(returned, store.timeZone, store.nightHours) ? store.nightReturnFee : ZERO;

/**
 * The whole quote: fee lines in the documented order, total and payable (D-PRICE-10). Pure arithmetic over the snapshot; whether the
 * store and the car can serve the trip is asked of `quoteVerdict` and `carAvailability`.
 */
export function charges(snapshot: PriceSnapshot, trip: Trip): Charges {
  const { pickupStore, returnStore, parameters } = snapshot;
  const { days, hours, ...byLength } = lengthLines(snapshot, trip.pickup, trip.returned, trip.service);
  const cityFee = differentCityFee(pickupStore, returnStore);
  const discount = discountValue(byLength.rental, trip.discount);
  const coupon =
    trip.coupon === null
      ? null
      : couponValue(trip.coupon, { rental: byLength.rental, discount: discount.amount, days });
  const pickupAtNight = inNightHours(trip.pickup, pickupStore.timeZone, pickupStore.nightHours);

  const booked: Partial<Record<FeeItem, Satang>> = {
    ...byLength,
    handling: parameters.handlingPerOrder,
    nightPickup: pickupAtNight ? pickupStore.nightPickupFee : ZERO,
    nightReturn: nightReturnFee(returnStore, trip.returned),
    delivery: trip.deliveryFee,
    pickup: trip.collectionFee,
    differentCity: cityFee ?? ZERO,
    discount: discount.amount,
    coupon: coupon?.amount ?? ZERO,
    orderDeposit: snapshot.deposit,
    violationDeposit: parameters.violationDeposit,
  };
  const lines: FeeLine[] = [
    ...Object.entries(booked).map(([item, amount]): FeeLine => ({ item: item as FeeItem, amount, source: 'booking' })),
    { item: 'additional', amount: trip.additional, source: 'manual' },
    { item: 'reduction', amount: trip.reduction, source: 'manual' },
  ];
  const fees = inOrder(lines);
  const problems = [
    discount.problem,
    coupon?.problem,
    cityFee === null ? problem('quote.error.differentCity', {}, 'returnStoreId') : undefined,
    reductionProblem(fees),
  ].filter((each) => each !== undefined);
  return { days, hours, fees, problems, ...totals(fees, trip) };
}

/** A price for which the coupon was asked; `couponDropped` when its condition is not met and the price does without it, `unmet` says why. */
export interface ChargesWithCoupon {
  readonly charges: Charges;
  readonly couponDropped: boolean;
  readonly unmet?: Problem;
}

/** Prices a trip that was changed: its coupon stays while its condition is met, else it is left out (K4, D-PRICE-09). */
export function chargesKeepingCoupon(snapshot: PriceSnapshot, trip: Trip): ChargesWithCoupon {
  const priced = charges(snapshot, trip);
  const unmet = priced.problems.find((each) => each.field === 'coupon');
  return unmet
    ? { charges: charges(snapshot, { ...trip, coupon: null }), couponDropped: true, unmet }
    : { charges: priced, couponDropped: false };
}

/** The total asks for no deposit, whatever the terms are. */
const FREE_OF_DEPOSIT: DepositTerms = { depositType: 3 };

/** A reduction may not make the total negative (D-ORD-28). */
function reductionProblem(fees: readonly FeeLine[]): Problem | undefined {
  const reduction = fees.find((line) => line.item === 'reduction')?.amount ?? ZERO;
  if (reduction === 0) return undefined;
  const before = totals(
    fees.filter((line) => line.item !== 'reduction'),
    FREE_OF_DEPOSIT,
  ).total;
  return reduction > before
    ? problem('fee.refusal.reductionTooLarge', { total: formatTHB(satang(before)) }, 'amount')
    : undefined;
}
