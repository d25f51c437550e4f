import fc from 'fast-check';
import { expect } from 'vitest';
import {
  deducted,
  dueOf,
  isAbandoned,
  lengthCost,
  mayLeave,
  take,
  spanOf,
  takenBy,
  tripOf,
  type Desk,
  type Order,
  type Span,
} from './desk.ts';
import { fits } from './places.ts';
import { onOrder, type Ask, type Step } from './step.ts';
import { baht, wallClock } from './world.ts';

const NOTHING = fc.constant(null);

/** Wall-clock hour: every run starts at noon. */
const hourOf = (hours: number): number => (12 + hours) % 24;
const isNight = (hours: number): boolean => hourOf(hours) >= 20 || hourOf(hours) < 8;

/** Has anybody else this car at the time, overdue orders until now? */
const carIsNeeded = (desk: Desk, order: Order, { from, to }: Span): boolean =>
  desk.orders.some((other) => {
    if (other === order || other.car !== order.car || (other.status !== 1 && other.status !== 2)) return false;
    if (isAbandoned(other, desk.now)) return false;
    const span = spanOf(other, desk.now);
    return from < span.to && span.from < to;
  });

/** The car goes out now, with the money there and nobody else in it. */
const takeOut = async (order: Order, ask: Ask, desk: Desk): Promise<boolean> => {
  const car = desk.cars.find(({ id }) => id === (order.car ?? desk.cars[0]!.id))!;
  const isLate = isAbandoned(order, desk.now);
  const trip = isLate ? tripOf(desk.now, desk.now) : tripOf(Math.min(desk.now, order.pickup), order.returned);
  const free = fits(desk, trip, order, { ...order, car: car.id });
  const early = order.car !== null && order.status === 1 && desk.now < order.pickup && desk.now >= order.pickup - 24;
  const possible =
    early && free && car.at === order.from && !car.out && mayLeave(order, desk.now) && !carIsNeeded(desk, order, trip);
  const { done } = await ask('/order/pickup', {
    id: order.id,
    carId: car.id,
    time: wallClock(desk.now),
    mileage: car.mileage + 5,
    oil: 8,
  });
  if (!done) {
    expect(possible, 'a car that nobody else was promised may leave early').toBe(false);
    return false;
  }
  expect(order.status).toBe(1);
  expect(free, 'no promised car leaves early').toBe(true);
  expect(mayLeave(order, desk.now), 'no car leaves unpaid').toBe(true);
  expect(car.out, 'no car leaves twice').toBe(false);
  expect(desk.now).toBeGreaterThanOrEqual(order.pickup - 24);
  expect(car.at, 'a car leaves from where it stands').toBe(order.from);
  Object.assign(car, { out: true, mileage: car.mileage + 5 });
  Object.assign(order, { status: 2, car: car.id, pickedUpAt: desk.now, outMileage: car.mileage });
  return true;
};

const pickup = onOrder('pickup', NOTHING, (order, _none, ask, desk) => takeOut(order, ask, desk));

/** What a counter does most: takes the money, waits for the day, hands the car over. */
const handOver = onOrder('hand over', NOTHING, async (order, _none, ask, desk) => {
  if (order.status !== 1 || desk.now > order.pickup) return false;
  const due = dueOf(order);
  if (due > 0) {
    const payment = { orderId: order.id, amount: baht(due), method: 5 };
    expect((await ask('/order/payment/save', payment)).done).toBe(true);
    take(order, 'total', due);
  }
  desk.now = order.pickup;
  await takeOut(order, ask, desk);
  return true;
});

const rejectPickup = onOrder('reject pickup', NOTHING, async (order, _none, ask, desk) => {
  // A return before the planned pickup is none without the early pickup: it is where it was paid for.
  const returned = order.returned > order.pickup ? order.returned : order.chargedUntil;
  const free = returned === order.returned || fits(desk, tripOf(order.pickup, returned), order);
  const taken = takenBy(desk, order, tripOf(order.pickup, returned));
  const { done } = await ask('/order/rejectpickup', { id: order.id, reason: 'wrong order' });
  const renewed = order.renewals.some(({ valid }) => valid);
  if (returned === order.returned)
    expect(done, 'a pickup can be undone while its car is out').toBe(
      order.status === 2 && !renewed && order.changed !== true,
    );
  if (!done) return false;
  expect([order.status, renewed, free, taken, order.changed]).toEqual([2, false, true, undefined, undefined]);
  Object.assign(order, { status: 1, returned });
  const car = desk.cars.find(({ id }) => id === order.car)!;
  // Somebody else has driven it since: the odometer does not go back.
  Object.assign(car, { out: false, mileage: car.mileage - (car.mileage === order.outMileage ? 5 : 0) });
  return true;
});

