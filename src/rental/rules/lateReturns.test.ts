import { describe, expect, it } from 'vitest';
import { lateMinutes, marginMinutes, takeOverOrder } from './index.ts';
import { at } from './testing/builders.ts';

const now = at('2027-03-04 12:00');

describe('a late return', () => {
  it('leaves the next order the minutes until its pickup less the turnaround', () => {
    expect(marginMinutes(now, at('2027-03-04 15:00'), 120)).toBe(60);
    expect(marginMinutes(now, at('2027-03-04 14:00'), 120)).toBe(0);
    expect(marginMinutes(now, at('2027-03-04 11:00'), 120)).toBe(-180);
  });

  it('is late by whole minutes, never by less than none', () => {
    expect(lateMinutes(now, at('2027-03-04 10:30'))).toBe(90);
    expect(lateMinutes(now, at('2027-03-04 13:00'))).toBe(0);
  });
});

it('the booked model takes over first, then better ones from the nearest price on; worse ones and those without a price never', () => {
  const car = (id: number, subModelId: number, daily: number | null) => ({ id, plate: `P${id}`, subModelId, daily });
  const cars = [car(1, 3, 300_000), car(2, 2, 200_000), car(3, 1, 120_000), car(4, 4, 90_000), car(5, 5, null)];
  expect(takeOverOrder(cars, { subModelId: 1, daily: 120_000 }).map((each) => each.id)).toEqual([3, 2, 1]);
  expect(takeOverOrder(cars, { subModelId: 1, daily: null }).map((each) => each.id)).toEqual([3]);
});
