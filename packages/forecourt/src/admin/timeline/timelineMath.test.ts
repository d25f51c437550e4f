import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  MINUTE_MS,
  barBox,
  dragged,
  lanesOf,
  nearestBar,
  sameRange,
  timeAt,
  visible,
  wallMs,
  wallText,
  xOf,
} from './timelineMath.ts';

const HOUR = 60 * MINUTE_MS;
const scale = { from: wallMs('2027-03-01'), days: 90, dayWidth: 36 };
const bar = (start: string, end: string) => ({ start: wallMs(start), end: wallMs(end) });

describe('what is in sight', () => {
  it('always has every row that a pixel of the window shows, and little more', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.integer({ min: 1, max: 2000 }), fc.nat(5000), (scroll, height, count) => {
        const { first, last } = visible(scroll, height, 40, count, 8);
        const shown = Array.from(
          { length: Math.ceil(height / 40) + 1 },
          (_, row) => Math.floor(scroll / 40) + row,
        ).filter((row) => row < count && row * 40 < scroll + height);
        expect(shown.every((row) => first <= row && row < last)).toBe(true);
        expect(last - first).toBeLessThanOrEqual(height / 40 + 2 + 4 * 8);
      }),
    );
  });

  it('changes once a block of rows, not with every pixel', () => {
    const at = (scroll: number) => visible(scroll, 600, 40, 5000, 8);
    expect(sameRange(at(3201), at(3239))).toBe(true);
    expect(new Set(Array.from({ length: 3200 }, (_, pixel) => JSON.stringify(at(10_000 + pixel)))).size).toBeLessThan(
      25,
    );
  });
});

describe('a time on the scale', () => {
  it('is where it is told back from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 * 24 * 60 }), (minutes) => {
        const time = scale.from + minutes * MINUTE_MS;
        expect(Math.abs(timeAt(xOf(time, scale), scale) - time)).toBeLessThan(1);
        expect(wallMs(wallText(time))).toBe(time);
      }),
    );
  });

  it('a bar lies within the days that are shown; without end it reaches to the last', () => {
    expect(barBox(bar('2027-03-02 12:00:00', '2027-03-04 12:00:00'), scale)).toEqual({ left: 54, width: 72 });
    expect(barBox({ start: wallMs('2027-02-01'), end: null }, scale)).toEqual({ left: 0, width: 90 * 36 });
    expect(barBox(bar('2027-03-01 10:00:00', '2027-03-01 10:01:00'), scale).width).toBe(6);
  });
});

describe('a bar that is dragged', () => {
  const trip = bar('2027-03-02 10:10:00', '2027-03-04 10:00:00');
  it('keeps its length and its minutes when whole days are dragged', () => {
    expect(dragged(trip, 0.6 * DAY_MS, 'whole', DAY_MS)).toEqual(bar('2027-03-03 10:10:00', '2027-03-05 10:00:00'));
    expect(dragged(trip, -80 * MINUTE_MS, 'whole', 30 * MINUTE_MS).start).toBe(wallMs('2027-03-02 08:40:00'));
  });
  it('by one end only, never turns round', () => {
    expect(dragged(trip, DAY_MS, 'end', DAY_MS).end).toBe(wallMs('2027-03-05 10:00:00'));
    expect(dragged(trip, -9 * DAY_MS, 'end', HOUR).end).toBe(trip.start + HOUR);
    expect(dragged(trip, 9 * DAY_MS, 'start', HOUR).start).toBe(trip.end - HOUR);
  });
});

it('bars that overlap lie in lanes of their own, and no more lanes than must be', () => {
  const spans = fc.array(fc.record({ start: fc.nat(50), length: fc.integer({ min: 1, max: 20 }) }), { maxLength: 12 });
  fc.assert(
    fc.property(spans, (made) => {
      const bars = made
        .map(({ start, length }) => ({ start, end: start + length }))
        .toSorted((a, b) => a.start - b.start);
      const { lanes, count } = lanesOf(bars);
      bars.forEach((one, index) =>
        bars.slice(index + 1).forEach((other, next) => {
          if (other.start < one.end) expect(lanes[index]).not.toBe(lanes[index + 1 + next]);
        }),
      );
      const most = Math.max(
        1,
        ...bars.map(({ start }) => bars.filter((each) => each.start <= start && start < each.end).length),
      );
      expect(count).toBe(most);
    }),
  );
});

it('the nearest bar covers the time, or has the smaller gap', () => {
  const bars = [
    { start: 0, end: 10 },
    { start: 20, end: null },
  ];
  expect([nearestBar(bars, 12), nearestBar(bars, 17), nearestBar(bars, 99), nearestBar([], 5)]).toEqual([0, 1, 1, -1]);
});
