import { coveredUntil } from './cover.ts';
import type { Cover } from './cover.ts';
import { orderSpan, placeAt, withTurnaround } from './places.ts';
import type { PlacedOrder } from './places.ts';
import { aboutOrder, problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { dateOf, overlaps, toWallClock } from './storeTime.ts';
import type { DateText, Instant, Interval } from './storeTime.ts';
import { AUDIT, VEHICLE } from './vehicleStates.ts';

/** What a car is, as far as renting it goes. */
export interface CarFacts {
  /** Vehicle status: available 1 and rented 2 may be promised. */
  readonly status: number;
  readonly auditStatus: number;
  /** Where it stands, or stood when it was rented out. */
  readonly storeId: number;
  /** Last day of the inspection; null: none on record. */
  readonly inspectionExpiry: DateText | null;
}

/** An order of status 1 or 2 that holds the car. */
export interface OrderHold extends PlacedOrder {
  readonly orderId: number;
  readonly orderNo: string;
}

/** Storage or offline order with status 1, work order in progress with storage flag, or planned dispatch. */
export interface BlockHold extends Interval {
  readonly kind: 'storage' | 'maintenance' | 'dispatch';
}

export interface AvailabilityFacts {
  readonly now: Instant;
  readonly timeZone: string;
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly turnaroundMinutes: number;
  /** The order being edited, whose own hold does not count; null for a new one. */
  readonly orderId: number | null;
  readonly car: CarFacts;
  readonly orders: readonly OrderHold[];
  readonly blocks: readonly BlockHold[];
  /** Compulsory policies of the car. */
  readonly policies: readonly Cover[];
}

export interface CarAvailability {
  readonly available: boolean;
  readonly reasons: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Is this car available for [pickup, returned) at the pickup store (D-AVAIL-01)? All reasons against it, and warnings that do not decide. */
export function carAvailability(facts: AvailabilityFacts): CarAvailability {
  const others = facts.orders.filter((each) => each.orderId !== facts.orderId);
  const reasons = [...fleetReasons(facts.car), ...placeReasons(facts, others), ...holdReasons(facts, others)];
  return {
    available: reasons.length === 0,
    reasons,
    warnings: [...moveWarnings(facts, others), ...expiryWarnings(facts)],
  };
}

function fleetReasons(car: CarFacts): Problem[] {
  const offered =
    (car.status === VEHICLE.available || car.status === VEHICLE.rented) && car.auditStatus === AUDIT.passed;
  return offered ? [] : [problem('availability.notOffered', {}, 'carId')];
}

function placeReasons(facts: AvailabilityFacts, others: readonly OrderHold[]): Problem[] {
  const place = placeAt(facts.car.storeId, others, facts.pickup);
  return place === facts.pickupStoreId ? [] : [problem('availability.elsewhere', {}, 'carId')];
}

function holdReasons(facts: AvailabilityFacts, others: readonly OrderHold[]): Problem[] {
  const wanted = withTurnaround(facts.pickup, facts.returned, facts.turnaroundMinutes);
  const conflicts = others.filter((each) => {
    const { start, end } = orderSpan(each, facts.now);
    return overlaps(wanted, withTurnaround(start, end, facts.turnaroundMinutes));
  });
  const trip = { start: facts.pickup, end: facts.returned };
  const blocks = facts.blocks.filter((each) => overlaps(trip, each));
  return [
    ...conflicts.map((each) => orderConflict(each, facts)),
    ...blocks.map(({ kind }) => problem(`availability.${kind}`, {}, 'carId')),
  ];
}

const orderConflict = (order: OrderHold, { timeZone }: Pick<AvailabilityFacts, 'timeZone'>): Problem =>
  aboutOrder(
    order,
    'availability.otherOrder',
    problem(
      'availability.order',
      {
        orderNo: order.orderNo,
        start: toWallClock(order.actualPickup ?? order.plannedPickup, timeZone),
        end: toWallClock(order.plannedReturn, timeZone),
      },
      'carId',
    ),
  );

/** The order leaves from another store than the car is brought to: somebody has to move it. */
export const mustMoveFor = (order: OrderHold, timeZone: string): Problem =>
  aboutOrder(
    order,
    'availability.otherMustMove',
    problem(
      'availability.mustMove',
      { orderNo: order.orderNo, start: toWallClock(order.plannedPickup, timeZone) },
      'returnStoreId',
    ),
  );

function moveWarnings(facts: AvailabilityFacts, others: readonly OrderHold[]): Problem[] {
  const next = others
    .filter((each) => each.plannedPickup >= facts.returned)
    .toSorted((a, b) => a.plannedPickup - b.plannedPickup)[0];
  const isElsewhere = next !== undefined && next.pickupStoreId !== facts.returnStoreId;
  return isElsewhere ? [mustMoveFor(next, facts.timeZone)] : [];
}

/** A policy or inspection that ends before the return: still offered, because it is renewed in the meantime (D-AVAIL-01, 6). */
export function expiryWarnings({
  car,
  policies,
  pickup,
  returned,
  timeZone,
}: Pick<AvailabilityFacts, 'policies' | 'pickup' | 'returned' | 'timeZone'> & {
  readonly car: Pick<CarFacts, 'inspectionExpiry'>;
}): Problem[] {
  const papers = {
    compulsoryEnd: coveredUntil(policies, dateOf(pickup, timeZone)),
    inspectionExpiry: car.inspectionExpiry,
  };
  return expiryProblems(papers, dateOf(returned, timeZone), 'availability.policyEnds', 'availability.inspectionEnds');
}

/** How long a car may be driven: last day of the compulsory cover and of the inspection; null: none on record. */
interface Papers {
  readonly compulsoryEnd: DateText | null;
  readonly inspectionExpiry: DateText | null;
}

/** Which of the two papers is missing or does not reach the day. */
export function expiryProblems<
  P extends 'availability.policyEnds' | 'vehicle.refusal.policyExpired',
  I extends 'availability.inspectionEnds' | 'vehicle.refusal.inspectionExpired',
>(car: Papers, date: DateText, policyCode: P, inspectionCode: I): Problem[] {
  const reaches = (end: DateText | null): boolean => end !== null && end >= date;
  return [
    ...(reaches(car.compulsoryEnd) ? [] : [problem(policyCode, { date: car.compulsoryEnd ?? '-' }, 'carId')]),
    ...(reaches(car.inspectionExpiry) ? [] : [problem(inspectionCode, { date: car.inspectionExpiry ?? '-' }, 'carId')]),
  ];
}

/** One thing that needs the car while somebody wants to keep it longer. */
export interface RenewalConflict {
  readonly kind: 'order' | BlockHold['kind'];
  /** The order in the way; null for a block. */
  readonly orderId: number | null;
  readonly problem: Problem;
}

/** What on the car stands against keeping it longer (O9): orders after it with their turnaround, storage, maintenance in the added span. */
export function renewalConflicts(facts: {
  readonly now: Instant;
  readonly timeZone: string;
  readonly orderId: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly turnaroundMinutes: number;
  readonly orders: readonly OrderHold[];
  readonly blocks: readonly BlockHold[];
}): readonly RenewalConflict[] {
  const others = facts.orders.filter((each) => each.orderId !== facts.orderId);
  const added = withTurnaround(facts.from, facts.to, facts.turnaroundMinutes);
  const conflicts = others.filter((each) => overlaps(added, orderSpan(each, facts.now)));
  const blocks = facts.blocks.filter((each) => overlaps({ start: facts.from, end: facts.to }, each));
  return [
    ...conflicts.map((each): RenewalConflict => ({
      kind: 'order',
      orderId: each.orderId,
      problem: { ...orderConflict(each, facts), field: 'time' },
    })),
    ...blocks.map(({ kind, start }): RenewalConflict => ({
      kind,
      orderId: null,
      problem: problem(`renew.${kind}`, { start: toWallClock(start, facts.timeZone) }, 'time'),
    })),
  ];
}
