import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depositWay, fromBaht, settledTerms, totals, waivedItems } from './index.ts';
import type { DepositTerms, DepositType } from './index.ts';

const terms = (depositType: DepositType, order: 0 | 1, violation: 0 | 1): Required<DepositTerms> => ({
  ...{ depositType, orderDepositWaived: order, violationDepositWaived: violation },
});

describe('the terms of deposits (D-MONEY-04)', () => {
  it.each([
    ['nothing said of a new order', {}, null, terms(1, 0, 0)],
    ['type 3 of a new order', { depositType: 3 }, null, terms(3, 1, 1)],
    ['one flag of a new order', { orderDepositWaived: 1 }, null, terms(1, 1, 0)],
    ['both flags', { orderDepositWaived: 1, violationDepositWaived: 1 }, null, terms(3, 1, 1)],
    ['one flag beside a card', { depositType: 2, violationDepositWaived: 1 }, null, terms(2, 0, 1)],
    ['the other flag later', { violationDepositWaived: 1 }, terms(1, 1, 0), terms(3, 1, 1)],
    ['type 3 later', { depositType: 3 }, terms(1, 0, 1), terms(3, 1, 1)],
    ['type 3 and one flag later', { depositType: 3, orderDepositWaived: 1 }, terms(1, 0, 0), terms(3, 1, 1)],
    ['another type', { depositType: 2 }, terms(1, 1, 0), terms(2, 1, 0)],
    ['another type after type 3', { depositType: 2 }, terms(3, 1, 1), terms(2, 0, 0)],
    ['one flag less of type 3', { orderDepositWaived: 0 }, terms(3, 1, 1), terms(1, 0, 1)],
    ['one flag less and a type', { depositType: 2, orderDepositWaived: 0 }, terms(3, 1, 1), terms(2, 0, 1)],
    ['something else', {}, terms(2, 0, 1), terms(2, 0, 1)],
    ['something else of type 3 without its flags', {}, terms(3, 0, 0), terms(3, 1, 1)],
  ] as const)('%s', (_name, sent, before, expected) => {
    expect(settledTerms(sent, before)).toEqual(expected);
  });

  it('refuses type 3 beside a flag that says no', () => {
    expect(settledTerms({ depositType: 3, orderDepositWaived: 0 }, null)).toMatchObject({
      ...{ code: 'order.refusal.bothWaived', field: 'depositType' },
    });
  });

  it('type 3 and both flags always mean the same, whatever was sent in which order', () => {
    const flag = fc.constantFrom(0 as const, 1 as const);
    const sent = fc.record(
      {
        depositType: fc.constantFrom(1 as const, 2 as const, 3 as const),
        orderDepositWaived: flag,
        violationDepositWaived: flag,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 8 }), (steps) => {
        let now: Required<DepositTerms> | null = null;
        for (const step of steps) {
          const next: ReturnType<typeof settledTerms> = settledTerms(step, now);
          if ('code' in next) continue;
          now = next;
          expect(now.depositType === 3).toBe(waivedItems(now).length === 2);
          expect(now.depositType === 3).toBe(now.orderDepositWaived === 1 && now.violationDepositWaived === 1);
        }
      }),
    );
  });

  it('ask for the deposit that is not waived, and for neither on a card', () => {
    const lines = [
      { item: 'rental', amount: fromBaht(1200) },
      { item: 'orderDeposit', amount: fromBaht(5000) },
      { item: 'violationDeposit', amount: fromBaht(3000) },
    ] as const;
    const payable = (each: DepositTerms): number => totals(lines, each).payable / 100;
    expect([terms(1, 0, 0), terms(1, 1, 0), terms(1, 0, 1), terms(3, 1, 1), terms(2, 1, 0)].map(payable)).toEqual([
      ...[9200, 4200, 6200, 1200, 1200],
    ]);
    expect(depositWay(terms(2, 1, 0), 'orderDeposit')).toBe(3);
    expect(depositWay(terms(2, 1, 0), 'violationDeposit')).toBe(2);
  });
});
