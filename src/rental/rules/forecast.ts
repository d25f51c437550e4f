import { orderSpan, placeAt } from './places.ts';
import type { OrderHold } from './availability.ts';
import type { StoreDay } from './stockDays.ts';
import { MINUTE, addDays, dateOf, startOfDate } from './storeTime.ts';
import type { Instant, Interval } from './storeTime.ts';

/** A listed car, and the orders and blocks that it has. */
interface ForecastCar {
  readonly id: number;
  readonly storeId: number;
  readonly subModelId: number;
}

/** An order of status 1 or 2, with or without a plate; its model is the car's, where it has one. */
export interface ForecastOrder extends Pick<
  OrderHold,
  'status' | 'pickupStoreId' | 'returnStoreId' | 'plannedPickup' | 'actualPickup' | 'plannedReturn'
> {
  readonly id: number;
  readonly carId: number | null;
  readonly subModelId: number;
}

/** A time in which a car is in storage, off sale or in the shop, or from which on it is planned to go to another store. */
export interface ForecastBlock extends Interval {
  readonly carId: number;
  /** Of a planned dispatch: where the car is counted from the next day on. */
  readonly to: { readonly storeId: number; readonly timeZone: string } | null;
}

interface ForecastFacts {
  readonly days: readonly StoreDay[];
  readonly now: Instant;
  readonly turnaroundMinutes: number;
  readonly cars: readonly ForecastCar[];
  readonly orders: readonly ForecastOrder[];
  readonly blocks: readonly ForecastBlock[];
}

interface ForecastDay {
  /** Fewest cars of the day that stand at the store ready to go; below zero: so many are missing. */
  readonly cars: number;
  readonly arrivals: number;
  readonly departures: number;
  /** Orders that leave while cars are missing: what makes the shortage. */
  readonly short: readonly number[];
}

/** A model at a store over the days. */
interface ForecastRow {
  readonly storeId: number;
  readonly subModelId: number;
  /** Counted when somebody looks at them. */
  readonly days: () => readonly ForecastDay[];
  /** Cars are missing on some day. */
  readonly isShort: () => boolean;
}

interface Step {
  readonly time: Instant;
  readonly by: 1 | -1;
  /** A car comes or goes; storage and shop only keep it. */
  readonly moves: boolean;
  /** The order that comes or goes. */
  readonly orderId: number | null;
}

/**
 * Where the cars of each model will be. A car leaves its store with its pickup, and is ready at its return store when
 * the turnaround is over. Storage and workshop keep it where it stands then. A planned dispatch takes it to its new
 * store for the next day.
 * An overdue car is expected now, and an order with an overdue pickup takes its car now. Booked pickups are believed:
 * what falls below zero is missing.
 */
export function forecastCars(facts: ForecastFacts): readonly ForecastRow[] {
  const { rows, start, step } = book(facts.days.at(-1)?.end ?? 0);
  const cars = new Map(facts.cars.map((car) => [car.id, car]));
  // Where a car stands when it is put away depends on its orders; nobody asks that of the others.
  const blocked = new Map<number, ForecastOrder[]>(facts.blocks.map(({ carId }) => [carId, []]));
  const out = new Set<number>();
  for (const order of facts.orders) {
    const { carId, pickupStoreId, returnStoreId, id: orderId } = order;
    const subModelId = (carId === null ? undefined : cars.get(carId)?.subModelId) ?? order.subModelId;
    if (carId !== null) {
      blocked.get(carId)?.push(order);
      if (order.status === 2) out.add(carId);
    }
    const { end } = orderSpan(order, facts.now);
    const trip = { moves: true, orderId };
    if (order.status === 1)
      step(pickupStoreId, subModelId, { time: Math.max(order.plannedPickup, facts.now), by: -1, ...trip });
    step(returnStoreId, subModelId, { time: end + facts.turnaroundMinutes * MINUTE, by: 1, ...trip });
  }
  for (const car of facts.cars) if (!out.has(car.id)) start(car.storeId, car.subModelId);
  for (const block of facts.blocks) {
    const car = cars.get(block.carId);
    if (!car || (block.end !== null && block.end <= facts.now)) continue;
    const orders = blocked.get(car.id)!;
    const begins = Math.max(block.start, facts.now);
    const storeId = placeAt(car.storeId, orders, begins);
    const time = readyAt(begins, orders, facts);
    if (block.end !== null && block.end <= time) continue;
    const moves = block.to !== null;
    step(storeId, car.subModelId, { time, by: -1, moves, orderId: null });
    if (block.end !== null) step(storeId, car.subModelId, { time: block.end, by: 1, moves, orderId: null });
    if (block.to !== null) {
      const nextDay = startOfDate(addDays(dateOf(time, block.to.timeZone), 1), block.to.timeZone);
      step(block.to.storeId, car.subModelId, { time: nextDay, by: 1, moves, orderId: null });
    }
  }
  return rows.map(({ storeId, subModelId, cars: standing, steps }) => ({
    storeId,
    subModelId,
    days: () => daysOfRow(standing, steps, facts.days),
    isShort: () => fallsShort(standing, steps, facts.days[0]?.start ?? 0),
  }));
}

