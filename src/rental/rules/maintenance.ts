import { orderSpan } from './places.ts';
import type { BlockHold, OrderHold } from './availability.ts';
import { distanceQuestion } from './orderGuards.ts';
import { machineOf, type Transition } from './machine.ts';
import { aboutOrder, problem } from './problem.ts';
import type { NamedOrder, Problem } from './problem.ts';
import { DAY, MINUTE, overlaps, toWallClock } from './storeTime.ts';
import type { Instant, Interval } from './storeTime.ts';
import { VEHICLE } from './vehicleStates.ts';

/** The states of a work order (D-UPK-01). */
export const MAINTENANCE = { inProgress: 0, completed: 1 } as const;
export type MaintenanceStatus = (typeof MAINTENANCE)[keyof typeof MAINTENANCE];
export type MaintenanceEvent = 'new' | 'edit' | 'complete' | 'delete';

/** The machine of a work order, M1–M4 (D-UPK-01). Completed is final. */
export const MAINTENANCE_TRANSITIONS: readonly Transition<MaintenanceEvent, MaintenanceStatus>[] = [
  { id: 'M1', event: 'new', from: null, to: 0, permission: 'maintenance-add' },
  { id: 'M2', event: 'edit', from: 0, to: 0, permission: 'maintenance-edit' },
  {
    id: 'M3',
    event: 'complete',
    from: 0,
    to: 1,
    permission: 'maintenance-enable',
  },
  {
    id: 'M4',
    event: 'delete',
    from: 0,
    to: null,
    permission: 'maintenance-delete',
  },
];

export const nextMaintenanceState = machineOf(MAINTENANCE_TRANSITIONS, (from) =>
  problem(`maintenance.refusal.state.${from ?? 'none'}`),
);

/** Clocks of a workshop and a server differ; a minute is not the future. */
const CLOCK_TOLERANCE = MINUTE;

/** When the car is worked on; an empty end is open. */
export interface WorkOrderFacts extends Interval {
  /** The car stands in the shop and cannot be had meanwhile. */
  readonly inShop: boolean;
  /** What the speedometer showed, in km; null: not read. */
  readonly mileage: number | null;
  /** The reading was entered by this save. */
  readonly mileageEntered: boolean;
  readonly now: Instant;
  readonly timeZone: string;
  readonly car: { readonly status: number; readonly mileage: number };
  /** Open orders of the car. */
  readonly orders: readonly OrderHold[];
  /** Storage and planned dispatch of the car; its other work orders are told apart. */
  readonly storage: readonly (BlockHold & {
    readonly kind: 'storage' | 'dispatch';
  })[];
  /** Other work orders of the car, in progress and over. */
  readonly others: readonly Interval[];
}

/**
 * May the work order be entered so (M1, M2)? A car in the shop may be neither out nor promised nor put away meanwhile, and is worked on once at a time. Turnaround
 * is not asked for: it belongs to the orders.
 */
export function workOrderGuard(facts: WorkOrderFacts): readonly Problem[] {
  const { now, timeZone, car } = facts;
  const begun = facts.start <= now && (facts.end ?? Infinity) > now;
  const at = (instant: Instant): string => toWallClock(instant, timeZone);
  const other = facts.others.find((each) => overlaps(facts, each));
  const stored = facts.inShop ? facts.storage.find((each) => overlaps(facts, each)) : undefined;
  return [
    ...(other ? [problem('maintenance.refusal.workOrder', { start: at(other.start) }, 'startTime')] : []),
    ...(facts.inShop && begun && car.status === VEHICLE.rented
      ? [problem('maintenance.refusal.rented', {}, 'storageFlag')]
      : []),
    ...(facts.inShop ? inTheWayOfWork(facts) : []),
    ...(stored ? [problem(`maintenance.refusal.${stored.kind}`, { start: at(stored.start) }, 'startTime')] : []),
    ...(facts.mileageEntered ? mileageProblems(facts) : []),
  ];
}

