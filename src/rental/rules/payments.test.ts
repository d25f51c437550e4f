import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  additionalFeeProblems,
  changeOf,
  deductionProblem,
  depositReleaseDates,
  depositState,
  fromBaht,
  isSettled,
  orderMoney,
  paymentProblems,
  pickupPaymentProblems,
  refundProblem,
  refundWayProblem,
  refundable,
  releaseDatesOf,
  satang,
  splitProblems,
} from './index.ts';
import type { PaymentFacts, RefundFacts } from './index.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { ZONE, at } from './testing/builders.ts';

describe('payment status', () => {
  const money = (total: number, paid: number, depositHeld = 0, payable = total + depositHeld) =>
    orderMoney({
      total: fromBaht(total),
      payable: fromBaht(payable),
      paid: fromBaht(paid),
      depositHeld: fromBaht(depositHeld),
    });

  it('is unpaid with the amount still due until all is paid', () => {
    expect(money(3950, 1000)).toMatchObject({ payStatus: 0, due: fromBaht(2950), depositDue: 0 });
    expect(money(3950, 3950)).toMatchObject({ payStatus: 1, due: 0, surplus: 0 });
    expect(money(0, 0)).toMatchObject({ payStatus: 1, due: 0, surplus: 0 });
    expect(money(3950, 4000)).toMatchObject({ payStatus: 1, due: 0, surplus: fromBaht(50) });
  });

  it('keeps deposits beside the charges: neither pays for the other', () => {
    expect(money(3950, 3950, 0, 11_950)).toMatchObject({
      payStatus: 0,
      due: 0,
      depositDue: fromBaht(8000),
      toCollect: fromBaht(8000),
    });
    expect(money(4550, 11_950, 8000)).toMatchObject({ payStatus: 0, due: fromBaht(600), depositDue: 0 });
  });
});

describe('paid in several ways', () => {
  const facts = { due: fromBaht(100), confirmed: false, time: 0, now: 0 } as const;
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
  const none = { orderDeposit: fromBaht(0), violationDeposit: fromBaht(0) };
  const facts = (changes: Partial<RefundFacts> = {}): RefundFacts => ({
    status: 3,
    money: { total: fromBaht(3950), payable: fromBaht(11_950), paid: fromBaht(12_000), depositHeld: fromBaht(8000) },
    held: { orderDeposit: fromBaht(5000), violationDeposit: fromBaht(3000) },
    pending: { ...none, other: fromBaht(0) },
    feeItem: 'total',
    ...changes,
  });

  it.each([1, 2, 3] as const)(
    'of an order in state %i is the surplus only, less what is asked back already',
    (status) => {
      expect(refundable(facts({ status }))).toBe(fromBaht(50));
      expect(refundable(facts({ status, pending: { ...none, other: fromBaht(20) } }))).toBe(fromBaht(30));
      expect(refundable(facts({ status, feeItem: 'rental' }))).toBe(fromBaht(50));
    },
  );

  it('of a cancelled order is all beyond its penalty, deposits included', () => {
    expect(refundable(facts({ status: -1 }))).toBe(fromBaht(8050));
    expect(
      refundable(facts({ status: -1, pending: { ...none, orderDeposit: fromBaht(5000), other: fromBaht(50) } })),
    ).toBe(fromBaht(3000));
  });

  it('of a deposit is what is held of it, even while the order is active', () => {
    expect(refundable(facts({ status: 2, feeItem: 'orderDeposit' }))).toBe(fromBaht(5000));
    const pending = { ...none, orderDeposit: fromBaht(500), other: fromBaht(0) };
    expect(refundable(facts({ feeItem: 'orderDeposit', pending }))).toBe(fromBaht(4500));
    expect(refundable(facts({ feeItem: 'violationDeposit', pending }))).toBe(fromBaht(3000));
  });

  it('bounds a request; charges that are paid go back only when somebody confirms it', () => {
    expect(refundProblem(fromBaht(0), facts(), false)?.code).toBe('money.amountPositive');
    expect(refundProblem(fromBaht(50), facts(), false)).toBeNull();
    expect(refundProblem(fromBaht(50.01), facts(), false)).toMatchObject({
      code: 'refund.refusal.beyondSurplus',
      params: { surplus: 'THB 50.00' },
    });
    expect(refundProblem(fromBaht(12_000), facts(), true)).toBeNull();
    expect(refundProblem(fromBaht(12_000.01), facts(), true)).toMatchObject({
      code: 'refund.refusal.tooMuch',
      params: { refundable: 'THB 12,000.00' },
    });
    const deposit = { feeItem: 'orderDeposit' } as const;
    expect(refundProblem(fromBaht(5000.01), facts(deposit), true)?.code).toBe('refund.refusal.tooMuch');
    const gone = { ...deposit, held: none };
    expect(refundProblem(fromBaht(10), facts(gone), true)).toMatchObject({
      code: 'deposit.refusal.nothingHeld',
      field: 'feeItem',
    });
  });
});

