import type { OrderHold } from './availability.ts';
import { packed, unplaced } from './packing.ts';
import type { Need, Span } from './packing.ts';
import { orderSpan, staysOf, withTurnaround } from './places.ts';
import type { PlacedOrder } from './places.ts';
import type { Instant, Interval } from './storeTime.ts';

/** An order of status 1 or 2, with its car or without. */
export interface OpenOrder extends OrderHold {
  readonly carId: number | null;
  /** What was booked; its car may be of another model. */
  readonly subModelId: number;
}

/** A listed car of the model, wherever it stands, and what has it. */
export interface PoolCar {
  readonly storeId: number;
  readonly orders: readonly PlacedOrder[];
  /** Storage, shop and planned dispatches. */
  readonly blocks: readonly Interval[];
}

/** An order of the model that waits for a plate. */
export type WaitingOrder = PlacedOrder & { readonly orderId: number };

/** A model at a store: what is known of its cars and of the orders that wait for one. */
export interface PoolFacts {
  readonly storeId: number;
  readonly now: Instant;
  readonly turnaroundMinutes: number;
  readonly cars: readonly PoolCar[];
  /** Those that leave from the store, and those that come to it. */
  readonly waiting: readonly WaitingOrder[];
}

/** The same of orders that need no name. */
type PlacedFacts = Omit<PoolFacts, 'waiting'> & { readonly waiting: readonly PlacedOrder[] };

/** What a store has of a model from now on: times of free cars, and times for which a car is needed. Turnaround is inside. */
export interface Pool {
  readonly now: Instant;
  readonly free: readonly Span[];
  readonly needs: readonly Need[];
}

/**
 * Counts a model where its cars will be (D-AVAIL-02). A car is free at the store it belongs to then. An order without a plate needs a car of its store
 * from its pickup on: until the turnaround is over, or for good where it returns elsewhere. There it is a free car from then on.
 */
export function poolOf(facts: PoolFacts): Pool {
  const { storeId, now } = facts;
  const free: Span[] = [];
  for (const car of facts.cars)
    for (const span of timesAt(car, facts)) for (const left of without(span, span.held)) free.push(left);
  const needs: Need[] = [];
  for (const order of facts.waiting) {
    const { start, end } = heldBy(order, facts);
    const returns = order.returnStoreId === storeId;
    if (order.pickupStoreId === storeId)
      needs.push({ orderId: order.orderId, start: Math.max(start, now), end: returns ? end : Infinity });
    else if (returns) free.push({ start: end, end: Infinity });
  }
  return {
    now,
    needs,
    free: free.flatMap(({ start, end }) => (end > now ? [{ start: Math.max(start, now), end }] : [])),
  };
}

/** Returns for which times a trip needs a car of its pickup store: for good, where it returns to another. */
export const neededFor = (
  trip: {
    readonly pickup: Instant;
    readonly returned: Instant;
    readonly pickupStoreId: number;
    readonly returnStoreId: number;
  },
  turnaroundMinutes: number,
): Span =>
  trip.pickupStoreId === trip.returnStoreId
    ? withTurnaround(trip.pickup, trip.returned, turnaroundMinutes)
    : { start: trip.pickup, end: Infinity };

/**
 * Counts how many more such times can be promised: at most what is free at the tightest moment, and each by one car for the whole time. Below zero where
 * more is promised than there is.
 */
export function leftFor(pool: Pool, time: Span): number {
  const need = { orderId: null, start: Math.max(time.start, pool.now), end: Math.max(time.end, pool.now + 1) };
  const most = fewest(pool, need);
  if (most <= 0) return most;
  const short = unplaced(pool.free, pool.needs);
  const needs = pool.needs.filter((each) => !short.includes(each));
  const quick = packed(pool.free, needs);
  const whole = quick.open.filter(({ start, end }) => start <= need.start && end >= need.end).length;
  let left = quick.short.length > 0 ? 0 : Math.min(most, whole);
  for (; left < most; left += 1) {
    const more = Array.from({ length: left + 1 }, () => need);
    if (unplaced(pool.free, [...needs, ...more]).length > 0) break;
  }
  return left;
}

/**
 * Says whether a change promises what is not there: some moment has fewer cars than none and fewer than before, or more orders than before get no car.
 * Returns the orders that lose theirs; null where nothing is worse.
 */
export function newlyShort(before: Pool, after: Pool): readonly number[] | null {
  const had = new Set(unplaced(before.free, before.needs).map(({ orderId }) => orderId));
  // An order that had none before need not have one now, whoever else is given a car.
  const others = after.needs.filter(({ orderId }) => !had.has(orderId));
  const short = unplaced(after.free, others);
  // Where every order has a car of its own no moment is short of one.
  if (had.size === 0 && short.length === 0) return null;
  const isServed = short.length === 0 || unplaced(after.free, after.needs).length <= had.size;
  if (isServed && !isDeeper(before, after)) return null;
  return short.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
}

interface Step {
  readonly time: Instant;
  readonly by: number;
}

/** Cars free and needed as steps in time. */
const stepsOf = ({ free, needs }: Pool): Step[] =>
  [
    ...free.flatMap(({ start, end }) => [
      { time: start, by: 1 },
      { time: end, by: -1 },
    ]),
    ...needs.flatMap(({ start, end }) => [
      { time: start, by: -1 },
      { time: end, by: 1 },
    ]),
  ].toSorted((a, b) => a.time - b.time);

