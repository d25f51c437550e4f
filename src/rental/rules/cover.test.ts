import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, coveredUntil, inspectionProblem, mileageProblem, shownPolicy } from './index.ts';

const TODAY = '2027-03-01';
const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays(TODAY, days));
const policy = fc
  .tuple(day, fc.nat(30), fc.boolean())
  .map(([start, days, open]) => ({ start: open ? null : start, end: addDays(start, days) }));
const policies = fc.array(policy, { maxLength: 6 });
const isCovered = (all: readonly { start: string | null; end: string }[], on: string): boolean =>
  all.some(({ start, end }) => (start ?? '') <= on && on <= end);

describe('how long a car is covered (D-UPK-05)', () => {
  it('is the last day of days that are all covered, counted one by one', () => {
    fc.assert(
      fc.property(policies, (all) => {
        let last: string | null = null;
        for (let on = TODAY; isCovered(all, on); on = addDays(on, 1)) last = on;
        const past = all.map(({ end }) => end).filter((end) => end < TODAY).toSorted().at(-1) ?? null; // prettier-ignore
        expect(coveredUntil(all, TODAY)).toBe(last ?? past);
      }),
    );
  });

  it('never shrinks by another policy while the day is covered', () => {
    fc.assert(
      fc.property(policies, policy, (all, more) => {
        fc.pre(isCovered(all, TODAY));
        expect(coveredUntil([...all, more], TODAY)! >= coveredUntil(all, TODAY)!).toBe(true);
      }),
    );
  });
});

describe('the policy that a vehicle shows (D-UPK-05)', () => {
  const numbered = policies.map((all) => all.map((each, id) => ({ ...each, id })));

  it('covers today wherever one does, and is the newest of those', () => {
    fc.assert(
      fc.property(numbered, (all) => {
        const shown = shownPolicy(all, TODAY);
        const now = all.filter((each) => isCovered([each], TODAY));
        if (now.length === 0) return;
        expect(now).toContain(shown);
        expect(now.every(({ start }) => (start ?? '') <= (shown!.start ?? ''))).toBe(true);
      }),
    );
  });

  it('is the last that ended where none does, the next that begins where none ever has, nothing without any', () => {
    const [old, older, next, far] = [
      { id: 1, start: '2026-01-01', end: '2027-02-01' },
      { id: 2, start: '2025-01-01', end: '2026-02-01' },
      { id: 3, start: '2027-04-01', end: '2028-04-01' },
      { id: 4, start: '2027-05-01', end: '2028-05-01' },
    ];
    expect(shownPolicy([older!, old!, next!], TODAY)).toBe(old);
    expect(shownPolicy([far!, next!], TODAY)).toBe(next);
    expect(shownPolicy([], TODAY)).toBe(null);
  });

  it('of two that begin on one day is the one that was entered last', () => {
    const two = [1, 2].map((id) => ({ id, start: TODAY, end: TODAY }));
    expect(shownPolicy(two, TODAY)?.id).toBe(2);
  });
});

it('the next inspection is later than today, and stays with its vehicle (D-UPK-04)', () => {
  const of = (next: string, moved = false) => inspectionProblem({ next, today: TODAY, moved })?.code ?? null;
  expect([of('2027-03-02'), of(TODAY), of('2027-02-28')]).toEqual([
    null,
    'inspection.refusal.notLater',
    'inspection.refusal.notLater',
  ]);
  expect(of('2027-03-02', true)).toBe('inspection.refusal.otherCar');
});

it('a speedometer runs backwards only with a reason (D-UPK-02)', () => {
  const of = (mileage: number, reason: string) => mileageProblem({ mileage, known: 100, reason })?.field ?? null;
  expect([of(100, ''), of(99, ''), of(99, ' '), of(99, 'exchanged')]).toEqual([null, 'remark', 'remark', null]);
});
