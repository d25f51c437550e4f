import { orderSpan, placeAt } from './availability.ts';
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
 * Where the cars of each model will be: a car leaves its store with its pickup, and is ready at the store it is brought back to when the turnaround
 * is over; storage and shop keep it from the store where it stands then, and a planned dispatch takes it to its new store for the next day. An overdue car is expected now, and an order whose pickup is overdue
 * takes its car now. Booked pickups are believed, cars or not: what falls below zero is missing.
 */
export function forecastCars(facts: ForecastFacts): readonly ForecastRow[] {
  const { rows, start, step } = book();
  const ordersOf = new Map<number, ForecastOrder[]>();
  const models = new Map(facts.cars.map((car) => [car.id, car.subModelId]));
  for (const order of facts.orders) {
    const subModelId = (order.carId === null ? undefined : models.get(order.carId)) ?? order.subModelId;
    if (order.carId !== null) ordersOf.set(order.carId, [...(ordersOf.get(order.carId) ?? []), order]);
    const { end } = orderSpan(order, facts.now);
    if (order.status === 1)
      step(order.pickupStoreId, subModelId, {
        time: Math.max(order.plannedPickup, facts.now),
        by: -1,
        moves: true,
        orderId: order.id,
      });
    step(order.returnStoreId, subModelId, {
      time: end + facts.turnaroundMinutes * MINUTE,
      by: 1,
      moves: true,
      orderId: order.id,
    });
  }
  for (const car of facts.cars) {
    const out = (ordersOf.get(car.id) ?? []).some((order) => order.status === 2);
    if (!out) start(car.storeId, car.subModelId);
  }
  const carsById = new Map(facts.cars.map((car) => [car.id, car]));
  for (const block of facts.blocks) {
    const car = carsById.get(block.carId);
    if (!car || (block.end !== null && block.end <= facts.now)) continue;
    const time = Math.max(block.start, facts.now);
    const storeId = placeAt(car.storeId, ordersOf.get(car.id) ?? [], time);
    const moves = block.to !== null;
    step(storeId, car.subModelId, { time, by: -1, moves, orderId: null });
    if (block.end !== null) step(storeId, car.subModelId, { time: block.end, by: 1, moves, orderId: null });
    if (block.to !== null) {
      const nextDay = startOfDate(addDays(dateOf(time, block.to.timeZone), 1), block.to.timeZone);
      step(block.to.storeId, car.subModelId, { time: nextDay, by: 1, moves, orderId: null });
    }
  }
  const whole = facts.days.length === 0 ? [] : [{ start: facts.days[0]!.start, end: facts.days.at(-1)!.end }];
  return [...rows.values()].map(({ storeId, subModelId, cars, steps }) => ({
    storeId,
    subModelId,
    days: () => daysOfRow(cars, steps, facts.days),
    // No more leave than stand there, whenever they do; or fewest of all days are below zero.
    isShort: () =>
      steps.filter(({ by }) => by === -1).length > cars && daysOfRow(cars, steps, whole).some((all) => all.cars < 0),
  }));
}

/** Cars and steps by store and model. */
function book() {
  const rows = new Map<string, { storeId: number; subModelId: number; cars: number; steps: Step[] }>();
  const row = (storeId: number, subModelId: number) => {
    const key = `${storeId} ${subModelId}`;
    const known = rows.get(key) ?? { storeId, subModelId, cars: 0, steps: [] };
    rows.set(key, known);
    return known;
  };
  return {
    rows,
    start: (storeId: number, subModelId: number) => void (row(storeId, subModelId).cars += 1),
    step: (storeId: number, subModelId: number, step: Step) => void row(storeId, subModelId).steps.push(step),
  };
}

/** Whoever comes at the moment at which another leaves is there in time. */
function daysOfRow(
  cars: number,
  unsorted: readonly Step[],
  days: readonly Pick<StoreDay, 'start' | 'end'>[],
): readonly ForecastDay[] {
  const steps = unsorted.toSorted((a, b) => a.time - b.time || b.by - a.by);
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
