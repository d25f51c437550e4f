import { atOnce } from 'forecourt/server';
import {
  FLASH_RENTAL,
  ZERO,
  assignCarGuard,
  etcGuard,
  atLeastZero,
  bookedFees,
  charges,
  chargesKeepingCoupon,
  couponDropped,
  dateOf,
  doorService,
  feesSince,
  isStrict,
  problem,
  quoteVerdict,
  rentalLength,
  returnTimeProblem,
  sameAddress,
  subtract,
  sumOf,
} from '../../rules/index.ts';
import type {
  Charges,
  ChargesWithCoupon,
  Coupon,
  DoorService,
  Instant,
  KeptLine,
  Parameters,
  PriceSnapshot,
  Problem,
  Satang,
  Trip,
} from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { judge } from '../availability/index.ts';
import type { Wish } from '../availability/index.ts';
import { flashRentRefusal, readCalendar, snapshotOf } from '../facts/index.ts';
import type { StoreFacts } from '../facts/index.ts';
import { canBePriced, discountOf, missingForPrice, termsOf } from './draft.ts';
import type { Draft, PricedParts } from './draft.ts';
import { doorAddress } from './doorAddress.ts';
import { pricesOfOrder } from './snapshot.ts';

interface PricingContext {
  readonly now: number;
  readonly parameters: Parameters;
  /** Those that the draft names, by id. */
  readonly stores: ReadonlyMap<number, StoreFacts>;
  /** The order that the draft changes, and its lines; null for a new one. */
  readonly order: OrderRow | null;
  readonly lines: readonly (KeptLine & { readonly source: string })[];
  /** What a channel has agreed with the renter; a new order's total is brought to it (D-PRICE-02). */
  readonly channelTotal: Satang | null;
  /** What the order has redeemed, or a new one is going to: one that is `entered` is refused where its condition is not met, not dropped. */
  readonly coupon: { readonly code: string; readonly terms: Coupon; readonly entered: boolean } | null;
}

/** What a draft costs, and what stands against it. */
export interface PricedDraft {
  /** null while parts are missing that a price needs. */
  readonly charges: Charges | null;
  readonly snapshot: PriceSnapshot | null;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Cars of the model that are free for the whole time; null while that cannot be said. */
  readonly availableCount: number | null;
  readonly pickupStore: StoreFacts | null;
  /** The order's coupon no longer applies; whoever saves the draft gives it back. */
  readonly couponDropped: boolean;
}

/** Prices a draft and asks every rule about it (D-PRICE-09, D-PRICE-10, D-AVAIL-03). Writes nothing; missing parts are errors, never faults. */
export async function priceDraft(db: RentalDatabase, draft: Draft, pricing: PricingContext): Promise<PricedDraft> {
  const { stores } = pricing;
  const pickupStore = draft.pickupStoreId === null ? null : (stores.get(draft.pickupStoreId) ?? null);
  const returnStore = draft.returnStoreId === null ? null : (stores.get(draft.returnStoreId) ?? null);
  const unpriced = (...errors: readonly Problem[]): PricedDraft => ({
    charges: null,
    snapshot: null,
    errors,
    warnings: [],
    availableCount: null,
    pickupStore,
    couponDropped: false,
  });

  if (draft.pickupStoreId !== null && !pickupStore)
    return unpriced(problem('quote.error.storeClosed', {}, 'pickupStoreId'));
  if (draft.returnStoreId !== null && !returnStore)
    return unpriced(problem('quote.error.storeClosed', {}, 'returnStoreId'));
  if (!canBePriced(draft)) return unpriced(...missingForPrice(draft));
  const order = returnTimeProblem(draft.pickup, draft.returned, 'modify');
  if (order) return unpriced(order);
  return priceComplete(db, draft, { ...pricing, pickupStore: pickupStore!, returnStore: returnStore! });
}

interface TripContext extends PricingContext {
  readonly pickupStore: StoreFacts;
  readonly returnStore: StoreFacts;
}

