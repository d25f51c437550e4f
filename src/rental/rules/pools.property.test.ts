import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, carAvailability, forecastCars, leftFor, neededFor, newlyShort, poolDays, poolOf } from './index.ts';
import type { BlockHold, OpenOrder, StoreDay } from './index.ts';

/** Three stores, one model, two days in hours, an hour of turnaround: small enough that every way to give out the cars can be tried. */
const STORES = [1, 2, 3];
const TURN = 1;
const clock = { now: 0, turnaroundMinutes: TURN * 60 };

interface Car {
  readonly id: number;
  readonly storeId: number;
  readonly blocks: readonly { readonly kind: 'storage' | 'dispatch'; readonly from: number; readonly until: number }[];
}

interface Ask {
  readonly car: number | null;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly hours: number;
}

interface Booked extends Ask {
  readonly id: number;
}

const store = fc.constantFrom(...STORES);
const block = fc.oneof(
  fc.record({ kind: fc.constant('storage' as const), from: fc.nat(40), hours: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('dispatch' as const), from: fc.nat(40), hours: fc.constant(Infinity) }),
);
const car = fc.record({ storeId: store, block: fc.option(block, { freq: 3 }) });
const fleet = fc.array(car, { minLength: 1, maxLength: 4 }).map((cars) =>
  cars.map(({ storeId, block: one }, id): Car => ({
    ...{ id, storeId },
    blocks: one ? [{ kind: one.kind, from: one.from, until: one.from + one.hours }] : [],
  })),
);
const ask = fc.record({
  car: fc.option(fc.nat(3), { freq: 2 }),
  ...{ from: store, to: store, start: fc.nat(40), hours: fc.integer({ min: 1, max: 10 }) },
});

const orderOf = ({ id, car: carId, from, to, start, hours }: Booked): OpenOrder => ({
  ...{ orderId: id, orderNo: `R${id}`, status: 1, carId, subModelId: 1, pickupStoreId: from, returnStoreId: to },
  ...{ plannedPickup: start * HOUR, actualPickup: null, plannedReturn: (start + hours) * HOUR },
});

const blocksOf = (one: Car): readonly BlockHold[] =>
  one.blocks.map(({ kind, from, until }) => ({
    kind,
    start: from * HOUR,
    end: until === Infinity ? null : until * HOUR,
  }));

function factsAt(storeId: number, cars: readonly Car[], booked: readonly Booked[]) {
  const orders = booked.map(orderOf);
  return {
    ...{ storeId, ...clock },
    cars: cars.map((one) => ({
      storeId: one.storeId,
      orders: orders.filter(({ carId }) => carId === one.id),
      blocks: blocksOf(one),
    })),
    waiting: orders.filter(
      ({ carId, ...order }) => carId === null && [order.pickupStoreId, order.returnStoreId].includes(storeId),
    ),
  };
}

/** What the product says: how many are left, and whether the booking is taken. */
function asked(cars: readonly Car[], booked: readonly Booked[], wish: Booked) {
  const pool = (orders: readonly Booked[]) => poolOf(factsAt(wish.from, cars, orders));
  const trip = { pickup: wish.start * HOUR, returned: (wish.start + wish.hours) * HOUR };
  const places = { pickupStoreId: wish.from, returnStoreId: wish.to };
  const left = leftFor(pool(booked), neededFor({ ...trip, ...places }, clock.turnaroundMinutes));
  const isPromised = newlyShort(pool(booked), pool([...booked, wish])) === null;
  if (wish.car === null) return { left, taken: isPromised };
  const one = cars[wish.car]!;
  const { available } = carAvailability({
    ...{ ...clock, ...trip, ...places, timeZone: 'UTC', orderId: null, policies: [], blocks: blocksOf(one) },
    car: { status: 1, auditStatus: 1, storeId: one.storeId, inspectionExpiry: null },
    orders: booked.filter((each) => each.car === one.id).map(orderOf),
  });
  return { left, taken: available && isPromised };
}

/**
 * Can one car drive all of these? It is where the order before left it. Only where its own plates leave from elsewhere than they came to, somebody has
 * moved it: from where they left it, so no order without a plate may have taken it away.
 */
function drives(one: Car, orders: readonly Booked[]): boolean {
  let place = one.storeId;
  let placeOfPlates = one.storeId;
  let readyAt = 0;
  for (const order of orders.toSorted((a, b) => a.start - b.start)) {
    if (order.start < readyAt) return false;
    if (order.from !== place && (order.car === null || place !== placeOfPlates)) return false;
    if (one.blocks.some(({ from, until }) => order.start < until && from < order.start + order.hours)) return false;
    place = order.to;
    if (order.car !== null) placeOfPlates = order.to;
    readyAt = order.start + order.hours + TURN;
  }
  return true;
}

