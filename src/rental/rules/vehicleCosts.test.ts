import { expect, test } from 'vitest';
import { carSums, carYears, runningCosts, type CarEntry } from './vehicleCosts.ts';

const ENTRIES: readonly CarEntry[] = [
  { kind: 'purchase', date: '2025-12-31', amount: 500_000 },
  { kind: 'maintenance', date: '2026-01-01', amount: 0.1 },
  { kind: 'maintenance', date: '2026-02-01', amount: 0.2 },
  { kind: 'insurance', date: '', amount: 900 },
  { kind: 'revenue', date: '2026-02-03', amount: 1_000 },
];

test('costs are added by kind and year to the satang, and stand against what the car brought in', () => {
  expect(carYears(ENTRIES).map(({ year, costs, revenue, result }) => [year, costs, revenue, result])).toEqual([
    ['2026', 0.3, 1_000, 999.7],
    ['2025', 500_000, 0, -500_000],
    ['', 900, 0, -900],
  ]);
  expect(carSums(ENTRIES)).toMatchObject({ maintenance: 0.3, inspection: 0, costs: 500_900.3, result: -499_900.3 });
});

test('a kilometre and a day cost what the car costs to run without its purchase, where they are known', () => {
  const sums = carSums(ENTRIES);
  const today = '2026-01-09';
  expect(runningCosts(sums, { mileage: 9_003, since: '2025-12-31', today })).toEqual({ perKm: 0.1, perDay: 90.03 });
  expect(runningCosts(sums, { mileage: 0, since: null, today })).toEqual({ perKm: null, perDay: null });
  expect(runningCosts(sums, { mileage: 0, since: '2027-01-01', today })).toEqual({ perKm: null, perDay: null });
});