async function priceComplete(db: RentalDatabase, draft: Draft & PricedParts, trip: TripContext): Promise<PricedDraft> {
  const { pickupStore, returnStore, parameters, now } = trip;
  const pickupDate = dateOf(draft.pickup, pickupStore.timeZone);
  const { order, lines } = trip;
  const kept = order && order.subModelId === draft.subModelId && order.pickupStoreId === draft.pickupStoreId;
  const model = kept ? null : { storeId: draft.pickupStoreId, subModelId: draft.subModelId };
  const [{ holidays, price }, { carProblems, carWarnings, availableCount, modelIsFree }, flash] = await atOnce(
    readCalendar(db, pickupDate, model),
    availability(db, draft, trip),
    draft.serviceType === FLASH_RENTAL ? flashRefusal(db, draft, trip) : Promise.resolve(null),
  );
  const booked = kept ? await pricesOfOrder(db, order, { lines, pickupStore, returnStore }) : null;
  const snapshot = booked ? withFeesSince(booked, trip) : price && snapshotOf(price, trip);
  const [delivery, collection] = doors(draft, trip, snapshot);
  const wanted = tripOf(draft, trip, delivery, collection);
  const found = snapshot && agreed(snapshot, wanted, trip.channelTotal);
  const priced = found && found.charges;
  const unmet = found?.unmet;
  const entered = trip.coupon?.entered === true;
  const dropped = unmet && !entered ? [couponDropped(trip.coupon!.code), problem(unmet.code, unmet.params)] : [];

  const verdict = quoteVerdict({
    now,
    pickup: draft.pickup,
    returned: draft.returned,
    days: rentalLength(draft.pickup, draft.returned, snapshot?.parameters ?? parameters).days,
    strict: isStrict(draft.channel!),
    pickupKept: trip.order?.plannedPickupTime.getTime() === draft.pickup,
    pickupStore: pickupStore.rules,
    returnStore: returnStore.rules,
    holidays,
    priced: snapshot !== null,
    available: modelIsFree,
  });
  return {
    charges: priced,
    snapshot,
    errors: [
      ...verdict.errors,
      ...(flash ? [flash] : []),
      ...carProblems,
      ...delivery.errors,
      ...collection.errors,
      ...(priced?.problems ?? []),
      ...(unmet && entered ? [{ ...unmet, field: 'couponCode' }] : []),
    ],
    warnings: [...verdict.warnings, ...dropped, ...carWarnings, ...delivery.warnings, ...collection.warnings],
    availableCount: Math.max(0, availableCount),
    pickupStore,
    couponDropped: dropped.length > 0,
  };
}

/**
 * The order keeps its prices unless model or pickup store change; another return store brings its own fees (D-PRICE-09). What a store has
 * added since, a city or a delivery point, counts as it does today.
 */
export function withFeesSince(
  booked: PriceSnapshot,
  { pickupStore, returnStore }: Pick<TripContext, 'pickupStore' | 'returnStore'>,
): PriceSnapshot {
  const back = bookedFees(booked, returnStore.id);
  return {
    ...booked,
    pickupStore: feesSince(booked.pickupStore, pickupStore.fees),
    returnStore: back ? feesSince(back, returnStore.fees) : returnStore.fees,
  };
}

/** Both ends of the trip, at the fees of the snapshot. */
function doors(
  draft: Draft & PricedParts,
  { now, order, pickupStore, returnStore }: TripContext,
  snapshot: PriceSnapshot | null,
): readonly [DoorService, DoorService] {
  const shared = { now, strict: isStrict(draft.channel!) };
  const end = (name: 'pickup' | 'return', storeId: number, time: Instant) => {
    const address = doorAddress(draft, name);
    const sameType = order !== null && order[`${name}Type`] === draft[`${name}Type`];
    const bookedTime = order?.[name === 'pickup' ? 'plannedPickupTime' : 'plannedReturnTime'].getTime();
    return {
      ...shared,
      type: draft[`${name}Type`] ?? 0,
      address,
      time,
      kept: sameType && bookedTime === time,
      addressKept:
        order !== null && order[`${name}StoreId`] === storeId && sameAddress(address, doorAddress(order, name)),
    };
  };
  return [
    doorService(
      { direction: 'delivery', ...end('pickup', draft.pickupStoreId, draft.pickup) },
      pickupStore.door,
      snapshot?.pickupStore.door,
    ),
    doorService(
      { direction: 'pickup', ...end('return', draft.returnStoreId, draft.returned) },
      returnStore.door,
      snapshot?.returnStore.door,
    ),
  ];
}

