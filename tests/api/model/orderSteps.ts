import fc from 'fast-check';
import { expect } from 'vitest';
import { RENTAL, draft } from '../rental.ts';
import {
  collides,
  couponOff,
  deducted,
  dueOf,
  giveBack,
  paidOf,
  payableOf,
  pendingOf,
  penaltyOf,
  totalOf,
  type Desk,
  type Order,
} from './desk.ts';
import { onOrder, step, type Ask, type Step } from './step.ts';
import { baht, call, check, wallClock } from './world.ts';

const NOTHING = fc.constant(null);
const DAYS = fc.integer({ min: 1, max: 5 });

/** Wall-clock hour: every run starts at noon. */
const hourOf = (hours: number): number => (12 + hours) % 24;
const isNight = (hours: number): boolean => hourOf(hours) >= 20 || hourOf(hours) < 8;

/** What a length costs: whole days, and a sixth of a day for each hour up to five. */
function lengthCost(hours: number): number {
  const rest = hours % 24;
  return Math.floor(hours / 24 + (rest > 5 ? 1 : 0)) * 1300_00 + (rest > 5 ? 0 : rest * 200_00);
}

const book: fc.Arbitrary<Step> = fc
  .record({
    inDays: fc.integer({ min: 0, max: 4 }),
    hour: fc.integer({ min: -2, max: 1 }),
    days: DAYS,
    car: fc.option(fc.nat(2), { nil: null }),
    depositType: fc.constantFrom(1 as const, 3 as const),
  })
  .map((form) =>
    step(`book ${JSON.stringify(form)}`, async (desk, real) => {
      const pickup = Math.ceil(desk.now / 24) * 24 + form.inDays * 24 + form.hour;
      const returned = pickup + form.days * 24;
      const car = form.car === null ? null : desk.cars[form.car]!.id;
      const times = { plannedPickupTime: wallClock(pickup), plannedReturnTime: wallClock(returned) };
      const place = { pickupStoreId: real.storeId, returnStoreId: real.storeId, subModelId: RENTAL.yaris };
      const body = draft({ ...times, ...place, carId: car, depositType: form.depositType });
      const answer = await call(real, desk, 'ops', '/order/save', body);
      if (answer.statusCode !== 200) return;
      const order: Order = {
        id: answer.data!.id,
        depositType: form.depositType,
        status: 1,
        car,
        pickup,
        returned,
        chargedUntil: returned,
        pickedUpAt: 0,
        outMileage: 0,
        backMileage: 0,
        days: form.days,
        manual: 0,
        overrun: 0,
        penalty: 0,
        coupon: null,
        couponOff: 0,
        income: { total: 0, orderDeposit: 0, violationDeposit: 0 },
        back: { total: 0, orderDeposit: 0, violationDeposit: 0 },
        renewals: [],
        refunds: [],
        deductions: [],
      };
      desk.orders.push(order);
      expect(collides(desk, order), 'a car is booked once').toBeUndefined();
      await check(real, desk, order, true);
    }),
  );

/** Priced anew for the days it now has; a coupon whose condition they do not meet goes back. */
function reprice(order: Order, days: number): void {
  order.days = days;
  order.returned = order.pickup + days * 24;
  order.chargedUntil = order.returned;
  const off = order.coupon ? couponOff(order.coupon, days) : 0;
  if (off === undefined) giveBack(order);
  else order.couponOff = off;
}

const modify = onOrder('modify', DAYS, async (order, days, ask, desk) => {
  const plannedReturnTime = wallClock(order.pickup + days * 24);
  const { done } = await ask('/order/save', { id: order.id, plannedReturnTime });
  if (!done) return false;
  expect(order.status).toBe(1);
  reprice(order, days);
  expect(collides(desk, order)).toBeUndefined();
  return true;
});

const editTime = onOrder('edit time', DAYS, async (order, days, ask, desk) => {
  const returned = order.pickup + days * 24;
  const { done } = await ask('/order/edittime', { id: order.id, plannedReturnTime: wallClock(returned) });
  if (!done) return false;
  expect([1, 2]).toContain(order.status);
  if (order.status === 1) reprice(order, days);
  else {
    expect(returned).toBeLessThanOrEqual(order.returned);
    order.returned = returned;
  }
  expect(collides(desk, order)).toBeUndefined();
  return true;
});

const renew = onOrder('renew', DAYS, async (order, days, ask, desk) => {
  const returned = order.returned + days * 24;
  const { done, data } = await ask('/order/renew', { orderId: order.id, time: wallClock(returned) });
  if (!done) return false;
  expect(order.status).toBe(2);
  const { returned: previous, chargedUntil: chargedFrom } = order;
  const fee = Math.max(0, lengthCost(returned - order.pickup) - lengthCost(chargedFrom - order.pickup));
  order.renewals.push({ id: data!.id, previous, chargedFrom, fee, valid: true });
  order.returned = returned;
  order.chargedUntil = Math.max(chargedFrom, returned);
  expect(collides(desk, order)).toBeUndefined();
  return true;
});

