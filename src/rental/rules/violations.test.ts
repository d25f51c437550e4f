import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  VIOLATION,
  VIOLATION_TRANSITIONS,
  claimProblems,
  matchOf,
  nextViolationState,
  violationTimeProblems,
  type Custody,
  type ViolationEvent,
  type ViolationStatus,
} from './index.ts';

/** The table of D-UPK-06, written out again: event → the states it leaves and where it leads. */
const TABLE: Record<ViolationEvent, Partial<Record<ViolationStatus | 'none', ViolationStatus | null>>> = {
  new: { none: 0 },
  edit: { 0: 0 },
  noaction: { 0: 1 },
  complete: { 0: 2 },
  reopen: { 1: 0 },
  deduct: { 0: 0 },
  charge: { 0: 0 },
  delete: { 0: null },
};

describe('the violation machine', () => {
  const pairs = [null, ...Object.values(VIOLATION)].flatMap((from) =>
    (Object.keys(TABLE) as ViolationEvent[]).map((event) => [from, event] as const),
  );
  it.each(pairs)('from %s by %s goes where the table says, or is refused with the state named', (from, event) => {
    const to = TABLE[event][from ?? 'none'];
    expect(nextViolationState(from, event)).toEqual(
      to !== undefined
        ? { ok: true, to }
        : { ok: false, refusal: { code: `violation.refusal.state.${from ?? 'none'}`, params: {} } },
    );
  });

  it('has one row for an event in a state, W1 to W7; completed is final', () => {
    const keys = VIOLATION_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(VIOLATION_TRANSITIONS.map(({ id }) => id)).size).toBe(7);
    expect(VIOLATION_TRANSITIONS.filter(({ from }) => from === 2)).toEqual([]);
  });
});

describe('the order that had the car', () => {
  const stay = (orderId: number, from: number, to: number | null, certain = true): Custody => ({
    orderId,
    from,
    to,
    certain,
  });
  it.each([
    ['nobody before the first pickup', 9, [stay(1, 10, 20)], 'none', null],
    ['whose pickup was at that moment', 10, [stay(1, 10, 20)], 'matched', 1],
    ['whose return was at that moment', 20, [stay(1, 10, 20)], 'matched', 1],
    ['nobody after the return, however late it was planned', 21, [stay(1, 10, 20)], 'none', null],
    ['who has it still', 1e9, [stay(1, 10, null)], 'matched', 1],
    [
      'nobody decides between a return and a pickup in one minute',
      20,
      [stay(1, 10, 20), stay(2, 20, 30)],
      'undecided',
      null,
    ],
    ['an undone pickup alone is uncertain', 12, [stay(1, 10, 15, false)], 'undecided', null],
    ['an undone pickup of the same order is not', 12, [stay(1, 10, 15, false), stay(1, 11, 30)], 'matched', 1],
  ] as const)('%s', (_name, time, custodies, match, orderId) => {
    expect(matchOf(time, custodies)).toMatchObject({ match, orderId });
  });

  it('is as a plain count of the orders says, for any custodies', () => {
    const custody = fc.record({
      orderId: fc.integer({ min: 1, max: 4 }),
      from: fc.integer({ min: 0, max: 20 }),
      to: fc.option(fc.integer({ min: 0, max: 25 })),
      certain: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(custody, { maxLength: 6 }), fc.integer({ min: 0, max: 25 }), (custodies, time) => {
        const had = [1, 2, 3, 4].filter((id) =>
          custodies.some((one) => one.orderId === id && one.from <= time && (one.to ?? Infinity) >= time),
        );
        const { match, orderId, candidates } = matchOf(time, custodies);
        expect(candidates).toEqual(had);
        expect(match === 'none').toBe(had.length === 0);
        if (match === 'matched') expect(had).toEqual([orderId]);
        else expect(orderId).toBeNull();
        if (had.length > 1) expect(match).toBe('undecided');
      }),
    );
  });
});

it('an offence is over, and the car had its plate by then', () => {
  const facts = { time: 10, now: 10, day: '2027-02-01', registerDate: '2027-02-01' };
  expect(violationTimeProblems(facts)).toEqual([]);
  expect(violationTimeProblems({ ...facts, registerDate: null })).toEqual([]);
  expect(violationTimeProblems({ ...facts, time: 11 })).toMatchObject([
    { code: 'violation.refusal.future', field: 'time' },
  ]);
  expect(violationTimeProblems({ ...facts, day: '2027-01-31' })).toMatchObject([
    { code: 'violation.refusal.beforeCar', params: { date: '2027-02-01' } },
  ]);
});

it('nothing is asked of a renter twice, nor of one who is not known', () => {
  const facts = { orderId: 1, match: 'matched', claimed: false } as const;
  expect(claimProblems(facts)).toEqual([]);
  expect(claimProblems({ ...facts, claimed: true })[0]?.code).toBe('violation.refusal.claimed');
  expect(claimProblems({ ...facts, orderId: null, match: 'undecided' })[0]?.code).toBe('violation.refusal.undecided');
  for (const match of ['none', 'chosen'] as const)
    expect(claimProblems({ ...facts, orderId: null, match })[0]?.code).toBe('violation.refusal.noOrder');
});
