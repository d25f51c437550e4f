import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, drivenSince, gpsFault, isNews, kilometresBetween, type GpsKnown, type GpsReading } from './index.ts';

const NOW = Date.parse('2027-03-01T10:00:00Z');
const BANGKOK = { latitude: 13.7563, longitude: 100.5018 };
const reading: GpsReading = { ...BANGKOK, time: NOW, speed: 40, mileage: 1_000 };
const known: GpsKnown = { ...BANGKOK, time: NOW - HOUR, speed: 0, mileage: 980 };
const facts = { now: NOW, isLand: (latitude: number) => latitude > 12 };

describe('a report', () => {
  it.each([
    ['is believed', {}, {}, null],
    [
      'is believed of a device that was never heard',
      {},
      { time: null, latitude: null, longitude: null, mileage: null },
      null,
    ],
    ['may be ten minutes ahead', { time: NOW + 600_000 }, {}, null],
    ['is not from the future', { time: NOW + 600_001 }, {}, 'future'],
    ['is on the globe', { latitude: 91 }, {}, 'badPosition'],
    ['is not where nothing is known', { latitude: 0, longitude: 0 }, {}, 'badPosition'],
    ['is not in the sea', { latitude: 10.5, longitude: 101.2 }, {}, 'sea'],
    ['is not 600 km away after an hour', { latitude: 18.79, longitude: 98.98 }, {}, 'jump'],
    ['does not count back', { mileage: 979 }, {}, 'mileageBack'],
    ['does not count 400 km in an hour', { mileage: 1_380 }, {}, 'mileageJump'],
    ['needs no mileage', { mileage: null }, {}, null],
  ] as const)('%s', (_name, change, before, fault) => {
    expect(gpsFault({ ...reading, ...change }, { ...known, ...before }, facts)).toBe(fault);
  });

  it('adds what was driven since the last one, and never takes kilometres away', () => {
    expect(drivenSince(reading, known)).toBe(20);
    expect(drivenSince(reading, { ...known, mileage: null })).toBe(0);
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (now, before) => {
        expect(drivenSince({ ...reading, mileage: now }, { ...known, mileage: before })).toBe(
          Math.max(0, now - before),
        );
      }),
    );
  });

  it('is news when it is younger than the last that was believed', () => {
    expect(isNews(reading, { time: null })).toBe(true);
    expect(isNews(reading, { time: NOW })).toBe(false);
    expect(isNews(reading, { time: NOW - 1 })).toBe(true);
  });

  it('is measured over the globe', () => {
    expect(kilometresBetween(BANGKOK, { latitude: 18.7883, longitude: 98.9853 })).toBeCloseTo(582, -1);
  });
});
