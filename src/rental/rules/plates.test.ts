import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carsOfPlate, formerPlatesOf, isSamePlate, noticePlateProblems, plateChangeProblems } from './plates.ts';

const span = (carId: number, from: number | null, until: number | null, isLive = true) => ({
  carId,
  from,
  until,
  isLive,
});

describe('carsOfPlate', () => {
  it('names the car of that moment: its start belongs to a time, its end does not', () => {
    const spans = [span(1, null, 10), span(2, 20, null)];
    expect([9, 10, 19, 20].map((at) => carsOfPlate(spans, at))).toEqual([[1], [], [], [2]]);
  });

  it('lets what was put on last count, and a car of the fleet before one that has left', () => {
    expect(carsOfPlate([span(1, null, null, false), span(2, 20, null)], 30)).toEqual([2]);
    expect(carsOfPlate([span(1, null, null, false), span(2, null, null)], 30)).toEqual([2]);
    expect(carsOfPlate([span(1, null, null, false), span(2, null, null, false)], 30)).toEqual([1, 2]);
  });

  it('names one car at most where no times overlap, and the one that had it', () => {
    const cuts = fc
      .uniqueArray(fc.nat(100), { minLength: 2, maxLength: 8 })
      .map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(cuts, fc.nat(110), (times, at) => {
        const spans = times.map((from, index) => span(index, from, times[index + 1] ?? null));
        const had = times.findLastIndex((from) => from <= at);
        expect(carsOfPlate(spans, at)).toEqual(had < 0 ? [] : [had]);
      }),
    );
  });
});

describe('plateChangeProblems', () => {
  const facts = { plate: 'B 2', current: 'A 1', from: 50, now: 100, currentFrom: 20, since: '1 Jan' };
  const codes = (changes: object) =>
    plateChangeProblems({ ...facts, ...changes }).map(({ code, field }) => [code, field]);

  it('lets a plate change until now, from the start of the present one on', () => {
    for (const from of [20, 50, 100]) expect(codes({ from })).toEqual([]);
    expect(codes({ from: -5, currentFrom: null })).toEqual([]);
  });

  it('refuses another spelling of the plate, a time to come, and one before the present plate', () => {
    expect(codes({ plate: 'a-1' })).toEqual([['vehicle.refusal.samePlate', 'plate']]);
    expect(codes({ from: 101 })).toEqual([['vehicle.refusal.plateLater', 'plateFrom']]);
    expect(codes({ from: 19 })).toEqual([['vehicle.refusal.plateBefore', 'plateFrom']]);
  });
});

describe('noticePlateProblems', () => {
  const codes = (carId: number | null, cars: readonly number[]) =>
    noticePlateProblems(carId, cars).map(({ code }) => code);

  it('needs one car, or the named one among those that had the plate', () => {
    expect([codes(null, [1]), codes(1, [1, 2]), codes(1, [])]).toEqual([[], [], []]);
    expect(codes(null, [])).toEqual(['violation.refusal.plateOfNone']);
    expect(codes(null, [1, 2])).toEqual(['violation.refusal.plateOfSeveral']);
    expect(codes(3, [1])).toEqual(['violation.refusal.plateOfOther']);
  });
});

it('keeps the newest former plates that fit, each once', () => {
  expect(formerPlatesOf(['A 1', 'B 2', 'A 1'])).toBe('A 1, B 2');
  const many = Array.from({ length: 40 }, (_, at) => `PLATE NUMBER ${at} OF MANY`);
  const kept = formerPlatesOf(many);
  expect(kept.length).toBeLessThanOrEqual(400);
  expect(kept.startsWith(many.slice(0, 10).join(', '))).toBe(true);
});

it('compares plates in any spelling', () => {
  expect(isSamePlate('กข 5084', 'กข-5084')).toBe(true);
  expect(isSamePlate('AB 1', 'AB 2')).toBe(false);
});