const bringBack = onOrder(
  'return',
  fc.constantFrom('now', 'as planned', 'three hours late', 'at once'),
  async (order, when, ask, desk) => {
    const times = {
      now: desk.now,
      'as planned': order.returned,
      'three hours late': order.returned + 3,
      'at once': order.pickedUpAt,
    };
    const time = times[when as keyof typeof times];
    const car = desk.cars.find(({ id }) => id === (order.car ?? desk.cars[0]!.id))!;
    const { done } = await ask('/order/return', {
      id: order.id,
      carId: car.id,
      time: wallClock(time),
      mileage: car.mileage + 100,
      oil: 7,
    });
    expect(done, `return ${when}`).toBe(order.status === 2 && time <= desk.now && time >= order.pickedUpAt);
    if (!done) return false;
    const costUntil = (end: number) => lengthCost(order.tariff, order.pickup, end);
    const late = time > order.chargedUntil ? costUntil(time) - costUntil(order.chargedUntil) : 0;
    order.overrun = Math.max(0, late) + (isNight(time) ? order.tariff.nightReturn : 0);
    order.status = 3;
    Object.assign(car, { out: false, mileage: car.mileage + 100, at: order.to });
    order.backMileage = car.mileage;
    return true;
  },
);

const undoReturn = async (order: Order, _none: null, ask: Ask, desk: Desk): Promise<boolean> => {
  const free = fits(desk, tripOf(desk.now, order.returned), order);
  const { done } = await ask('/order/rejectreturn', { id: order.id, reason: 'wrong order' });
  if (!done) return false;
  expect(order.status).toBe(3);
  expect(free, 'no promised car is taken by undoing a return').toBe(true);
  expect(order.back.orderDeposit + order.back.violationDeposit + deducted(order)).toBe(0);
  const car = desk.cars.find(({ id }) => id === order.car)!;
  expect(car.out).toBe(false);
  Object.assign(order, { status: 2, overrun: 0 });
  Object.assign(car, {
    out: true,
    at: order.from,
    mileage: car.mileage - (car.mileage === order.backMileage ? 100 : 0),
  });
  return true;
};
const rejectReturn = onOrder('reject return', NOTHING, undoReturn, ({ status }) => status === 3);

/** Another car of the store goes on with the order; what is possible is judged as for a car that leaves now. */
const changeCar = onOrder('change car', fc.nat(2), async (order, pick, ask, desk) => {
  const car = desk.cars[pick]!;
  const old = desk.cars.find(({ id }) => id === (order.car ?? desk.cars[0]!.id))!;
  const trip = tripOf(desk.now, Math.max(order.returned, desk.now));
  const as = { ...order, car: car.id, status: 1 as const };
  const taken = desk.orders.some((other) => other !== order && carIsNeeded({ ...desk, orders: [other] }, as, trip));
  const { done } = await ask('/order/changecar', {
    ...{ id: order.id, oldCarId: old.id, carId: car.id, time: wallClock(desk.now), reason: 'wish', fate: 'free' },
    ...{ mileage: old.mileage + 7, oil: 6, newMileage: car.mileage + 3, newOil: 8 },
  });
  if (!done) return false;
  expect(order.status, 'only an order that is out changes its car').toBe(2);
  expect(car.out, 'no car leaves twice').toBe(false);
  expect(taken, 'no promised car is taken by a change').toBe(false);
  expect(car).not.toBe(old);
  expect(car.at, 'the new car stands there').toBe(order.from);
  Object.assign(old, { out: false, mileage: old.mileage + 7 });
  Object.assign(car, { out: true, mileage: car.mileage + 3 });
  Object.assign(order, { car: car.id, pickedUpAt: desk.now, changed: true });
  return true;
});

/** What happens at the door of the counter: cars go out and come back, and what was booked wrongly is undone. */
export const handoverSteps: readonly fc.Arbitrary<Step>[] = [
  pickup,
  handOver,
  handOver,
  handOver,
  rejectPickup,
  changeCar,
  changeCar,
  bringBack,
  bringBack,
  rejectReturn,
];
