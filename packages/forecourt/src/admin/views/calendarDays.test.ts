import { describe, expect, it } from 'vitest';
import { byDay, daysOf, daysShown, lanesOf, stepped, windowFilters } from './calendarDays.ts';

const pair = {
  start: 'from',
  end: 'to',
  openEnd: true,
  startFilter: 'from',
  endFilter: 'to',
  fields: [],
} as const;
const single = { start: 'at', openEnd: false, startFilter: 'when', fields: [] } as const;

describe('days of the calendar', () => {
  it('are whole weeks around a month, also where February has just four', () => {
    const january = daysShown('month', '2027-01-20');
    expect([january[0], january.at(-1), january.length]).toEqual(['2026-12-27', '2027-02-06', 42]);
    const february = daysShown('month', '2026-02-10');
    expect([february[0], february.at(-1), february.length]).toEqual(['2026-02-01', '2026-02-28', 28]);
    expect(daysShown('week', '2027-01-01')).toEqual(expect.arrayContaining(['2026-12-27', '2027-01-02']));
  });

  it('begin on the day on which weeks of the reader begin', () => {
    expect(daysShown('week', '2027-01-03', 1)).toEqual(expect.arrayContaining(['2026-12-28', '2027-01-03']));
    expect(daysShown('month', '2027-01-20', 1)[0]).toBe('2026-12-28');
    expect(daysShown('month', '2026-02-10', 1).length).toBe(35);
  });

  it('step by month from its first day and by week from the same day', () => {
    expect(stepped('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(stepped('week', '2027-01-01', -1)).toBe('2026-12-25');
  });

  it('hold a record on each of its days, on its first one while its end is open or before its start', () => {
    expect(daysOf(pair, { id: 1, from: '2027-01-02', to: '2027-01-03' })).toEqual(['2027-01-02', '2027-01-03']);
    expect(daysOf(pair, { id: 1, from: '2027-01-02', to: '' })).toEqual(['2027-01-02', '2027-01-02']);
    expect(daysOf(pair, { id: 1, from: '', to: '2027-01-02' })).toBeUndefined();
    expect(daysOf(single, { id: 1, at: '2027-01-02 23:59:59' })).toEqual(['2027-01-02', '2027-01-02']);
    const days = byDay(
      pair,
      ['2027-01-02', '2027-01-03', '2027-01-04'],
      [{ id: 1, from: '2027-01-01', to: '2027-01-03' }],
    );
    expect([...days.values()].map((rows) => rows.length)).toEqual([1, 1, 0]);
  });

  it('keep a record in one lane for as long as it lasts, and give the lane to the next one after it', () => {
    const week = ['2027-01-03', '2027-01-04', '2027-01-05', '2027-01-06'];
    const [long, short, late] = [
      { id: 1, from: '2027-01-04', to: '2027-01-06' },
      { id: 2, from: '2027-01-03', to: '2027-01-04' },
      { id: 3, from: '2027-01-05', to: '2027-01-05' },
    ];
    const lanes = lanesOf(week, byDay(pair, week, [long, short, late]));
    expect([...lanes.values()]).toEqual([[short], [short, long], [late, long], [undefined, long]]);
  });

  it('are asked for by overlap, and by beginning where an end may be empty', () => {
    expect(windowFilters(single, {}, '2027-01-01', '2027-01-31')).toEqual([
      { whenStart: '2027-01-01', whenEnd: '2027-01-31' },
      undefined,
    ]);
    expect(windowFilters(pair, {}, '2027-01-01', '2027-01-31')).toEqual([
      { fromEnd: '2027-01-31', toStart: '2027-01-01' },
      { fromStart: '2027-01-01', fromEnd: '2027-01-31' },
    ]);
  });

  it('never widen what the user filters by', () => {
    const values = { whenStart: '2027-01-10', whenEnd: '2027-01-20 12:00:00' };
    expect(windowFilters(single, values, '2027-01-01', '2027-01-31')[0]).toEqual(values);
    expect(windowFilters(single, { whenStart: '2026-01-01' }, '2027-01-01', '2027-01-31')[0]['whenStart']).toBe(
      '2027-01-01',
    );
    expect(windowFilters(single, { whenEnd: '2027-01-31 10:00:00' }, '2027-01-01', '2027-01-31')[0]['whenEnd']).toBe(
      '2027-01-31 10:00:00',
    );
  });
});
