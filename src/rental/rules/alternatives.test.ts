import { describe, expect, it } from 'vitest';
import { sameDayPickups } from './alternatives.ts';
import { toWallClock } from './storeTime.ts';

const BANGKOK = 'Asia/Bangkok';
const at = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}+07:00`);
const clocks = (times: readonly number[]): readonly string[] =>
  times.map((time) => toWallClock(time, BANGKOK).slice(5, 16));

describe('other pickups of the day', () => {
  const offered = (wanted: string, now: string) => {
    const { earlier, later } = sameDayPickups(at(wanted), { timeZone: BANGKOK, now: at(now) });
    return { earlier: clocks(earlier), later: clocks(later) };
  };

  it('stand on the half hour, the nearest first, and never in the past', () => {
    const { earlier, later } = offered('2027-03-01 10:10', '2027-03-01 08:50');
    expect(earlier).toEqual(['03-01 10:00', '03-01 09:30', '03-01 09:00']);
    expect(later.slice(0, 2)).toEqual(['03-01 10:30', '03-01 11:00']);
    expect(later.at(-1)).toBe('03-01 23:30');
  });

  it('leave out the wanted one, and end with the day of the store', () => {
    const { earlier, later } = offered('2027-03-01 23:30', '2027-02-01 00:00');
    expect(later).toEqual([]);
    expect([earlier[0], earlier.at(-1), earlier.length]).toEqual(['03-01 23:00', '03-01 00:00', 47]);
  });
});
