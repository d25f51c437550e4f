import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, dueOn } from '../turns.ts';

/** `YYYYMMDD` of a day. */
const seedOf = (day: number): number =>
  Number(new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''));

const days = fc.integer({ min: dayOf(20200101), max: dayOf(20991231) });

it('a day follows another over the ends of months and years, and a seed that is no day counts as itself', () => {
  expect([dayOf(20261231), dayOf(20270101)].map((day) => day - dayOf(20261230))).toEqual([1, 2]);
  expect(dayOf(20280301) - dayOf(20280228)).toBe(2);
  fc.assert(fc.property(days, (day) => dayOf(seedOf(day)) === day));
  expect(dayOf(7)).toBe(7);
});

it('whatever the day, each has exactly one turn in so many days, and no day is without one', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (first, count, most) => {
      const turn = Math.min(most, count);
      const all = Array.from({ length: count }, (_, index) => index);
      const run = Array.from({ length: turn }, (_, offset) => dueOn(dayOf(seedOf(first + offset)), all, turn));
      expect(run.flat().sort((one, other) => one - other)).toEqual(all);
      expect(run.every((due) => due.length >= Math.floor(count / turn))).toBe(true);
    }),
  );
});
