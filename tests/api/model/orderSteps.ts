import fc from 'fast-check';
import { expect } from 'vitest';
import { RENTAL, draft } from '../rental.ts';
import {
  HOLIDAYS,
  collides,
  couponOff,
  deducted,
  dueOf,
  giveBack,
  lengthCost,
  coverPenalty,
  paidOf,
  pendingOf,
  penaltyOf,
  totalOf,
  tripOf,
  type Desk,
  type Order,
  type Place,
  type Tariff,
} from './desk.ts';
import { fits, standsAt } from './places.ts';
import { onOrder, step, type Ask, type Step } from './step.ts';
import { baht, call, check, wallClock } from './world.ts';

const NOTHING = fc.constant(null);
const DAYS = fc.integer({ min: 1, max: 5 });
const HOTEL = { pickupAddress: 'Hotel', pickupLatitude: 7.5, pickupLongitude: 98.5 };

const book: fc.Arbitrary<Step> = fc
  .record({
    inDays: fc.integer({ min: 0, max: 4 }),
    hour: fc.integer({ min: -2, max: 1 }),
    days: DAYS,
    car: fc.option(fc.nat(2), { nil: null }),
    depositType: fc.constantFrom(1 as const, 3 as const),
    waived: fc.constantFrom(null, null, 'orderDeposit' as const, 'violationDeposit' as const),
    atDoor: fc.boolean(),
    from: fc.constantFrom<Place>('here', 'here', 'here', 'there'),
    to: fc.constantFrom<Place>('here', 'here', 'there'),
  })
  .map((form) =>
    step(`book ${JSON.stringify(form)}`, async (desk, real) => {
      const pickup = Math.ceil(desk.now / 24) * 24 + form.inDays * 24 + form.hour;
      const returned = pickup + form.days * 24;
      const car = form.car === null ? null : desk.cars[form.car]!.id;
      const times = { plannedPickupTime: wallClock(pickup), plannedReturnTime: wallClock(returned) };
      const { from, to } = form;
      const place = { pickupStoreId: real.stores[from], returnStoreId: real.stores[to], subModelId: RENTAL.yaris };
      const { tariff } = desk;
      const hotel = { pickupType: tariff.door > 0 ? 2 : 1, ...HOTEL };
      const { depositType, atDoor } = form;
      const waived = depositType === 1 ? form.waived : null;
      const flag = waived && { [`${waived}Waived`]: 1 };
      const body = draft({ ...times, ...place, carId: car, depositType, ...flag, ...(atDoor && hotel) });
      const free = fits(desk, tripOf(pickup, returned), null, { car, from, to });
      const stands = car === null || standsAt(desk, null, car, from, pickup);
      const answer = await call(real, desk, 'ops', '/order/save', body);
      if (answer.statusCode !== 200) return;
      expect({ free, stands }, 'no promised car is booked, and none that is elsewhere').toEqual({
        free: true,
        stands: true,
      });
      const order: Order = {
        id: answer.data!.id,
        depositType,
        waived,
        tariff,
        atDoor,
        from,
        to,
        bookedFrom: pickup,
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
        held: { orderDeposit: 0, violationDeposit: 0 },
        renewals: [],
        refunds: [],
        deductions: [],
        preauths: [],
      };
      desk.orders.push(order);
      expect(collides(desk, order), 'a car is booked once').toBeUndefined();
      await check(real, desk, order, true);
    }),
  );

/** Priced anew for the time it now has; a coupon whose condition that does not meet goes back. */
function reprice(order: Order, pickup: number, days: number): void {
  order.days = days;
  order.bookedFrom = pickup;
  order.pickup = pickup;
  order.returned = pickup + days * 24;
  order.chargedUntil = order.returned;
  const off = order.coupon ? couponOff(order.coupon, order) : 0;
  if (off === undefined) giveBack(order);
  else order.couponOff = off;
}

/** Into holidays and out of them again, earlier and later. */
const MOVE = fc.record({ days: DAYS, by: fc.constantFrom(0, 0, -6, -3, -1, 1, 4) });

const move =
  (path: string) =>
  async (order: Order, { days, by }: { days: number; by: number }, ask: Ask, desk: Desk) => {
    const pickup = order.pickup + by * 24;
    const returned = pickup + days * 24;
    const times = { plannedPickupTime: wallClock(pickup), plannedReturnTime: wallClock(returned) };
    const free = fits(desk, tripOf(pickup, returned), order, order, [order.from, order.to]);
    const stands = order.car === null || standsAt(desk, order, order.car, order.from, pickup);
    const { done } = await ask(path, { id: order.id, ...times });
    if (!done) return false;
    expect(order.status).toBe(1);
    expect({ free, stands }, 'no promised car is taken by a move').toEqual({ free: true, stands: true });
    reprice(order, pickup, days);
    expect(collides(desk, order)).toBeUndefined();
    return true;
  };