describe('the way back', () => {
  it('is the way by which the money came; another one needs a reason', () => {
    expect(refundWayProblem(fromBaht(10), fromBaht(10), null)).toBeNull();
    expect(refundWayProblem(fromBaht(10), fromBaht(9.99), ' ')).toMatchObject({
      code: 'refund.refusal.otherWay',
      params: { cameIn: 'THB 9.99' },
      field: 'methodReason',
    });
    expect(refundWayProblem(fromBaht(10), fromBaht(0), 'the card was closed')).toBeNull();
  });
});

describe('a payment', () => {
  const now = at('2027-03-31 10:00');
  const codes = (changes: Partial<PaymentFacts>) =>
    paymentProblems({
      amount: fromBaht(100),
      due: fromBaht(100),
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
    [{ terms: { depositType: 1 } }, 'deduction.refusal.depositType'],
    [{ terms: { depositType: 2, orderDepositWaived: 1 } }, undefined],
    [{ status: 1 }, 'deduction.refusal.status'],
    [{ status: -1 }, 'deduction.refusal.status'],
    [{ amount: fromBaht(0) }, 'money.amountPositive'],
    [{ amount: fromBaht(3000.01) }, 'deduction.refusal.tooMuch'],
  ] as const)('a deduction with %j: %s', (changes, expected) => {
    const facts = {
      terms: { depositType: 3 },
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

  it('deposits of a cancelled order go back on the day of the cancellation; before the return there is no day', () => {
    const day = (actualReturn: number | null, cancelled: number | null) =>
      releaseDatesOf({ actualReturn, cancelled }, ZONE, DEFAULT_PARAMETERS);
    const back = at('2027-03-04 00:30');
    expect(day(back, null)).toEqual(depositReleaseDates(back, ZONE, DEFAULT_PARAMETERS));
    expect(day(null, back)).toEqual({ orderDeposit: '2027-03-04', violationDeposit: '2027-03-04' });
    expect(day(null, null)).toBeNull();
  });

  it.each([
    [1, '2027-03-05', 'held'],
    [1, '', 'held'],
    [1, '2027-03-04', 'due'],
    [1, '2027-03-03', 'late'],
    [0, '2027-03-03', 'done'],
    [0, '', 'done'],
  ] as const)('a deposit of %d satang that goes back on "%s" is %s', (held, releaseDate, state) => {
    expect(depositState(satang(held), releaseDate, '2027-03-04')).toBe(state);
  });

  it('is settled when the car is back, nothing is due and no deposit is held', () => {
    const settled = { status: 3, due: fromBaht(0), depositsHeld: fromBaht(0) } as const;
    expect(isSettled(settled)).toBe(true);
    expect(isSettled({ ...settled, status: 2 })).toBe(false);
    expect(isSettled({ ...settled, due: fromBaht(1) })).toBe(false);
    expect(isSettled({ ...settled, depositsHeld: fromBaht(1) })).toBe(false);
  });
});
