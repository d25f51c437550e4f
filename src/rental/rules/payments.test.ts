import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  additionalFeeProblems,
  changeOf,
  deductionProblem,
  depositReleaseDates,
  fromBaht,
  isSettled,
  paymentProblems,
  paymentState,
  pickupPaymentProblems,
  refundProblem,
  refundable,
  satang,
  splitProblems,
} from './index.ts';
import type { PaymentFacts, RefundFacts } from './index.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { ZONE, at } from './testing/builders.ts';

describe('payment status', () => {
  it('is unpaid with the amount still due until all is paid', () => {
    expect(paymentState(fromBaht(3950), fromBaht(1000), fromBaht(0))).toEqual({
      payStatus: 0,
      due: fromBaht(2950),
      surplus: 0,
    });
    expect(paymentState(fromBaht(3950), fromBaht(3950), fromBaht(0))).toEqual({ payStatus: 1, due: 0, surplus: 0 });
    expect(paymentState(fromBaht(3950), fromBaht(3950), fromBaht(1))).toEqual({
      payStatus: 0,
      due: fromBaht(1),
      surplus: 0,
    });
    expect(paymentState(fromBaht(0), fromBaht(0), fromBaht(0))).toEqual({ payStatus: 1, due: 0, surplus: 0 });
  });

  it('keeps the balance: payable = income − refunds + due − surplus', () => {
    const amount = fc.integer({ min: 0, max: 1e9 }).map(satang);
    fc.assert(
      fc.property(amount, amount, amount, (payable, income, refunded) => {
        const { due, surplus, payStatus } = paymentState(payable, income, refunded);
        expect(income - refunded + due - surplus).toBe(payable);
        expect(due === 0 || surplus === 0).toBe(true);
        expect(payStatus).toBe(due === 0 ? 1 : 0);
      }),
    );
  });
});

describe('paid in several ways', () => {
  const facts = { type: 'income', due: fromBaht(100), held: fromBaht(0), confirmed: false, time: 0, now: 0 } as const;
  const fieldOf = (line: number): string => `line${line}`;
  const amount = fc.integer({ min: -10_000, max: 20_000 }).map(satang);

  it('is one payment of the sum: as allowed as that, and no line is nothing', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), (amounts) => {
        const problems = splitProblems({ ...facts, amounts }, fieldOf);
        const empty = amounts.flatMap((one, line) => (one <= 0 ? [fieldOf(line)] : []));
        expect(problems.filter(({ code }) => code === 'money.amountPositive').map(({ field }) => field)).toEqual(empty);
        const sum = amounts.reduce((total, one) => total + one, 0);
        const above = problems.filter(({ code }) => code === 'payment.refusal.aboveDue').map(({ field }) => field);
        expect(above).toEqual(sum > facts.due ? [fieldOf(amounts.length - 1)] : []);
      }),
    );
  });

  it('gives change of cash to the satang, and none of too little', () => {
    expect(changeOf(fromBaht(1000), fromBaht(912.35))).toBe(fromBaht(87.65));
    expect(changeOf(fromBaht(1000), fromBaht(1000))).toBe(0);
    expect(changeOf(fromBaht(900), fromBaht(900.01))).toBeNull();
  });

  it('with the keys comes to what is due, to less only where the order may go unpaid, and never to more', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), fc.boolean(), (amounts, unpaidOverride) => {
        const sum = amounts.reduce((all, one) => all + one, 0);
        const problems = pickupPaymentProblems({ amounts, due: facts.due, unpaidOverride }, fieldOf);
        const isRight = amounts.every((one) => one > 0) && (sum === facts.due || (unpaidOverride && sum < facts.due));
        expect(problems.length === 0).toBe(isRight);
        const ofSum = problems.filter(({ code }) => code !== 'money.amountPositive');
        expect(ofSum.every(({ field }) => field === fieldOf(amounts.length - 1))).toBe(true);
      }),
    );
  });
});