const tripOf = (
  draft: Draft & PricedParts,
  { lines, coupon }: TripContext,
  delivery: DoorService,
  collection: DoorService,
): Trip => {
  const manual = lines.filter((line) => line.source === 'manual');
  return {
    pickup: draft.pickup,
    returned: draft.returned,
    ...termsOf(draft),
    service: draft.service!,
    discount: discountOf(draft),
    coupon: coupon?.terms ?? null,
    deliveryFee: delivery.fee,
    collectionFee: collection.fee,
    additional: sumOf(manual, 'additional'),
    reduction: sumOf(manual, 'reduction'),
  };
};

/** Prices the trip; where a channel has its own total an additional fee or a reduction brings it there, before a coupon comes off. */
function agreed(snapshot: PriceSnapshot, trip: Trip, channelTotal: Satang | null): ChargesWithCoupon {
  const { total } = charges(snapshot, { ...trip, coupon: null });
  if (channelTotal === null || channelTotal === total) return chargesKeepingCoupon(snapshot, trip);
  const difference = subtract(channelTotal, total);
  const additional = atLeastZero(difference);
  const reduction = atLeastZero(subtract(ZERO, difference));
  return chargesKeepingCoupon(snapshot, { ...trip, additional, reduction });
}

const flashRefusal = (
  db: RentalDatabase,
  draft: Draft & PricedParts,
  { now, order, pickupStore }: TripContext,
): Promise<Problem | null> =>
  flashRentRefusal(db, {
    storeId: draft.pickupStoreId,
    subModelId: draft.subModelId,
    pickup: draft.pickup,
    now,
    timeZone: pickupStore.timeZone,
    order,
  });

/** With a plate the car decides and says why, without one the model does (D-AVAIL-01, D-AVAIL-02). */
async function availability(
  db: RentalDatabase,
  draft: Draft & PricedParts,
  { now, order, parameters, pickupStore }: TripContext,
) {
  const wish: Wish = {
    pickup: draft.pickup,
    returned: draft.returned,
    pickupStoreId: draft.pickupStoreId,
    returnStoreId: draft.returnStoreId,
    order,
    now,
    timeZone: pickupStore.timeZone,
    turnaroundMinutes: parameters.turnaroundMinutes,
  };
  const pool = { storeId: draft.pickupStoreId, subModelId: draft.subModelId };
  const carIds = draft.carId === null ? [] : [draft.carId];
  const { car: carOf, ofCar, ofModel, stranded } = await judge(db, wish, { pools: [pool], carIds });
  const { available, count: availableCount } = ofModel(pool);
  if (draft.carId === null)
    return {
      ...{ availableCount, modelIsFree: available, carWarnings: [] },
      carProblems: stranded({ carId: null, subModelId: draft.subModelId }),
    };
  const car = carOf(draft.carId);
  if (!car)
    return { availableCount, modelIsFree: true, carProblems: [problem('car.notFound', {}, 'carId')], carWarnings: [] };
  const verdict = ofCar(car);
  const otherModel = assignCarGuard({
    bookedSubModelId: draft.subModelId,
    carSubModelId: car.subModelId,
    remark: draft.remark ?? '',
  });
  const noEtc = etcGuard({ wished: draft.etc, fitted: car.etc });
  const misfits = [otherModel, noEtc].filter((each) => each !== null);
  return {
    availableCount,
    modelIsFree: true,
    carProblems: [...verdict.reasons, ...misfits, ...stranded({ ...car, carId: car.id })],
    carWarnings: verdict.warnings,
  };
}