/** Open orders that need the car while it is worked on (D-UPK-01). */
export function inTheWayOfWork(
  facts: Pick<WorkOrderFacts, 'start' | 'end' | 'orders' | 'now' | 'timeZone'>,
): Problem[] {
  const at = (instant: Instant): string => toWallClock(instant, facts.timeZone);
  return facts.orders
    .filter((each) => overlaps(facts, orderSpan(each, facts.now)))
    .map((each) =>
      aboutOrder(
        each,
        'maintenance.refusal.otherOrder',
        problem(
          'maintenance.refusal.order',
          {
            orderNo: each.orderNo,
            start: at(each.actualPickup ?? each.plannedPickup),
            end: at(each.plannedReturn),
          },
          'startTime',
        ),
      ),
    );
}

/** A reading runs backwards, unless the work was over already when it was entered: then the car has been driven since. */
function mileageProblems({ mileage, end, now, car }: WorkOrderFacts): Problem[] {
  const afterwards = end !== null && end < now;
  return mileage !== null && !afterwards && mileage < car.mileage ? [backwards(car.mileage)] : [];
}

/**
 * Asks about a reading that is more than 1,000 km a day ahead of what is known (D-CAR-20). A car that stands had one day, one that is out the days since it
 * left. A car that is new to the fleet has no mileage yet.
 * @example readingQuestions({ mileage: 120_100, known: 12_010, outSince: null, now }) // the question, answered by `confirmed`
 */
export function readingQuestions(facts: {
  /** What was read, in km; null: nothing. */
  readonly mileage: number | null;
  readonly known: number;
  readonly outSince: Instant | null;
  readonly now: Instant;
}): readonly Problem[] {
  const { mileage, known, outSince, now } = facts;
  if (mileage === null || known === 0) return [];
  return distanceQuestion(mileage - known, outSince === null ? 1 : (now - outSince) / DAY);
}

/** Asks about orders that are planned with a car which goes to the shop: going on takes it from them (D-UPK-01). */
export const plannedQuestions = (orders: readonly NamedOrder[]): readonly Problem[] =>
  orders.length === 0
    ? []
    : [problem('maintenance.ask.planned', { orders: orders.map(({ orderNo }) => orderNo).join(', ') }, 'confirmed')];

const backwards = (mileage: number): Problem => problem('maintenance.refusal.mileageBack', { mileage }, 'mileage');

interface CompletionFacts {
  readonly start: Instant;
  /** The end that was entered for the completion, else the one of the work order; null: none. */
  readonly entered: Instant | null;
  readonly planned: Instant | null;
  readonly now: Instant;
  readonly timeZone: string;
  /** The reading that was entered for the completion, in km; null: none. */
  readonly mileage: number | null;
  /** What the work order and the car have. */
  readonly known: { readonly order: number | null; readonly car: number };
}

/** When the work ended (M3): as entered, else as planned if that is past, else now. */
export const endOfWork = ({ entered, planned, now }: Pick<CompletionFacts, 'entered' | 'planned' | 'now'>): Instant =>
  entered ?? (planned !== null && planned <= now ? planned : now);

/** May the work order be completed so (M3)? */
export function completionGuard(facts: CompletionFacts): readonly Problem[] {
  const { start, now, mileage, known } = facts;
  const end = endOfWork(facts);
  const least = Math.max(known.order ?? 0, known.car);
  return [
    ...(end < start
      ? [problem('maintenance.refusal.endBeforeStart', { start: toWallClock(start, facts.timeZone) }, 'endTime')]
      : []),
    ...(end > now + CLOCK_TOLERANCE ? [problem('maintenance.refusal.endInFuture', {}, 'endTime')] : []),
    ...(mileage !== null && mileage < least ? [backwards(least)] : []),
  ];
}

/** What a completed work order leaves on the car, in km (M3): the higher of the two readings, and the next maintenance from that of the work. */
export function mileageAfterWork(facts: {
  readonly order: number | null;
  readonly car: number;
  /** null: the car has none. */
  readonly cycle: number | null;
  /** Entered by hand on the work order; null: it follows from the cycle. */
  readonly nextMileage: number | null;
}): { readonly mileage: number; readonly nextMileage: number | null } {
  const read = facts.order ?? facts.car;
  return {
    mileage: Math.max(facts.car, read),
    nextMileage: facts.nextMileage ?? (facts.cycle === null ? null : read + facts.cycle),
  };
}
