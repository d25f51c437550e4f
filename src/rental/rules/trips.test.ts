import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tripProblems, tripQuestions, type TripFacts } from './trips.ts';

const NOW = Date.parse('2027-03-02T10:00:00+07:00');
const HOUR = 3_600_000;
const FACTS: TripFacts = {
  ...{ start: NOW - 2 * HOUR, end: NOW - HOUR, startMileage: 10_000, endMileage: 10_008, now: NOW },
  ...{ carMileage: 10_000, before: 10_000, after: null, rented: false, inShop: false, onTrip: false },
};
const said = (changes: Partial<TripFacts>): readonly string[] =>
  tripProblems({ ...FACTS, ...changes }).map(({ code, field }) => `${field ?? ''}: ${code}`);
const asked = (changes: Partial<TripFacts>) => tripQuestions({ ...FACTS, ...changes });

describe('a trip without an order (D-CAR-20)', () => {
  it.each<[string, Partial<TripFacts>, readonly string[]]>([
    ['as it should be', {}, []],
    ['of no kilometres', { endMileage: 10_000 }, []],
    ['to come', { end: NOW + 2 * HOUR }, ['endTime: time.future']],
    ['of a car that is out', { rented: true }, ['carId: trip.refusal.rented']],
    ['of a car in the shop', { inShop: true }, ['carId: trip.refusal.inShop']],
    ['beside another', { onTrip: true }, ['startTime: trip.refusal.overlap']],
    ['that ends below its start', { endMileage: 9_999 }, ['endMileage: trip.refusal.endBelowStart']],
    ['that begins below the car', { startMileage: 9_999 }, ['startMileage: trip.refusal.startBelow']],
    ['entered late, within what was read since', { after: 10_500, carMileage: 10_500 }, []],
    ['entered late, above it', { after: 10_007, carMileage: 10_500 }, ['endMileage: trip.refusal.endAbove']],
    ['after the odometer was set back', { after: 600, before: 10_000, carMileage: 500, startMileage: 500, endMileage: 510 }, []], // prettier-ignore
  ])('%s', (_name, changes, expected) => {
    expect(said(changes)).toEqual(expected);
  });

  it('asks above 1,000 km a begun day, also where they lie before the trip, and not of a car without a mileage', () => {
    expect(asked({ endMileage: 11_000 })).toEqual([]);
    expect(asked({ endMileage: 11_001 })).toEqual([
      { code: 'trip.ask.unlikely', params: { distance: 1_001 }, field: 'confirmed' },
    ]);
    expect(asked({ start: NOW - 26 * HOUR, endMileage: 12_000 })).toEqual([]);
    expect(asked({ startMileage: 100_000, endMileage: 100_008 })).toHaveLength(1);
    expect(asked({ carMileage: 0, before: null, startMileage: 100_000, endMileage: 100_008 })).toEqual([]);
  });

  it('never lets the odometer run back, whatever is entered', () => {
    const km = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(km, km, km, (carMileage, startMileage, endMileage) => {
        const facts = { ...FACTS, before: carMileage, carMileage, startMileage, endMileage };
        if (tripProblems(facts).length === 0) expect(endMileage).toBeGreaterThanOrEqual(carMileage);
      }),
    );
  });
});
