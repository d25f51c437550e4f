import { lengthLines } from './charges.ts';
import type { Service } from './charges.ts';
import { satang } from './money.ts';
import type { Satang } from './money.ts';
import { assignCarGuard, carProblems, taskProblems, unlikelyMileage } from './orderGuards.ts';
import type { GuardedCar, TaskInput } from './orderGuards.ts';
import { aboutOrder, problem } from './problem.ts';
import type { NamedOrder, Problem } from './problem.ts';
import type { PriceSnapshot } from './snapshot.ts';
import { DAY, toWallClock } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** Why the renter gets another car (O26). */
export const CAR_CHANGE_REASONS = ['breakdown', 'accident', 'upgrade', 'wish'] as const;
export type CarChangeReason = (typeof CAR_CHANGE_REASONS)[number];
/** What becomes of the car that was given back: free at once, in the shop at once, or lost. */
export const CAR_FATES = ['free', 'shop', 'totalLoss'] as const;
export type CarFate = (typeof CAR_FATES)[number];
/** Whether the rest of the rental costs what was agreed, or what the new model costs. */
export const CAR_CHANGE_PRICES = ['kept', 'new'] as const;
export type CarChangePrice = (typeof CAR_CHANGE_PRICES)[number];

/** One of the two cars as the form says it; null is a field left empty. */
type Reading = Pick<TaskInput, 'carId' | 'mileage' | 'oil' | 'mileageConfirmed'>;

export interface CarChangeFacts {
  readonly time: Instant | null;
  /** The car that comes back. `unread` says why nobody can read it; empty: it was read. */
  readonly back: Reading & { readonly unread: string };
  readonly out: Reading;
  readonly orderCarId: number;
  readonly orderPlate: string;
  /** When the order got its present car, and what that car showed then, in km. */
  readonly since: Instant;
  readonly outMileage: number;
  /** The new car; null: there is none with this id. */
  readonly car: (GuardedCar & { readonly subModelId: number }) | null;
  readonly bookedSubModelId: number;
  /** When somebody else brought the new car back last. */
  readonly lastBack: Instant | null;
  readonly fate: CarFate;
  readonly remark: string;
  readonly price: CarChangePrice;
  readonly priceReason: string;
  readonly now: Instant;
  readonly timeZone: string;
}

/** May the order go on with another car (O26)? Whether the new one is free is asked of `carAvailability`. */
export const carChangeGuard = (facts: CarChangeFacts): readonly Problem[] => [
  ...timeProblems(facts),
  ...backProblems(facts),
  ...(facts.out.carId === facts.orderCarId ? [problem('order.refusal.sameCar', {}, 'carId')] : newCarProblems(facts)),
  ...(facts.price === 'new' && facts.priceReason.trim() === '' ? [problem('field.required', {}, 'priceReason')] : []),
];

function timeProblems({ time, since, lastBack, now, timeZone }: CarChangeFacts): readonly Problem[] {
  const errors = taskProblems({ carId: 0, time, mileage: 0, oil: 0 }, now);
  if (time === null) return errors;
  const before = (
    code: 'order.refusal.changeBeforePickup' | 'order.refusal.newCarStillOut',
    from: Instant | null,
  ): readonly Problem[] =>
    from !== null && time < from ? [problem(code, { time: toWallClock(from, timeZone) }, 'time')] : [];
  return [
    ...errors,
    ...before('order.refusal.changeBeforePickup', since),
    ...before('order.refusal.newCarStillOut', lastBack),
  ];
}

function backProblems(facts: CarChangeFacts): readonly Problem[] {
  const { back, outMileage, since, time, now } = facts;
  if (back.carId !== facts.orderCarId)
    return [problem('order.refusal.carChangedMeanwhile', { plate: facts.orderPlate }, 'oldCarId')];
  if (back.unread.trim() !== '')
    return facts.fate === 'free' ? [problem('order.refusal.unreadCarFree', {}, 'fate')] : [];
  return [
    ...taskProblems({ ...back, time: since }, now),
    ...(back.mileage !== null && back.mileage < outMileage
      ? [problem('order.refusal.mileageBelowPickup', { mileage: outMileage }, 'mileage')]
      : []),
    ...unlikelyMileage(back, outMileage, ((time ?? now) - since) / DAY),
  ];
}