/** Fewest free cars at one moment of the time. */
function fewest(pool: Pool, { start, end }: Span): number {
  if (start >= end) return 0;
  let count = 0;
  let least = Infinity;
  const steps = stepsOf(pool);
  steps.forEach(({ time, by }, index) => {
    if (time > start && time < end && steps[index - 1]?.time !== time) least = Math.min(least, count);
    if (time < end) count += by;
  });
  return Math.min(least, count);
}

/** Is there a moment with fewer cars than none, and fewer than before? */
function isDeeper(before: Pool, after: Pool): boolean {
  const all = [
    ...stepsOf(before).map((step) => ({ ...step, after: false })),
    ...stepsOf(after).map((step) => ({ ...step, after: true })),
  ].toSorted((a, b) => a.time - b.time);
  let had = 0;
  let has = 0;
  return all.some((step, index) => {
    if (step.after) has += step.by;
    else had += step.by;
    return all[index + 1]?.time !== step.time && step.time < Infinity && has < Math.min(0, had);
  });
}

/** A time that a car belongs to the store, and what has it then. */
interface TimeAt extends Span {
  readonly held: readonly Span[];
  readonly booked: readonly Span[];
}

function timesAt(car: PoolCar, facts: Pick<PoolFacts, 'storeId' | 'now' | 'turnaroundMinutes'>): readonly TimeAt[] {
  const stays = staysOf(car.storeId, car.orders, facts).filter(({ storeId }) => storeId === facts.storeId);
  if (stays.length === 0) return [];
  const orders = joined(car.orders.map((order) => heldBy(order, facts)));
  const held = joined([...orders, ...car.blocks.map(({ start, end }) => ({ start, end: end ?? Infinity }))]);
  return stays.map((stay) => ({
    start: stay.start,
    end: stay.end,
    held: within(stay, held),
    booked: within(stay, orders),
  }));
}

/** The time of an order with its turnaround. */
function heldBy(order: PlacedOrder, { now, turnaroundMinutes }: Pick<PoolFacts, 'now' | 'turnaroundMinutes'>): Span {
  const { start, end } = orderSpan(order, now);
  return withTurnaround(start, end, turnaroundMinutes);
}

const within = (window: Span, spans: readonly Span[]): readonly Span[] =>
  spans
    .map(({ start, end }) => ({ start: Math.max(start, window.start), end: Math.min(end, window.end) }))
    .filter(({ start, end }) => start < end);

/** What is left of a time without these parts of it, which are sorted and do not touch. */
function without({ start, end }: Span, holes: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let from = start;
  for (const hole of holes) {
    if (from < hole.start) left.push({ start: from, end: hole.start });
    from = hole.end;
  }
  if (from < end) left.push({ start: from, end });
  return left;
}

/** Spans in their order, joined where they overlap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.length < 2 ? spans : spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/** A model at a store on one day, at its tightest moment. */
interface PoolDay {
  /** Cars that belong to the store then. */
  readonly total: number;
  readonly booked: number;
  /** In storage, off sale or in the shop, and not booked at that moment. */
  readonly storage: number;
  /** Cars that are left; negative when overbooked. */
  readonly available: number;
}

/**
 * Counts the same for a row of days: of each, its tightest moment (D-STOCK-04). A car that is booked and stored at that moment counts as booked; turnaround
 * stands inside the bookings, so that booked, stored and free cars are all cars.
 */
export function poolDays(facts: PlacedFacts, days: readonly Span[]): readonly PoolDay[] {
  const changes = changesOf(facts).toSorted((a, b) => a.time - b.time);
  let next = 0;
  const now = { total: 0, booked: 0, held: 0 };
  const until = (time: Instant): void => {
    for (; next < changes.length && changes[next]!.time <= time; next += 1) now[changes[next]!.of] += changes[next]!.by;
  };
  return days.map((day) => {
    until(day.start);
    let tightest = { ...now };
    while (next < changes.length && changes[next]!.time < day.end) {
      until(changes[next]!.time);
      if (now.total - now.held < tightest.total - tightest.held) tightest = { ...now };
    }
    const { total, booked, held } = tightest;
    return { total, booked, storage: held - booked, available: total - held };
  });
}

interface Change {
  readonly time: Instant;
  readonly of: 'total' | 'booked' | 'held';
  readonly by: 1 | -1;
}

function changesOf(facts: PlacedFacts): Change[] {
  const changes: Change[] = [];
  const add = (of: Change['of'], { start, end }: Span): void => {
    changes.push({ time: start, of, by: 1 }, { time: end, of, by: -1 });
  };
  for (const car of facts.cars)
    for (const time of timesAt(car, facts)) {
      add('total', time);
      for (const span of time.held) add('held', span);
      for (const span of time.booked) add('booked', span);
    }
  for (const order of facts.waiting) {
    const span = heldBy(order, facts);
    const leaves = order.pickupStoreId === facts.storeId;
    if (leaves) {
      add('booked', span);
      add('held', span);
    }
    if (order.pickupStoreId !== order.returnStoreId) changes.push({ time: span.end, of: 'total', by: leaves ? -1 : 1 });
  }
  return changes;
}
