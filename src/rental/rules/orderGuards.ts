import { expiryProblems } from './availability.ts';
import { dirtyWarnings } from './carReady.ts';
import { couponValue } from './discount.ts';
import type { Coupon } from './discount.ts';
import { lateMinutes } from './lateReturns.ts';
import type { Satang } from './money.ts';
import { CONTRACT, ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';
import { aboutOrder, problem } from './problem.ts';
import type { NamedOrder, Problem, Verdict } from './problem.ts';
import { BACK_OFFICE_CHANNEL, returnTimeProblem } from './storeRules.ts';
import { DAY, HOUR, MINUTE, dateOf, toWallClock } from './storeTime.ts';
import type { DateText, Instant } from './storeTime.ts';
import { AUDIT, VEHICLE } from './vehicleStates.ts';
import { COUPON, type CouponStatus } from './couponStates.ts';

/** What a task form says; null is a field left empty. */
export interface TaskInput {
  readonly carId: number | null;
  readonly time: Instant | null;
  readonly mileage: number | null;
  /** Eighths, 0 … 8 (D-ORD-18). */
  readonly oil: number | null;
  /** Somebody read an unlikely odometer twice. */
  readonly mileageConfirmed?: boolean;
}

/** The order whose renter has a car now. */
export interface OutOrder extends NamedOrder {
  readonly renterName: string;
  readonly plannedReturn: Instant;
}

export interface GuardedCar {
  readonly id: number;
  readonly status: number;
  readonly auditStatus: number;
  readonly mileage: number;
  readonly compulsoryEnd: DateText | null;
  readonly inspectionExpiry: DateText | null;
  /** Until when the road tax is paid; empty where nobody has said it. */
  readonly roadTaxExpiry?: DateText | null;
  readonly inStorage: boolean;
  /** A work order in progress with storage flag, begun. */
  readonly inMaintenance: boolean;
  /** A planned dispatch of it is due (D-STOCK-05). */
  readonly dispatchDue: boolean;
  /** Who has it while it is rented; left out where nobody knows. */
  readonly out?: OutOrder | null;
  /** Nobody has washed it since it came back (D-CAR-19); left out where nobody knows. */
  readonly dirty?: boolean;
}

export interface PickupFacts {
  readonly task: TaskInput;
  /** null: the plate is unknown or out of scope. */
  readonly car: GuardedCar | null;
  readonly plannedPickup: Instant;
  readonly plannedReturn: Instant;
  readonly now: Instant;
  readonly timeZone: string;
  readonly paid: boolean;
  /** Somebody with order-enable lets the unpaid order go, and says why (D-ORD-23). */
  readonly unpaidOverride: boolean;
  /** Type and reason of the renter's entry; null: none, or overridden (D-ORD-09). */
  readonly blacklisted: { readonly type: string; readonly reason: string } | null;
  /** Whether the order says the renter's ID number; a channel may not have known it (D-CHN-04). */
  readonly idKnown: boolean;
}

const EARLIEST_PICKUP_HOURS = 24;
/** Clocks of a counter and a server differ; a minute is not the future. */
export const CLOCK_TOLERANCE = MINUTE;

/** More kilometres a day than this are a typing error until somebody confirms them. */
export const LIKELY_KM_A_DAY = 1_000;

const isUnlikely = (distance: number, days: number): boolean =>
  distance > LIKELY_KM_A_DAY * Math.max(1, Math.ceil(days));

/**
 * Asks about a distance that no car goes in so many days (D-CAR-20); a begun day counts as one.
 * @example distanceQuestion(1_200, 1) // the question, answered by `confirmed`
 */
export const distanceQuestion = (distance: number, days: number): readonly Problem[] =>
  isUnlikely(distance, days) ? [problem('trip.ask.unlikely', { distance }, 'confirmed')] : [];

/**
 * Asks about an odometer that is far ahead of the last known one. `days` are the days that the car was away; a begun day counts as one.
 * @example unlikelyMileage({ mileage: 1_250_000 }, 12_010, 2) // the problem, at the field mileage
 */
export function unlikelyMileage(
  { mileage, mileageConfirmed = false }: Pick<TaskInput, 'mileage' | 'mileageConfirmed'>,
  before: number,
  days: number,
): readonly Problem[] {
  const distance = mileage === null ? 0 : mileage - before;
  if (mileageConfirmed || !isUnlikely(distance, days)) return [];
  return [problem('order.refusal.mileageUnlikely', { distance }, 'mileage')];
}

/** May the car be handed over (O7, D-ORD-09, D-ORD-23)? Papers that end during the rental are a warning, ended ones a refusal. */
export function pickupGuard(facts: PickupFacts): Verdict {
  const { task, car, timeZone } = facts;
  const errors: Problem[] = [...taskProblems(task, facts.now)];
  const earliest = facts.plannedPickup - EARLIEST_PICKUP_HOURS * HOUR;
  if (task.time !== null && task.time < earliest) {
    errors.push(
      problem(
        'order.refusal.pickupTooEarly',
        { hours: EARLIEST_PICKUP_HOURS, time: toWallClock(facts.plannedPickup, timeZone) },
        'time',
      ),
    );
  }
  if (facts.blacklisted) errors.push(blacklistProblem(facts.blacklisted));
  if (!facts.idKnown) errors.push(problem('order.refusal.idMissing'));
  if (!facts.paid && !facts.unpaidOverride) errors.push(problem('order.refusal.notPaid'));
  if (task.carId === null) return { errors, warnings: [] };
  if (car === null) return { errors: [...errors, problem('car.notFound', {}, 'carId')], warnings: [] };

  errors.push(...carProblems(car, facts));
  if (task.mileage !== null && task.mileage < car.mileage)
    errors.push(problem('order.refusal.mileageBelowCar', { mileage: car.mileage }, 'mileage'));
  // A car that is new to the fleet has no mileage yet.
  if (car.mileage > 0) errors.push(...unlikelyMileage(task, car.mileage, 1));
  const expired = errors.some(
    (each) => each.code === 'vehicle.refusal.policyExpired' || each.code === 'vehicle.refusal.inspectionExpired',
  );
  const warnings = expired
    ? []
    : expiryProblems(
        car,
        dateOf(facts.plannedReturn, timeZone),
        'availability.policyEnds',
        'availability.inspectionEnds',
      );
  return { errors, warnings: [...dirtyWarnings(car), ...warnings, ...roadTaxWarnings(car, facts)] };
}

/** The police asks the renter for a tax that has ended, the company pays it: a warning, where the day is known (D-UPK-08). */
const roadTaxWarnings = (
  { roadTaxExpiry }: Pick<GuardedCar, 'roadTaxExpiry'>,
  { plannedReturn, timeZone }: Pick<PickupFacts, 'plannedReturn' | 'timeZone'>,
): readonly Problem[] =>
  roadTaxExpiry && roadTaxExpiry < dateOf(plannedReturn, timeZone)
    ? [problem('vehicle.warning.roadTaxEnds', { date: roadTaxExpiry }, 'carId')]
    : [];

/** Why a car does not leave before its planned pickup: until then it is the last that somebody else was promised (D-AVAIL-02). */
export const earlyPromised = (plannedPickup: Instant, timeZone: string): Problem =>
  problem('order.refusal.earlyPromised', { time: toWallClock(plannedPickup, timeZone).slice(0, 16) }, 'time');

/** Who has a car, since when it is late, and what to do: in full to whoever may see that order, else without renter and number. */
export function rentedProblem(
  out: OutOrder | null,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
  field = 'carId',
): Problem {
  if (out === null) return problem('vehicle.refusal.rentedByOther', {}, field);
  const late = lateMinutes(now, out.plannedReturn);
  const time = toWallClock(out.plannedReturn, timeZone).slice(0, 16);
  const facts = { orderNo: out.orderNo, renter: out.renterName, time, late };
  const told =
    late === 0
      ? problem('vehicle.refusal.rented', facts, field)
      : problem('vehicle.refusal.rentedLate', { ...facts, hours: Math.floor(late / 60), minutes: late % 60 }, field);
  return aboutOrder(out, 'vehicle.refusal.rentedByOther', told);
}

/** Why a car cannot leave now. */
export function carProblems(
  car: GuardedCar,
  at: { readonly now: Instant; readonly timeZone: string },
): readonly Problem[] {
  const field = 'carId';
  const today = dateOf(at.now, at.timeZone);
  return [
    ...(car.auditStatus === AUDIT.passed ? [] : [problem('vehicle.refusal.notAudited', {}, field)]),
    ...(car.status === VEHICLE.rented ? [rentedProblem(car.out ?? null, at)] : []),
    ...(car.status === VEHICLE.available || car.status === VEHICLE.rented
      ? []
      : [problem('vehicle.refusal.notListed', {}, field)]),
    ...(car.inStorage ? [problem('vehicle.refusal.inStorage', {}, field)] : []),
    ...(car.inMaintenance ? [problem('vehicle.refusal.inMaintenance', {}, field)] : []),
    ...(car.dispatchDue ? [problem('vehicle.refusal.dispatchDue', {}, field)] : []),
    ...expiryProblems(car, today, 'vehicle.refusal.policyExpired', 'vehicle.refusal.inspectionExpired'),
  ];
}

/** Whether a task may name its car by this plate (O7, O11); `ofPlate` null: no car of the fleet has it. */
export function plateProblems(carId: number | undefined, ofPlate: number | null): readonly Problem[] {
  if (ofPlate === null) return [problem('car.notFound', {}, 'plate')];
  return carId === undefined || carId === ofPlate ? [] : [problem('order.refusal.plateOfOther', {}, 'plate')];
}

export interface ReturnGuardFacts {
  readonly task: TaskInput;
  readonly orderCarId: number;
  readonly actualPickup: Instant;
  readonly pickupMileage: number;
  readonly now: Instant;
  readonly timeZone: string;
}

/** May the car be taken back (O11)? */
export function returnGuard(facts: ReturnGuardFacts): readonly Problem[] {
  const { task } = facts;
  const errors = [...taskProblems(task, facts.now)];
  if (task.carId !== null && task.carId !== facts.orderCarId)
    errors.push(problem('order.refusal.otherCar', {}, 'carId'));
  if (task.time !== null && task.time < facts.actualPickup) {
    errors.push(
      problem('order.refusal.returnBeforePickup', { time: toWallClock(facts.actualPickup, facts.timeZone) }, 'time'),
    );
  }
  if (task.mileage !== null && task.mileage < facts.pickupMileage) {
    errors.push(problem('order.refusal.mileageBelowPickup', { mileage: facts.pickupMileage }, 'mileage'));
  }
  const away = ((task.time ?? facts.now) - facts.actualPickup) / DAY;
  errors.push(...unlikelyMileage(task, facts.pickupMileage, away));
  return errors;
}

/** Fields of both task forms: all four required, time not in the future, whole kilometres, oil in eighths. */
export function taskProblems(task: TaskInput, now: Instant): Problem[] {
  const missing = (['carId', 'time', 'mileage', 'oil'] as const).filter((field) => task[field] === null);
  const errors = missing.map((field) => problem('field.required', {}, field));
  if (task.time !== null && task.time > now + CLOCK_TOLERANCE) errors.push(problem('time.future', {}, 'time'));
  if (task.mileage !== null && !(Number.isSafeInteger(task.mileage) && task.mileage >= 0))
    errors.push(problem('order.refusal.mileageInvalid', {}, 'mileage'));
  if (task.oil !== null && !(Number.isInteger(task.oil) && task.oil >= 0 && task.oil <= 8))
    errors.push(problem('order.refusal.oilInvalid', {}, 'oil'));
  return errors;
}

const reasonProblems = (reason: string): Problem[] =>
  reason.trim() === '' ? [problem('field.required', {}, 'reason')] : [];

/** May a pickup be undone (O8, D-ORD-15)? */
export const rejectPickupGuard = (facts: {
  readonly hasValidRenewal: boolean;
  readonly hasReturnTask: boolean;
  /** Its car was changed since (O26). */
  readonly hasChange: boolean;
  readonly reason: string;
}): readonly Problem[] => [
  ...(facts.hasChange ? [problem('order.refusal.carChanged')] : []),
  ...(facts.hasValidRenewal ? [problem('order.refusal.hasRenewal')] : []),
  ...(facts.hasReturnTask ? [problem('order.refusal.hasReturnTask')] : []),
  ...reasonProblems(facts.reason),
];

interface RejectReturnFacts {
  /** A deposit refund or a deduction has been carried out. */
  readonly moneyMoved: boolean;
  readonly carStatus: number;
  /** Number of an order that has or holds the car in the reopened span; null: none. */
  readonly colliding: NamedOrder | null;
  /** No car of the model would be left for somebody who waits for a plate. */
  readonly modelPromised: boolean;
  readonly reason: string;
}

/** May a return be undone (O12, D-ORD-15)? */
export const rejectReturnGuard = (facts: RejectReturnFacts): readonly Problem[] => [
  ...(facts.moneyMoved ? [problem('order.refusal.moneyMoved')] : []),
  ...(facts.carStatus === VEHICLE.available ? [] : [problem('order.refusal.carNotFree')]),
  ...(facts.colliding === null
    ? []
    : [
        aboutOrder(
          facts.colliding,
          'order.refusal.carPromisedElsewhere',
          problem('order.refusal.carPromised', { orderNo: facts.colliding.orderNo }),
        ),
      ]),
  ...(facts.modelPromised && facts.colliding === null ? [problem('order.refusal.modelPromised')] : []),
  ...reasonProblems(facts.reason),
];

/** May a running rental's return be moved (O4)? Only nearer: longer is a renewal. */
export function editTimeInUseGuard(facts: {
  readonly actualPickup: Instant;
  readonly plannedReturn: Instant;
  readonly returned: Instant;
}): Problem | null {
  const order = returnTimeProblem(facts.actualPickup, facts.returned, 'edittime');
  if (order) return order;
  return facts.returned > facts.plannedReturn
    ? problem('order.refusal.longerIsRenewal', {}, 'plannedReturnTime')
    : null;
}

/** May this renewal be cancelled (O10)? Only the last valid one, while the car is out. */
export const cancelRenewalGuard = (renewalId: number, validRenewalIds: readonly number[]): Problem | null =>
  validRenewalIds.at(-1) === renewalId ? null : problem('renew.notLast');

/** May this car be given to the order (O5)? Another model than booked needs a remark; whether it is free says `carAvailability`. */
export function assignCarGuard(facts: {
  readonly bookedSubModelId: number;
  readonly carSubModelId: number;
  readonly remark: string;
}): Problem | null {
  const other = facts.carSubModelId !== facts.bookedSubModelId && facts.remark.trim() === '';
  return other ? problem('order.refusal.otherModel', {}, 'remark') : null;
}

/** A renter who wishes for ETC gets a car that has it (D-ORD-20). */
export const etcGuard = (facts: { readonly wished: number | null; readonly fitted: number | null }): Problem | null =>
  facts.wished === 1 && facts.fitted !== 1 ? problem('order.refusal.noEtc', {}, 'carId') : null;

interface RedeemFacts {
  /** null: there is no coupon with this code. */
  readonly coupon: (Coupon & { readonly status: CouponStatus }) | null;
  readonly orderHasCoupon: boolean;
  readonly rental: Satang;
  readonly discount: Satang;
  readonly days: number;
}

/** May anybody redeem what was found for a code (K3, D-CPN-07)? `field` is the input that it was typed into. */
export function codeGuard(
  coupon: Pick<NonNullable<RedeemFacts['coupon']>, 'status'> | null,
  field: string,
): Problem | null {
  if (coupon === null) return problem('coupon.refusal.unknown', {}, field);
  if (coupon.status === COUPON.used) return problem('coupon.refusal.used', {}, field);
  if (coupon.status === COUPON.cancelled) return problem('coupon.refusal.void', {}, field);
  return null;
}

/** May the coupon be redeemed (O17, K3, D-CPN-07)? */
export function redeemGuard(facts: RedeemFacts): Problem | null {
  const worthless = codeGuard(facts.coupon, 'code');
  if (facts.coupon === null || worthless) return worthless;
  if (facts.orderHasCoupon) return problem('coupon.refusal.second', {}, 'code');
  const unmet = couponValue(facts.coupon, facts).problem;
  return unmet ? { ...unmet, field: 'code' } : null;
}

/** Refusal of a renter on the blacklist (D-ORD-09); `type` is the key of the word for the entry's type. */
export const blacklistProblem = (entry: { readonly type: string; readonly reason: string }): Problem =>
  problem('order.refusal.blacklisted', { type: entry.type, reason: entry.reason || '-' }, 'renterPhone');

/** Push tells the order's channel, and only after the step it tells of (O14, D-ORD-16). */
export function pushGuard(facts: {
  readonly what: 'pickup' | 'return';
  readonly status: OrderStatus;
  readonly channel: number;
}): Problem | null {
  if (facts.channel === BACK_OFFICE_CHANNEL) return problem('order.refusal.noChannel');
  const done =
    facts.what === 'pickup'
      ? facts.status === ORDER.pickedUp || facts.status === ORDER.returned
      : facts.status === ORDER.returned;
  const notYet = facts.what === 'pickup' ? 'order.refusal.notPickedUp' : 'order.refusal.notReturned';
  return done ? null : problem(notYet, {}, 'event');
}

/** A contract is signed once; a change of the order makes it unsigned again (O20, D-ORD-21). */
export const signGuard = (facts: { readonly contractStatus: number | null }): Problem | null =>
  facts.contractStatus === CONTRACT.signed ? problem('order.refusal.signed') : null;
