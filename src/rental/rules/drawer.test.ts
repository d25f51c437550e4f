import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookedDay,
  cashSince,
  closeProblem,
  countProblems,
  countResult,
  DRAWER_COUNT,
  laterDay,
  monthEnd,
  monthProblem,
  NOTES_AND_COINS,
  notesProblems,
  notesSum,
  takeOverProblem,
} from './drawer.ts';
import { satang } from './money.ts';
import { parseDate } from './storeTime.ts';

const timeZone = 'Asia/Bangkok';
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+07:00`);
const day = (text: string) => parseDate(text)!;
const codes = (problems: readonly { readonly code: string; readonly field?: string }[]) =>
  problems.map(({ code, field }) => `${code} ${field ?? ''}`.trim());

describe('the day that a payment counts in (D-MONEY-10)', () => {
  it('is the day on which the money moved, while nobody has counted it', () => {
    const facts = { time: at('2027-03-04 23:59'), entered: at('2027-03-06 09:00'), timeZone };
    expect(bookedDay({ ...facts, closedThrough: null })).toEqual({ day: '2027-03-04', isLate: false });
    expect(bookedDay({ ...facts, closedThrough: day('2027-03-03') })).toEqual({ day: '2027-03-04', isLate: false });
  });

  it('is the day of its entry once its own is closed, or the first open one', () => {
    const facts = { time: at('2027-03-04 12:00'), entered: at('2027-03-06 09:00'), timeZone };
    expect(bookedDay({ ...facts, closedThrough: day('2027-03-04') })).toEqual({ day: '2027-03-06', isLate: true });
    expect(bookedDay({ ...facts, closedThrough: day('2027-03-06') })).toEqual({ day: '2027-03-07', isLate: true });
  });

  it('is never a closed day', () => {
    const time = fc.integer({ min: at('2027-01-01 00:00'), max: at('2027-12-31 00:00') });
    const closed = fc.date({ min: new Date('2027-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, closed, (moved, entered, last) => {
        const closedThrough = day(last.toISOString().slice(0, 10));
        const booked = bookedDay({ time: moved, entered, timeZone, closedThrough });
        expect(booked.day > closedThrough).toBe(true);
      }),
    );
  });

  it('is closed once, and not before it has begun', () => {
    expect(closeProblem(day('2027-03-04'), day('2027-03-04'), null)).toBeNull();
    expect(closeProblem(day('2027-03-05'), day('2027-03-04'), null)?.code).toBe('drawer.refusal.future');
    expect(closeProblem(day('2027-03-04'), day('2027-03-05'), day('2027-03-04'))?.code).toBe('drawer.refusal.closed');
  });
});

describe('a count of the drawer (D-MONEY-11)', () => {
  const facts = { float: satang(100_000), cash: satang(50_000), counted: satang(150_000), carried: satang(100_000) };
  const right = { ...facts, kind: DRAWER_COUNT.close, reason: null, counterId: 1, takerId: null, staff: [1, 2] };

  it('says what should be there, how far it is off and what is taken out', () => {
    expect(countResult(facts)).toEqual({ expected: 150_000, difference: 0, banked: 50_000 });
    expect(countResult({ ...facts, counted: satang(149_500) })).toMatchObject({ difference: -500, banked: 49_500 });
  });

  it('needs a reason for a difference, a taker for a hand-over, and no more carried than counted', () => {
    expect(countProblems(right)).toEqual([]);
    expect(codes(countProblems({ ...right, counted: satang(149_999), reason: ' ' }))).toEqual([
      'drawer.refusal.reasonNeeded reason',
    ]);
    expect(countProblems({ ...right, counted: satang(149_999), reason: 'a coin is missing' })).toEqual([]);
    expect(codes(countProblems({ ...right, carried: satang(150_001) }))).toEqual([
      'drawer.refusal.carriedTooMuch carried',
    ]);
    const handOver = { ...right, kind: DRAWER_COUNT.handOver };
    expect(codes(countProblems(handOver))).toEqual(['field.required takerId']);
    expect(codes(countProblems({ ...handOver, takerId: 1 }))).toEqual(['drawer.refusal.sameTaker takerId']);
    expect(countProblems({ ...handOver, takerId: 2 })).toEqual([]);
    expect(codes(countProblems({ ...handOver, takerId: 3 }))).toEqual(['drawer.refusal.unknownTaker takerId']);
    expect(codes(countProblems({ ...right, counted: satang(-1), carried: satang(-1), reason: 'x' }))).toEqual([
      'drawer.refusal.negative counted',
      'drawer.refusal.negative carried',
    ]);
  });

  it('carries on: the next one expects what was carried and what came since', () => {
    expect(cashSince(satang(70_000), satang(50_000))).toBe(20_000);
  });

  it('is taken over by the person whom it names, once', () => {
    expect(takeOverProblem({ takerId: 2, actorId: 2, isTaken: false })).toBeNull();
    expect(takeOverProblem({ takerId: 2, actorId: 3, isTaken: false })?.code).toBe('drawer.refusal.otherTaker');
    expect(takeOverProblem({ takerId: 2, actorId: 2, isTaken: true })?.code).toBe('drawer.refusal.taken');
  });
});

describe('notes and coins of a count (D-MONEY-11)', () => {
  const notes = fc.uniqueArray(
    fc.record({ value: fc.constantFrom(...NOTES_AND_COINS), number: fc.integer({ min: 0, max: 10_000 }) }),
    { selector: ({ value }) => value },
  );

  it('come to the sum of their values, to the satang', () => {
    expect(notesSum([{ value: 1000, number: 3 }, { value: 0.25, number: 3 }])).toBe(300_075); // prettier-ignore
    fc.assert(
      fc.property(notes, (counted) => {
        expect(notesSum(counted)).toBe(counted.reduce((sum, { value, number }) => sum + value * 100 * number, 0));
      }),
    );
  });

  it('are refused where they do not come to what was counted, or there is no such value, or one twice', () => {
    fc.assert(
      fc.property(notes, fc.integer({ min: -500, max: 500 }), (counted, off) => {
        const sum = satang(notesSum(counted) + off);
        expect(codes(notesProblems(counted, sum))).toEqual(off === 0 ? [] : ['drawer.refusal.notesDiffer counted']);
      }),
    );
    const hundred = { value: 100, number: 1 };
    for (const wrong of [[{ value: 3, number: 1 }], [hundred, hundred]])
      expect(codes(notesProblems(wrong, satang(0)))).toEqual(['drawer.refusal.unknownNote notes']);
  });
});

describe('a month (D-MONEY-13)', () => {
  it('ends on its last day, in each year, and what is no month has no end', () => {
    for (const [month, end] of [
      ['2027-01', '2027-01-31'],
      ['2027-02', '2027-02-28'],
      ['2028-02', '2028-02-29'],
      ['2027-12', '2027-12-31'],
    ] as const)
      expect(monthEnd(month)).toBe(end);
    for (const none of ['2027-00', '2027-13', '2027-1', '2027-02-01', '', 'abcd-ef']) expect(monthEnd(none)).toBeNull();
  });

  it('is closed once it is over at every store, while it is open at one', () => {
    const end = day('2027-02-28');
    const store = (today: string, booksThrough: string | null) => ({
      today: day(today),
      booksThrough: booksThrough === null ? null : day(booksThrough),
    });
    const code = (...stores: ReturnType<typeof store>[]) => monthProblem(end, stores)?.code ?? null;
    expect(code(store('2027-03-01', null), store('2027-02-28', null))).toBe('drawer.refusal.monthNotOver');
    expect(code(store('2027-03-01', '2027-02-28'), store('2027-03-01', '2027-03-31'))).toBe(
      'drawer.refusal.monthClosed',
    );
    expect(code(store('2027-03-01', '2027-02-28'), store('2027-03-01', '2027-01-31'))).toBeNull();
    expect(code()).toBe('drawer.refusal.monthClosed');
  });

  it('and a count close up to the later of their days', () => {
    const [early, late] = [day('2027-02-01'), day('2027-02-02')];
    expect([
      laterDay(early, late),
      laterDay(late, early),
      laterDay(null, early),
      laterDay(early, null),
      laterDay(null, null),
    ]).toEqual([late, late, early, early, null]);
  });
});