/**
 * May a rental end without its car (O27)? Nobody can read it, so it goes to the shop or is lost, and somebody says why. `unread` at its field.
 */
export function endWithoutCarProblems(
  facts: Pick<CarChangeFacts, 'orderCarId' | 'orderPlate' | 'fate'> & {
    readonly carId: number;
    readonly unread: string;
  },
): readonly Problem[] {
  const { carId, orderCarId, orderPlate, unread, fate } = facts;
  if (carId !== orderCarId) return [problem('order.refusal.carChangedMeanwhile', { plate: orderPlate }, 'carId')];
  return [
    ...(unread.trim() === '' ? [problem('field.required', {}, 'unread')] : []),
    ...(fate === 'free' ? [problem('order.refusal.unreadCarFree', {}, 'fate')] : []),
  ];
}

/** Fields of the new car by the names that the form has for them. */
const NEW_FIELD: Readonly<Record<string, string>> = { mileage: 'newMileage', oil: 'newOil' };

function newCarProblems({ car, out, since, now, timeZone, ...facts }: CarChangeFacts): readonly Problem[] {
  const errors = [...taskProblems({ ...out, time: since }, now)];
  if (out.carId !== null && car === null) errors.push(problem('car.notFound', {}, 'carId'));
  if (car !== null) {
    errors.push(...carProblems(car, { now, timeZone }));
    const otherModel = assignCarGuard({ ...facts, carSubModelId: car.subModelId });
    if (otherModel) errors.push(otherModel);
    if (out.mileage !== null && out.mileage < car.mileage)
      errors.push(problem('order.refusal.mileageBelowCar', { mileage: car.mileage }, 'mileage'));
    if (car.mileage > 0) errors.push(...unlikelyMileage(out, car.mileage, 1));
  }
  return errors.map((each) => ({ ...each, field: NEW_FIELD[each.field ?? ''] ?? each.field }));
}

/** The prices of an order from a change on: those of the new model, everything else as it was agreed (D-PRICE-09). */
export const pricesWith = <Kept extends PriceSnapshot>(
  kept: Kept,
  { daily, monthly, holidays }: Pick<PriceSnapshot, 'daily' | 'monthly' | 'holidays'>,
): Kept => ({ ...kept, daily, monthly, holidays });

/** A rental that has another price from some moment on. */
interface Rest {
  readonly pickup: Instant;
  /** When the car is changed, and until when the rental is charged. */
  readonly from: Instant;
  readonly to: Instant;
  readonly service: Service;
}

/**
 * What the rest of a rental costs more by other prices; below 0: less (O26). Counted as a renewal is, from what the time until the change costs to what
 * all of it costs, so that a begun day costs what it did (D-PRICE-09).
 */
export function restDifference(before: PriceSnapshot, after: PriceSnapshot, rest: Rest): Satang {
  const from = Math.min(Math.max(rest.pickup, rest.from), rest.to);
  const cost = (prices: PriceSnapshot, until: Instant): number => {
    const { rental, hourly } = lengthLines(prices, rest.pickup, Math.max(rest.pickup, until), rest.service);
    return rental + hourly;
  };
  const left = (prices: PriceSnapshot): number => cost(prices, rest.to) - cost(prices, from);
  return satang(left(after) - left(before));
}

/** No price of the new model is known at the store that owns the order. */
export const noPriceProblem = (): Problem => problem('order.refusal.noPriceOfModel', {}, 'price');

/** An order without a plate that has no car since the change: somebody gives it another. */
export const carMissingFor = (order: NamedOrder & { readonly plannedPickup: Instant }, timeZone: string): Problem =>
  aboutOrder(
    order,
    'order.warning.otherCarMissing',
    problem('order.warning.carMissing', {
      orderNo: order.orderNo,
      start: toWallClock(order.plannedPickup, timeZone),
    }),
  );

/** Says whether the order has another car than it was picked up with: the pickup cannot be undone any more (O8, O26). */
export const wasChanged = (order: { readonly carSince: unknown }): boolean => order.carSince !== null;