const modify = onOrder('modify', MOVE, move('/order/save'));
const moveBefore = move('/order/edittime');

const editTime = onOrder('edit time', MOVE, async (order, choice, ask, desk) => {
  if (order.status !== 2) return moveBefore(order, choice, ask, desk);
  // In use: nearer, down to the hour after next, which may lie before the planned pickup of a car that left early.
  const returned = choice.by < 0 ? desk.now + 2 : order.pickup + choice.days * 24;
  const { done } = await ask('/order/edittime', { id: order.id, plannedReturnTime: wallClock(returned) });
  expect(done).toBe(returned <= order.returned && returned > order.pickedUpAt);
  if (done) order.returned = returned;
  return done;
});

const renew = onOrder('renew', DAYS, async (order, days, ask, desk) => {
  const returned = order.returned + days * 24;
  const { done, data } = await ask('/order/renew', { orderId: order.id, time: wallClock(returned) });
  if (!done) return false;
  expect(order.status).toBe(2);
  const { returned: previous, chargedUntil: chargedFrom } = order;
  const costUntil = (end: number) => lengthCost(order.tariff, order.pickup, end);
  const fee = Math.max(0, costUntil(returned) - costUntil(chargedFrom));
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
  expect(standsAt(desk, order, desk.cars[car]!.id, order.from, order.pickup), 'the car is there then').toBe(true);
  order.car = desk.cars[car]!.id;
  expect(collides(desk, order)).toBeUndefined();
  return true;
});

/** Called off, or closed because nobody came: the same money (O13, O22). */
const close = (path: string) => async (order: Order, _none: null, ask: Ask, desk: Desk) => {
  const answer = await ask(path, { id: order.id, reason: 'ill' });
  const isTime = path === '/order/cancel' || desk.now >= order.pickup;
  expect(answer.done).toBe(order.status === 1 && isTime);
  if (!answer.done) return false;
  const penalty = penaltyOf(order, desk.now);
  const surplus = paidOf(order) - pendingOf(order) - deducted(order) - penalty;
  Object.assign(order, { status: -1, penalty });
  coverPenalty(order);
  giveBack(order);
  // One for each way by which the money came; together what is beyond the penalty.
  const { refunds } = answer.data as unknown as { refunds: { id: number; amount: number }[] };
  const back = refunds.map(({ id, amount }) => ({ id, amount: Math.round(amount * 100) }));
  expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.max(0, surplus));
  for (const refund of back)
    order.refunds.push({ ...refund, item: 'total', status: 0, askedBy: 'ops', confirmed: false });
  return true;
};
const cancel = onOrder('cancel', NOTHING, close('/order/cancel'));
const noShow = onOrder('no-show', NOTHING, close('/order/noshow'));

/** What a cancelled order owes is given up: less is asked for, and nothing is due. */
const waivePenalty = onOrder('waive penalty', NOTHING, async (order, _none, ask) => {
  const due = dueOf(order);
  const { done } = await ask('/order/waivepenalty', { id: order.id, reason: 'a regular' });
  expect(done).toBe(order.status === -1 && due > 0);
  if (done) order.penalty -= due;
  return done;
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

/** The desk asks something else from now on; orders that are there keep what they were booked at. */
const changePrices: fc.Arbitrary<Step> = fc
  .record<Tariff>({
    daily: fc.constantFrom(1200_00, 1200_00, 1500_00, 999_99),
    holidays: fc.tuple(...HOLIDAYS.map(() => fc.constantFrom(2000_00, 2000_00, 1000_01, null))),
    door: fc.constantFrom(300_00, 555_00, 0),
    nightReturn: fc.constantFrom(200_00, 350_00, 0),
  })
  .map((tariff) =>
    step(`from now on ${JSON.stringify(tariff)}`, async (desk, real) => {
      const { daily, holidays, door, nightReturn } = tariff;
      for (const id of Object.values(real.stores)) {
        const store = { id, fee: baht(door), nightReturnFee: baht(nightReturn) };
        expect((await call(real, desk, 'ops', '/basics/store/save', store)).statusCode).toBe(200);
      }
      const holidayPrices = holidays.flatMap((price, index) =>
        price === null ? [] : [{ holidayId: real.holidayIds[index], dailyPrice: baht(price) }],
      );
      for (const id of real.priceIds) {
        const price = { id, dailyPrice: baht(daily), holidayPrices };
        expect((await call(real, desk, 'ops', '/carprice/save', price)).statusCode).toBe(200);
      }
      desk.tariff = tariff;
    }),
  );

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
  // Few orders owe a penalty: it is tried more often than the rest.
  ...[book, modify, editTime, assign, cancel, noShow, waivePenalty, waivePenalty, waivePenalty],
  ...[renew, renew, cancelRenewal],
  ...[fee, remark, advance, changePrices],
];