/** From when on a block keeps a car that would be ready else: what begins in a turnaround takes nothing until that is over. */
const readyAt = (
  time: Instant,
  orders: readonly ForecastOrder[],
  { now, turnaroundMinutes }: Pick<ForecastFacts, 'now' | 'turnaroundMinutes'>,
): Instant =>
  orders.reduce((ready, order) => {
    const { end } = orderSpan(order, now);
    return end <= time ? Math.max(ready, end + turnaroundMinutes * MINUTE) : ready;
  }, time);

interface Booked {
  readonly storeId: number;
  readonly subModelId: number;
  /** Cars that stand there now. */
  cars: number;
  readonly steps: Step[];
}

/** Cars and steps by store and model; what comes or goes from `end` on is of no day that is asked for. */
function book(end: Instant) {
  const rows: Booked[] = [];
  const known = new Map<number, Map<number, Booked>>();
  const row = (storeId: number, subModelId: number): Booked => {
    const models = known.get(storeId) ?? new Map<number, Booked>();
    known.set(storeId, models);
    const found = models.get(subModelId) ?? { storeId, subModelId, cars: 0, steps: [] };
    if (!models.has(subModelId)) {
      models.set(subModelId, found);
      rows.push(found);
    }
    return found;
  };
  return {
    rows,
    start: (storeId: number, subModelId: number) => void (row(storeId, subModelId).cars += 1),
    step: (storeId: number, subModelId: number, step: Step): void => {
      const { steps } = row(storeId, subModelId);
      if (step.time < end) steps.push(step);
    },
  };
}

const byTime = (a: Step, b: Step): number => a.time - b.time || b.by - a.by;

/** Are there fewer cars than none at some moment from `start` on? Of steps at one moment only what they leave together counts. */
function fallsShort(cars: number, steps: readonly Step[], start: Instant): boolean {
  const leaving = steps.reduce((sum, { by }) => sum + (by === -1 ? 1 : 0), 0);
  // However they follow each other, as at most stores: nobody needs to sort them.
  if (leaving <= cars) return false;
  const sorted = steps.toSorted(byTime);
  let count = cars;
  let fewest = Infinity;
  sorted.forEach(({ time, by }, index) => {
    // What the first day begins with.
    if (fewest === Infinity && time > start) fewest = count;
    count += by;
    if (time >= start && sorted[index + 1]?.time !== time) fewest = Math.min(fewest, count);
  });
  return Math.min(fewest, count) < 0;
}

/** Whoever comes at the moment at which another leaves is there in time. */
function daysOfRow(cars: number, unsorted: readonly Step[], days: readonly StoreDay[]): readonly ForecastDay[] {
  const steps = unsorted.toSorted(byTime);
  let next = 0;
  let count = cars;
  const takeBefore = (end: Instant): readonly { readonly step: Step; readonly left: number }[] => {
    const taken: { step: Step; left: number }[] = [];
    for (; next < steps.length && steps[next]!.time < end; next += 1) {
      count += steps[next]!.by;
      taken.push({ step: steps[next]!, left: count });
    }
    return taken;
  };
  takeBefore(days[0]?.start ?? 0);
  return days.map((day) => {
    const before = count;
    const taken = takeBefore(day.end);
    const trips = taken.filter(({ step }) => step.moves);
    // Several steps at one moment happen together; one at midnight leaves nothing of the day before it.
    const moments = taken.filter(({ step }, index) => taken[index + 1]?.step.time !== step.time);
    const leftAlone = moments[0]?.step.time === day.start ? [] : [before];
    return {
      cars: Math.min(...leftAlone, ...moments.map(({ left }) => left)),
      arrivals: trips.filter(({ step }) => step.by === 1).length,
      departures: trips.filter(({ step }) => step.by === -1).length,
      short: trips.flatMap(({ step, left }) =>
        step.by === -1 && left < 0 && step.orderId !== null ? [step.orderId] : [],
      ),
    };
  });
}
