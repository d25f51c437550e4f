import {
  ZERO,
  assignCarGuard,
  atLeastZero,
  charges,
  chargesKeepingCoupon,
  couponDropped,
  dateOf,
  doorService,
  isStrict,
  problem,
  quoteVerdict,
  rentalLength,
  returnTimeProblem,
  subtract,
  sumOf,
} from '../../rules/index.ts';
import type {
  Charges,
  ChargesWithCoupon,
  Coupon,
  DoorService,
  KeptLine,
  Parameters,
  PriceSnapshot,
  Problem,
  Satang,
  Trip,
} from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { judge, readCar } from '../availability/index.ts';
import type { Wish } from '../availability/index.ts';
import { readHolidays, readPrice, snapshotOf } from '../facts/index.ts';
import type { StoreFacts } from '../facts/index.ts';
import { canBePriced, discountOf, missingForPrice } from './draft.ts';
import type { Draft, PricedParts } from './draft.ts';
import { doorAddress } from './doorAddress.ts';
import { pricesOfOrder } from './snapshot.ts';

export interface PricingContext {
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
  const holidays = await readHolidays(db, pickupDate);
  const snapshot = await snapshotFor(db, draft, trip, pickupDate, holidays);
  const [delivery, collection] = doors(draft, trip);
  const wanted = tripOf(draft, trip, delivery, collection);
  const found = snapshot && agreed(snapshot, wanted, trip.channelTotal);
  const priced = found && found.charges;
  const unmet = found?.unmet ? [{ ...found.unmet, field: 'couponCode' }] : [];
  const dropped = unmet.length > 0 && !trip.coupon!.entered ? [couponDropped(trip.coupon!.code)] : [];
  const { carProblems, carWarnings, availableCount, modelIsFree } = await availability(db, draft, trip);

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
      ...carProblems,
      ...delivery.errors,
      ...collection.errors,
      ...(priced?.problems ?? []),
      ...(trip.coupon?.entered ? unmet : []),
    ],
    warnings: [...verdict.warnings, ...dropped, ...carWarnings, ...delivery.warnings, ...collection.warnings],
    availableCount: Math.max(0, availableCount),
    pickupStore,
    couponDropped: dropped.length > 0,
  };
}

/** The order keeps its prices unless model or pickup store change; another return store brings its own fees (D-PRICE-09). */
async function snapshotFor(
  db: RentalDatabase,
  draft: Draft & PricedParts,
  { order, parameters, pickupStore, returnStore }: TripContext,
  pickupDate: string,
  holidays: Awaited<ReturnType<typeof readHolidays>>,
): Promise<PriceSnapshot | null> {
  const kept =
    order && order.subModelId === draft.subModelId && order.pickupStoreId === draft.pickupStoreId
      ? pricesOfOrder(order)
      : null;
  if (kept) return kept.returnStore.storeId === returnStore.id ? kept : { ...kept, returnStore: returnStore.fees };
  const price = await readPrice(db, draft.pickupStoreId, draft.subModelId);
  return price ? snapshotOf(price, { pickupDate, holidays, parameters, pickupStore, returnStore }) : null;
}

function doors(
  draft: Draft & PricedParts,
  { now, order, pickupStore, returnStore }: TripContext,
): readonly [DoorService, DoorService] {
  const strict = isStrict(draft.channel!);
  return [
    doorService(
      {
        direction: 'delivery',
        type: draft.pickupType ?? 0,
        address: doorAddress(draft, 'pickup'),
        time: draft.pickup,
        now,
        strict,
        kept: order?.plannedPickupTime.getTime() === draft.pickup && order.pickupType === draft.pickupType,
      },
      pickupStore.door,
    ),
    doorService(
      {
        direction: 'pickup',
        type: draft.returnType ?? 0,
        address: doorAddress(draft, 'return'),
        time: draft.returned,
        now,
        strict,
        kept: order?.plannedReturnTime.getTime() === draft.returned && order.returnType === draft.returnType,
      },
      returnStore.door,
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
    depositType: draft.depositType!,
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
  const car = draft.carId === null ? undefined : await readCar(db, draft.carId);
  const { ofCar, ofModel } = await judge(db, wish, { pools: [pool], cars: car ? [car] : [] });
  const { available, count: availableCount } = ofModel(pool);
  if (draft.carId === null) return { availableCount, modelIsFree: available, carProblems: [], carWarnings: [] };
  if (!car)
    return { availableCount, modelIsFree: true, carProblems: [problem('car.notFound', {}, 'carId')], carWarnings: [] };
  const verdict = ofCar(car);
  const otherModel = assignCarGuard({
    bookedSubModelId: draft.subModelId,
    carSubModelId: car.subModelId,
    remark: draft.remark ?? '',
  });
  return {
    availableCount,
    modelIsFree: true,
    carProblems: [...verdict.reasons, ...(otherModel ? [otherModel] : [])],
    carWarnings: verdict.warnings,
  };
}
