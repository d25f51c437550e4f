import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, forecastCars, longestOn } from './index.ts';
import type { ForecastBlock, ForecastOrder, StoreDay } from './index.ts';

/** Twelve hours a day, four days: small enough that every hour can be looked at by itself. */
const DAY_HOURS = 12;
const days: readonly StoreDay[] = Array.from({ length: 4 }, (_, index) => ({
  date: `2027-03-0${index + 1}`,
  start: index * DAY_HOURS * HOUR,
  end: (index + 1) * DAY_HOURS * HOUR,
}));
const hoursOf = (day: StoreDay): readonly number[] =>
  Array.from({ length: DAY_HOURS }, (_, hour) => day.start + hour * HOUR);
const TURNAROUND = 60;

const span = fc
  .record({ from: fc.integer({ min: -20, max: 60 }), hours: fc.integer({ min: 1, max: 20 }) })
  .map(({ from, hours }) => ({ start: from * HOUR, end: (from + hours) * HOUR }));

describe('where the cars will be', () => {
  const store = fc.integer({ min: 1, max: 3 });
  const cars = fc.array(store, { minLength: 1, maxLength: 4 });
  const order = fc.record({ span, from: store, to: store, car: fc.integer({ min: -2, max: 3 }), out: fc.boolean() });
  const block = fc.record({
    ...{ span, car: fc.integer({ min: 0, max: 3 }), open: fc.boolean() },
    to: fc.option(store),
  });
  const NOW = 6 * HOUR;

  it('is what is left after everybody who comes and goes until that hour', () => {
    fc.assert(
      fc.property(
        cars,
        fc.array(order, { maxLength: 6 }),
        fc.array(block, { maxLength: 3 }),
        (stores, wishes, puts) => {
          const outAlready = new Set<number>();
          const orders = wishes.map((wish, index): ForecastOrder => {
            const carId = stores[wish.car] === undefined ? null : wish.car;
            const out = wish.out && carId !== null && !outAlready.has(carId);
            if (out) outAlready.add(carId);
            return {
              id: index,
              carId,
              subModelId: 1,
              status: out ? 2 : 1,
              pickupStoreId: wish.from,
              returnStoreId: wish.to,
              plannedPickup: wish.span.start,
              actualPickup: out ? wish.span.start : null,
              plannedReturn: wish.span.end,
            };
          });
          const blocks = puts.flatMap(({ span: { start, end }, car, open, to: storeId }): ForecastBlock[] => {
            if (stores[car] === undefined) return [];
            const to = storeId === null ? null : { storeId, timeZone: 'UTC' };
            return [{ carId: car, start, end: open || to ? null : end, to }];
          });
          const nextDay = (time: number): number => (Math.floor(time / DAY) + 1) * DAY;
          const facts = {
            ...{ days, now: NOW, turnaroundMinutes: TURNAROUND, orders, blocks },
            cars: stores.map((storeId, id) => ({ id, storeId, subModelId: 1 })),
          };
          const placeOf = (carId: number, time: number): number => {
            const before = orders.filter((each) => each.carId === carId && each.plannedReturn <= time);
            const latest = Math.max(...before.map((each) => each.plannedReturn));
            return before.find((each) => each.plannedReturn === latest)?.returnStoreId ?? stores[carId]!;
          };
          const countAt = (storeId: number, hour: number): number => {
            const standing = stores.filter((at, carId) => at === storeId && !outAlready.has(carId)).length;
            const gone = orders.filter(
              (each) =>
                each.status === 1 && each.pickupStoreId === storeId && Math.max(each.plannedPickup, NOW) <= hour,
            ).length;
            const come = orders.filter(
              (each) =>
                each.returnStoreId === storeId && Math.max(each.plannedReturn, NOW) + TURNAROUND * MINUTE <= hour,
            ).length;
            const beginsAt = ({ carId, start }: ForecastBlock): number =>
              Math.max(
                ...orders.flatMap((each) => {
                  const end = Math.max(each.plannedReturn, NOW);
                  return each.carId === carId && end <= Math.max(start, NOW) ? [end + TURNAROUND * MINUTE] : [];
                }),
                ...[start, NOW],
              );
            const kept = blocks.filter(
              (each) =>
                beginsAt(each) <= hour &&
                hour < (each.end ?? Infinity) &&
                placeOf(each.carId, Math.max(each.start, NOW)) === storeId,
            ).length;
            const brought = blocks.filter(
              (each) => each.to?.storeId === storeId && nextDay(beginsAt(each)) <= hour,
            ).length;
            return standing - gone + come - kept + brought;
          };
          const rows = forecastCars(facts);
          for (const storeId of [1, 2, 3]) {
            const row = rows.find((each) => each.storeId === storeId);
            const leastOf = (day: StoreDay): number => Math.min(...hoursOf(day).map((hour) => countAt(storeId, hour)));
            expect(row?.isShort() ?? false).toBe(days.some((day) => leastOf(day) < 0));
            days.forEach((day, index) => {
              const least = leastOf(day);
              expect(row?.days()[index]!.cars ?? 0).toBe(least);
              if (least < 0 && row!.days()[index]!.departures > 0 && countAt(storeId, day.start) >= 0)
                expect(row!.days()[index]!.short.length + blocks.length).toBeGreaterThan(0);
            });
          }
        },
      ),
    );
  });

  it('a one-way rental brings its car to the other store, and names itself where no car is left', () => {
    const facts = {
      ...{ days, now: 0, turnaroundMinutes: TURNAROUND, blocks: [] },
      cars: [{ id: 1, storeId: 1, subModelId: 1 }],
    };
    const trip = {
      carId: 1,
      subModelId: 1,
      status: 1,
      pickupStoreId: 1,
      returnStoreId: 2,
      actualPickup: null,
    } as const;
    const orders: ForecastOrder[] = [
      { ...trip, id: 1, plannedPickup: 2 * HOUR, plannedReturn: 14 * HOUR },
      { ...trip, id: 2, carId: null, plannedPickup: 26 * HOUR, plannedReturn: 40 * HOUR },
    ];
    const rows = forecastCars({ ...facts, orders });
    expect(rows.map(({ storeId, days: of }) => [storeId, of().map(({ cars }) => cars)])).toEqual([
      [1, [0, 0, -1, -1]],
      [2, [0, 0, 1, 1]],
    ]);
    expect(rows[0]!.days().map(({ short }) => short)).toEqual([[], [], [2], []]);
    expect(rows[1]!.days().map(({ arrivals }) => arrivals)).toEqual([0, 1, 0, 1]);
  });
});

it('of what a day has, the longest counts; the earlier one of two equal', () => {
  const day = days[1]!;
  const hour = (from: number, to: number | null) => ({ start: from * HOUR, end: to === null ? null : to * HOUR });
  expect(longestOn(day, [hour(0, 14), hour(15, 18), hour(19, null)])).toEqual(hour(19, null));
  expect(longestOn(day, [hour(16, 19), hour(12, 15)])).toEqual(hour(12, 15));
  expect(longestOn(day, [hour(0, 12), hour(24, 30)])).toBeNull();
});
