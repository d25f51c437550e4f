import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, leftFor, newlyShort } from './index.ts';

interface Time {
  readonly start: number;
  readonly end: number;
}
interface Asked extends Time {
  readonly orderId: number | null;
}
interface Counted {
  readonly now: number;
  readonly free: readonly Time[];
  readonly needs: readonly Asked[];
}

/** The rule without any short way: every need is tried in every free time. */
function canMeet(free: readonly Time[], needs: readonly Asked[]): boolean {
  const [need, ...later] = needs.toSorted((a, b) => a.start - b.start || a.end - b.end);
  if (!need) return true;
  return free.some((time, at) => {
    if (time.start > need.start || time.end < need.end) return false;
    return canMeet(free.with(at, { start: need.end, end: time.end }), later);
  });
}

/** Gives each need, the earliest first, the free time that ends soonest. */
function greedy(free: readonly Time[], needs: readonly Asked[]): readonly Asked[] {
  let times = free;
  return needs
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((need) => {
      const fitting = times.filter(({ start, end }) => start <= need.start && need.end <= end);
      const [best] = fitting.toSorted((a, b) => a.end - b.end);
      if (!best) return true;
      times = times.with(times.indexOf(best), { start: need.end, end: best.end });
      return false;
    });
}
const without = (free: readonly Time[], needs: readonly Asked[]): readonly Asked[] =>
  canMeet(free, needs) ? [] : greedy(free, needs);

const countAt = ({ free, needs }: Counted, moment: number): number => {
  const has = ({ start, end }: Time): boolean => start <= moment && moment < end;
  return free.filter(has).length - needs.filter(has).length;
};
const moments = (...all: readonly Counted[]): number[] =>
  all
    .flatMap(({ free, needs }) => [...free, ...needs].flatMap(({ start, end }) => [start, end]))
    .filter(Number.isFinite);

/** Orders that lose their car by the change; null where nothing is worse. */
function plainlyShort(before: Counted, after: Counted): readonly (number | null)[] | null {
  const had = without(before.free, before.needs).map(({ orderId }) => orderId);
  const short = without(
    after.free,
    after.needs.filter(({ orderId }) => !had.includes(orderId)),
  );
  const isServed = short.length === 0 || without(after.free, after.needs).length <= had.length;
  const isDeeper = moments(before, after).some(
    (moment) => countAt(after, moment) < Math.min(0, countAt(before, moment)),
  );
  return isServed && !isDeeper ? null : short.map(({ orderId }) => orderId);
}

/** How many more times are left: as many as can be met beside those that are. */
function plainlyLeft(pool: Counted, time: Time): number {
  const inside = [time.start, ...moments(pool).filter((moment) => time.start < moment && moment < time.end)];
  const most = Math.min(...inside.map((moment) => countAt(pool, moment)));
  const short = without(pool.free, pool.needs);
  const met = pool.needs.filter((need) => !short.includes(need));
  let left = Math.min(most, 0);
  const more = (count: number): readonly Asked[] => Array.from({ length: count }, () => ({ ...time, orderId: null }));
  while (left < most && canMeet(pool.free, [...met, ...more(left + 1)])) left += 1;
  return left;
}

const hours = fc.tuple(fc.nat(20), fc.oneof(fc.integer({ min: 1, max: 14 }), fc.constant(Infinity)));
const time = hours.map(([start, length]): Time => ({ start: start * HOUR, end: (start + length) * HOUR }));
const counted = fc
  .record({ free: fc.array(time, { maxLength: 5 }), needs: fc.array(time, { maxLength: 5 }) })
  .map(({ free, needs }): Counted => ({
    ...{ now: 0, free },
    needs: needs.map((need, orderId) => ({ ...need, orderId })),
  }));

describe('what is left and who loses', () => {
  it('is what the rule says without any short way, of times that change anyhow', () => {
    fc.assert(
      fc.property(counted, counted, time, (before, after, wish) => {
        expect(newlyShort(before, after)).toEqual(plainlyShort(before, after));
        expect(leftFor(before, wish)).toBe(plainlyLeft(before, wish));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is what the rule says without any short way, of one order more', () => {
    fc.assert(
      fc.property(counted, time, (before, wish) => {
        const after = { ...before, needs: [...before.needs, { ...wish, orderId: 100 }] };
        expect(newlyShort(before, after)).toEqual(plainlyShort(before, after));
      }),
      { numRuns: 3_000 },
    );
  });
});

it('says at once that a trip which no car holds is not to be had, however many cars and orders there are', () => {
  const DAY = 24 * HOUR;
  const pool: Counted = {
    now: 0,
    free: Array.from({ length: 1_000 }, (_, at) => ({ start: at * HOUR, end: at * HOUR + 3 * DAY })),
    needs: Array.from({ length: 60 }, (_, at) => ({ orderId: at, start: at * DAY, end: (at + 2) * DAY })),
  };
  // Looks at the orders are counted, not the clock: a search looks at one of them for every free time that it tries.
  let looks = 0;
  const needs = pool.needs.map(
    (one) =>
      new Proxy(one, {
        get(target, name: keyof Asked) {
          looks += 1;
          return target[name];
        },
      }),
  );
  const wish = { start: 10 * DAY, end: 40 * DAY };
  expect(leftFor({ ...pool, needs }, wish)).toBe(0);
  expect(newlyShort(pool, { ...pool, needs: [...needs, { ...wish, orderId: 100 }] })).toEqual([100]);
  expect(looks).toBeLessThan(1_000_000);
});