const cancelRenewal = onOrder('cancel renewal', fc.nat(2), async (order, which, ask) => {
  const renewal = order.renewals.at(-1 - (which % Math.max(1, order.renewals.length)));
  if (!renewal) return false;
  const { done } = await ask('/order/cancelrenew', { id: renewal.id, reason: 'comes back earlier' });
  const last = order.renewals.findLast(({ valid }) => valid);
  expect(done, 'only the last valid one').toBe(order.status === 2 && renewal === last);
  if (!done) return false;
  renewal.valid = false;
  order.returned = Math.min(renewal.previous, order.returned);
  order.chargedUntil = Math.max(renewal.chargedFrom, order.returned);
  return true;
});

const assign = onOrder('assign car', fc.nat(2), async (order, car, ask, desk) => {
  const { done } = await ask('/order/assigncar', { id: order.id, carId: desk.cars[car]!.id });
  if (!done) return false;
  expect(order.status).toBe(1);
  order.car = desk.cars[car]!.id;
  expect(collides(desk, order)).toBeUndefined();
  return true;
});

/** The car goes out now, with the money there and nobody else in it. */
const takeOut = async (order: Order, ask: Ask, desk: Desk): Promise<boolean> => {
  const car = desk.cars.find(({ id }) => id === (order.car ?? desk.cars[0]!.id))!;
  const { done } = await ask('/order/pickup', {
    id: order.id,
    carId: car.id,
    time: wallClock(desk.now),
    mileage: car.mileage + 5,
    oil: 8,
  });
  if (!done) return false;
  expect(order.status).toBe(1);
  expect(paidOf(order), 'no car leaves unpaid').toBeGreaterThanOrEqual(payableOf(order));
  expect(car.out, 'no car leaves twice').toBe(false);
  expect(desk.now).toBeGreaterThanOrEqual(order.pickup - 24);
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
    order.income.total += due;
  }
  desk.now = order.pickup;
  await takeOut(order, ask, desk);
  return true;
});

const rejectPickup = onOrder('reject pickup', NOTHING, async (order, _none, ask, desk) => {
  const { done } = await ask('/order/rejectpickup', { id: order.id, reason: 'wrong order' });
  const renewed = order.renewals.some(({ valid }) => valid);
  expect(done, 'a pickup can be undone while the car is out').toBe(order.status === 2 && !renewed);
  if (!done) return false;
  order.status = 1;
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
    const late = lengthCost(Math.max(24, time - order.pickup)) - lengthCost(order.chargedUntil - order.pickup);
    order.overrun = Math.max(0, late) + (isNight(time) ? 200_00 : 0);
    order.status = 3;
    Object.assign(car, { out: false, mileage: car.mileage + 100 });
    order.backMileage = car.mileage;
    return true;
  },
);

const rejectReturn = onOrder('reject return', NOTHING, async (order, _none, ask, desk) => {
  const { done } = await ask('/order/rejectreturn', { id: order.id, reason: 'wrong order' });
  if (!done) return false;
  expect(order.status).toBe(3);
  expect(order.back.orderDeposit + order.back.violationDeposit + deducted(order)).toBe(0);
  const car = desk.cars.find(({ id }) => id === order.car)!;
  expect(car.out).toBe(false);
  Object.assign(order, { status: 2, overrun: 0 });
  Object.assign(car, { out: true, mileage: car.mileage - (car.mileage === order.backMileage ? 100 : 0) });
  return true;
});

const cancel = onOrder('cancel', NOTHING, async (order, _none, ask, desk) => {
  const answer = await ask('/order/cancel', { id: order.id, reason: 'ill' });
  expect(answer.done).toBe(order.status === 1);
  if (!answer.done) return false;
  const penalty = penaltyOf(order, desk.now);
  const surplus = paidOf(order) - pendingOf(order) - deducted(order) - penalty;
  Object.assign(order, { status: -1, penalty });
  giveBack(order);
  const { refundId } = answer.data as unknown as { refundId: number | null };
  expect(refundId !== null).toBe(surplus > 0);
  if (refundId !== null)
    order.refunds.push({ id: refundId, item: 'total', amount: surplus, status: 0, askedBy: 'ops' });
  return true;
});

const fee = onOrder(
  'additional fee',
  fc.record({ type: fc.constantFrom(1, 2), amount: fc.constantFrom(1, 150_50, 900_00) }),
  async (order, { type, amount }, ask) => {
    const body = { orderId: order.id, type, amount: baht(amount), remark: 'agreed' };
    const { done } = await ask('/order/additionalfee', body);
    expect(done).toBe(order.status !== -1 && (type === 1 || amount <= totalOf(order)));
    if (done) order.manual += type === 1 ? amount : -amount;
    return done;
  },
);

const remark = onOrder('remark', NOTHING, async (order, _none, ask) => {
  const { done } = await ask('/order/remark', { id: order.id, remark: 'called' });
  expect(done).toBe(true);
  return done;
});

/** Until the end of March: later the prices of a holiday would begin. */
const advance: fc.Arbitrary<Step> = fc.constantFrom(1, 3, 9, 24, 50).map((hours) =>
  step(
    `${hours} hours later`,
    async (desk) => {
      desk.now += hours;
    },
    (desk) => desk.now < 24 * 30,
  ),
);

export const orderSteps: readonly fc.Arbitrary<Step>[] = [
  ...[book, modify, editTime, assign, pickup, handOver, handOver, handOver, rejectPickup, renew, renew, cancelRenewal],
  ...[bringBack, bringBack, rejectReturn, cancel, fee, remark, advance],
];
