import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateOf,
  datesTouched,
  daysBetween,
  fromWallClock,
  overlaps,
  parseDate,
  parseTime,
  startOfDate,
  timeOfDay,
  toWallClock,
} from './storeTime.ts';

const ZONE = 'Asia/Bangkok';

describe('wall clock', () => {
  it('of Bangkok is seven hours ahead of UTC, with and without seconds', () => {
    const instant = Date.UTC(2027, 2, 1, 3, 0, 0);
    expect(fromWallClock('2027-03-01 10:00:00', ZONE)).toBe(instant);
    expect(fromWallClock('2027-03-01 10:00', ZONE)).toBe(instant);
    expect(toWallClock(instant, ZONE)).toBe('2027-03-01 10:00:00');
    expect(timeOfDay(instant, ZONE)).toBe(600);
  });

  it.each([
    '',
    '2027-03-01',
    '2027-3-1 10:00',
    '2027-02-29 10:00',
    '2027-13-01 10:00',
    '2027-03-01 24:00',
    '2027-03-01 10:60',
    '2027-03-01 10:00:60',
    '2027-03-01T10:00',
    ' 2027-03-01 10:00',
    '2027-03-01 10:00:00.000',
    'now',
  ])('that is nonsense (%s) is null', (text) => {
    expect(fromWallClock(text, ZONE)).toBeNull();
  });

  it('comes back for every second and zone without a change of clocks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.constantFrom(ZONE, 'Asia/Kolkata', 'Asia/Shanghai', 'Etc/UTC'),
        (seconds, zone) => {
          fc.pre(zone !== 'Asia/Shanghai' || seconds > 700_000_000);
          expect(fromWallClock(toWallClock(seconds * 1000, zone), zone)).toBe(seconds * 1000);
        },
      ),
    );
  });

  it('that a change of clocks skips moves forward, one that it doubles is the first', () => {
    const zone = 'Europe/Berlin';
    expect(toWallClock(fromWallClock('2027-03-28 02:30', zone) ?? 0, zone)).toBe('2027-03-28 03:30:00');
    expect(fromWallClock('2027-10-31 02:30', zone)).toBe(Date.UTC(2027, 9, 31, 0, 30));
  });

  it('of an unknown zone throws', () => {
    expect(() => toWallClock(0, 'Asia/Phuket')).toThrow(RangeError);
  });
});

describe('days', () => {
  it('begin at midnight of the store', () => {
    expect(dateOf(Date.UTC(2027, 1, 28, 17), ZONE)).toBe('2027-03-01');
    expect(startOfDate('2027-03-01', ZONE)).toBe(Date.UTC(2027, 1, 28, 17));
  });

  it('are counted on the calendar', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), (days) => {
        expect(daysBetween('2027-03-01', addDays('2027-03-01', days))).toBe(days);
      }),
    );
  });

  it('touched by a span leave out a day on whose first moment it ends', () => {
    const midnight = startOfDate('2027-03-03', ZONE);
    expect(datesTouched(startOfDate('2027-03-01', ZONE), midnight, ZONE)).toEqual({
      first: '2027-03-01',
      last: '2027-03-02',
    });
    expect(datesTouched(startOfDate('2027-03-01', ZONE), midnight + 1, ZONE)).toEqual({
      first: '2027-03-01',
      last: '2027-03-03',
    });
  });

  it.each([
    ['2027-02-28', '2027-02-28'],
    ['2027-02-29', null],
    ['27-02-28', null],
    ['2027-02-28 10:00', null],
  ])('%s parses to %s', (text, expected) => {
    expect(parseDate(text)).toBe(expected);
  });

  it.each([
    ['00:00', 0],
    ['20:00', 1200],
    ['20:00:00', 1200],
    ['24:00', 1440],
    ['24:01', null],
    ['10:60', null],
    ['9:00', null],
    ['', null],
  ])('time of day %s parses to %s', (text, expected) => {
    expect(parseTime(text)).toBe(expected);
  });
});

describe('intervals', () => {
  it('that touch do not overlap, open ends reach forever, empty ones overlap nothing', () => {
    expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false);
    expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true);
    expect(overlaps({ start: 0, end: null }, { start: 1e15, end: null })).toBe(true);
    expect(overlaps({ start: 5, end: 5 }, { start: 0, end: 10 })).toBe(false);
  });

  it('overlap exactly when they share a moment', () => {
    const interval = fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    const holds = (each: { start: number; end: number }, moment: number) => each.start <= moment && moment < each.end;
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const shared = Array.from({ length: 13 }, (_, moment) => holds(a, moment) && holds(b, moment)).includes(true);
        expect(overlaps(a, b)).toBe(shared);
        expect(overlaps(b, a)).toBe(shared);
      }),
    );
  });
});