describe('refundable', () => {
  const none = { income: fromBaht(0), refunded: fromBaht(0), pending: fromBaht(0) };
  const facts = (changes: Partial<RefundFacts> = {}): RefundFacts => ({
    status: 3,
    payable: fromBaht(3950),
    income: fromBaht(12_000),
    refunded: fromBaht(0),
    pending: fromBaht(0),
    ofItem: none,
    feeItem: 'total',
    ...changes,
  });

  it('is what is held after refunds done and under way', () => {
    expect(refundable(facts({ refunded: fromBaht(1000), pending: fromBaht(500) }))).toBe(fromBaht(10_500));
    expect(refundable(facts({ status: -1 }))).toBe(fromBaht(12_000));
  });

  it.each([1, 2] as const)('of an active order (%i) is the surplus only', (status) => {
    expect(refundable(facts({ status }))).toBe(fromBaht(8050));
    expect(refundable(facts({ status, income: fromBaht(3950) }))).toBe(0);
  });

  it('of a deposit is what was paid under it, even while the order is active', () => {
    const ofItem = { income: fromBaht(5000), refunded: fromBaht(1000), pending: fromBaht(500) };
    expect(refundable(facts({ status: 2, feeItem: 'orderDeposit', ofItem }))).toBe(fromBaht(3500));
    expect(refundable(facts({ feeItem: 'orderDeposit', ofItem, income: fromBaht(2000) }))).toBe(fromBaht(2000));
  });

  it('is never negative and never more than was paid', () => {
    const amount = fc.integer({ min: 0, max: 1e8 }).map(satang);
    const sums = fc.record({ income: amount, refunded: amount, pending: amount });
    fc.assert(
      fc.property(
        sums,
        sums,
        amount,
        fc.constantFrom(1 as const, 2 as const, 3 as const, -1 as const),
        fc.constantFrom('total' as const, 'orderDeposit' as const, 'rental' as const),
        (all, ofItem, payable, status, feeItem) => {
          const limit = refundable({ ...all, ofItem, payable, status, feeItem });
          expect(limit).toBeGreaterThanOrEqual(0);
          expect(limit + all.refunded + all.pending).toBeLessThanOrEqual(
            Math.max(all.income, all.refunded + all.pending),
          );
        },
      ),
    );
  });

  it('of another item than a deposit is asked of the order as a whole', () => {
    expect(refundable(facts({ feeItem: 'rental' }))).toBe(fromBaht(12_000));
  });

  it('bounds a request', () => {
    expect(refundProblem(fromBaht(0), fromBaht(10))?.code).toBe('money.amountPositive');
    expect(refundProblem(fromBaht(10.01), fromBaht(10))).toMatchObject({
      code: 'refund.refusal.tooMuch',
      params: { refundable: 'THB 10.00' },
    });
    expect(refundProblem(fromBaht(10), fromBaht(10))).toBeNull();
  });
});

describe('a payment', () => {
  const now = at('2027-03-31 10:00');
  const codes = (changes: Partial<PaymentFacts>) =>
    paymentProblems({
      type: 'income',
      amount: fromBaht(100),
      due: fromBaht(100),
      held: fromBaht(50),
      confirmed: false,
      time: now,
      now,
      ...changes,
    }).map((each) => each.code);

  it('of what is due, now, is taken', () => {
    expect(codes({})).toEqual([]);
  });

  it.each([
    [{ amount: fromBaht(0) }, ['money.amountPositive']],
    [{ amount: fromBaht(100.01) }, ['payment.refusal.aboveDue']],
    [{ amount: fromBaht(100.01), confirmed: true }, []],
    [{ type: 'refund' }, ['payment.refusal.aboveHeld']],
    [{ type: 'refund', amount: fromBaht(50) }, []],
    [{ time: at('2027-03-31 10:02') }, ['time.future']],
    [{ time: at('2027-03-01 10:00') }, []],
    [{ time: at('2027-03-01 09:59') }, ['payment.refusal.backDated']],
  ] as const)('with %j answers %j', (changes, expected) => {
    expect(codes(changes)).toEqual(expected);
  });
});

describe('other money', () => {
  it('an additional fee needs an amount and a remark, a reduction stays within the total', () => {
    expect(additionalFeeProblems('increase', fromBaht(1), fromBaht(0), 'child seat')).toEqual([]);
    expect(additionalFeeProblems('increase', fromBaht(0), fromBaht(0), ' ').map((each) => each.field)).toEqual([
      'amount',
      'remark',
    ]);
    expect(additionalFeeProblems('reduce', fromBaht(10.01), fromBaht(10), 'late').map((each) => each.code)).toEqual([
      'fee.refusal.reductionTooLarge',
    ]);
  });

  it.each([
    [{}, undefined],
    [{ depositType: 1 }, 'deduction.refusal.depositType'],
    [{ status: 1 }, 'deduction.refusal.status'],
    [{ status: -1 }, 'deduction.refusal.status'],
    [{ amount: fromBaht(0) }, 'money.amountPositive'],
    [{ amount: fromBaht(3000.01) }, 'deduction.refusal.tooMuch'],
  ] as const)('a deduction with %j: %s', (changes, expected) => {
    const facts = {
      depositType: 3,
      status: 3,
      amount: fromBaht(3000),
      taken: fromBaht(5000),
      waived: fromBaht(8000),
    } as const;
    expect(deductionProblem({ ...facts, ...changes })?.code).toBe(expected);
  });

  it('deposits unfreeze 7 and 30 days after the return, by the calendar of the store', () => {
    expect(depositReleaseDates(at('2027-03-04 00:30'), ZONE, DEFAULT_PARAMETERS)).toEqual({
      orderDeposit: '2027-03-11',
      violationDeposit: '2027-04-03',
    });
  });

  it('is settled when the car is back, nothing is due and no deposit is held', () => {
    const settled = { status: 3, due: fromBaht(0), depositsHeld: fromBaht(0) } as const;
    expect(isSettled(settled)).toBe(true);
    expect(isSettled({ ...settled, status: 2 })).toBe(false);
    expect(isSettled({ ...settled, due: fromBaht(1) })).toBe(false);
    expect(isSettled({ ...settled, depositsHeld: fromBaht(1) })).toBe(false);
  });
});