/** Tries every way to give the orders without a plate a car. */
function canServe(cars: readonly Car[], booked: readonly Booked[]): boolean {
  const waiting = booked.filter((each) => each.car === null).toSorted((a, b) => a.start - b.start);
  const given = cars.map((one) => booked.filter((each) => each.car === one.id));
  const give = (at: number): boolean => {
    const order = waiting[at];
    if (!order) return cars.every((one, index) => drives(one, given[index]!));
    return cars.some((one, index) => {
      const before = given[index]!;
      given[index] = [...before, order];
      const soFar = given[index].filter((each) => each.start <= order.start);
      const works = drives(one, soFar) && give(at + 1);
      given[index] = before;
      return works;
    });
  };
  return give(0);
}

/** Books what the product takes of these wishes, and looks at each step. */
function played(
  cars: readonly Car[],
  wishes: readonly Ask[],
  look: (step: {
    readonly booked: readonly Booked[];
    readonly wish: Booked;
    readonly left: number;
    readonly taken: boolean;
  }) => void,
): readonly Booked[] {
  let booked: readonly Booked[] = [];
  wishes.forEach((each, id) => {
    const wish = { ...each, id, car: each.car === null || !cars[each.car] ? null : each.car };
    const answer = asked(cars, booked, wish);
    look({ booked, wish, ...answer });
    if (answer.taken) booked = [...booked, wish];
  });
  return booked;
}

describe('what is promised', () => {
  it('can be driven: after every booking there is a car for every order, at its store, in its time', () => {
    fc.assert(
      fc.property(fleet, fc.array(ask, { maxLength: 8 }), (cars, wishes) => {
        played(cars, wishes, ({ booked, wish, left, taken }) => {
          if (wish.car === null) expect(left >= 1).toBe(taken);
          if (taken) expect(canServe(cars, [...booked, wish])).toBe(true);
        });
      }),
      { numRuns: 1_500 },
    );
  });

  it('is all that can be driven, where no car is kept for anything but orders without a plate', () => {
    const plain = fleet.map((cars) => cars.map((one) => ({ ...one, blocks: [] })));
    const waiting = ask.map((each) => ({ ...each, car: null }));
    fc.assert(
      fc.property(plain, fc.array(waiting, { maxLength: 7 }), (cars, wishes) => {
        played(cars, wishes, ({ booked, wish, taken }) => {
          expect(taken).toBe(canServe(cars, [...booked, wish]));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves as many as can be booked one after the other', () => {
    fc.assert(
      fc.property(fleet, fc.array(ask, { maxLength: 6 }), ask, (cars, wishes, last) => {
        let booked = played(cars, wishes, () => undefined);
        const wish = { ...last, car: null };
        const { left } = asked(cars, booked, { ...wish, id: 100 });
        for (let count = Math.max(0, left); count >= 0; count -= 1) {
          const next = { ...wish, id: 100 + count };
          expect(asked(cars, booked, next).taken).toBe(count > 0);
          booked = [...booked, next];
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('inventory and forecast', () => {
  const days: readonly StoreDay[] = [0, 1, 2].map((day) => ({
    ...{ date: `2027-03-0${day + 1}`, start: day * 24 * HOUR, end: (day + 1) * 24 * HOUR },
  }));

  it('count the cars of a store alike, each day at its tightest hour', () => {
    const noPlans = fleet.map((cars) =>
      cars.map((one) => ({ ...one, blocks: one.blocks.filter(({ kind }) => kind === 'storage') })),
    );
    fc.assert(
      fc.property(noPlans, fc.array(ask, { maxLength: 6 }), (cars, wishes) => {
        const booked = played(cars, wishes, () => undefined);
        // Whoever moves a car between two orders is in neither.
        fc.pre(
          cars.every((one) =>
            drives(
              one,
              booked.filter((each) => each.car === one.id).map((each) => ({ ...each, car: null })),
            ),
          ),
        );
        const rows = forecastCars({
          ...{ days, ...clock },
          cars: cars.map(({ id, storeId }) => ({ id, storeId, subModelId: 1 })),
          orders: booked.map(orderOf).map(({ orderId: id, ...order }) => ({ id, ...order })),
          blocks: cars.flatMap((one) => blocksOf(one).map((each) => ({ ...each, carId: one.id, to: null }))),
        });
        for (const storeId of STORES) {
          const counted = poolDays(factsAt(storeId, cars, booked), days);
          const row = rows.find((each) => each.storeId === storeId)?.days();
          counted.forEach(({ total, booked: out, storage, available }, index) => {
            expect(out + storage + available).toBe(total);
            expect(Math.min(out, storage)).toBeGreaterThanOrEqual(0);
            expect(available).toBe(row?.[index]!.cars ?? 0);
          });
        }
      }),
      { numRuns: 500 },
    );
  });
});
