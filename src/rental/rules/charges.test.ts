import { describe, expect, it } from 'vitest';
import {
  cancellationPreview,
  charges,
  fromBaht,
  overrunCharges,
  penaltyProblem,
  renewalCharges,
  returnCharges,
  sumOf,
  toBaht,
} from './index.ts';
import type { FeeItem, FeeLine, PriceSnapshot, ReturnFacts, Trip } from './index.ts';
import { DEFAULT_PARAMETERS, defaultCancelRules } from './parameters.ts';
import { ZONE, at, buildSnapshot, buildStoreFees, buildTrip } from './testing/builders.ts';

const threeDays = (changes: Partial<Trip> = {}): Trip => buildTrip('2027-03-01 10:00', '2027-03-04 10:00', changes);
const codes = (changes: Partial<Trip>, snapshot: PriceSnapshot = buildSnapshot()) =>
  charges(snapshot, threeDays(changes)).problems.map((each) => each.code);
const line = (item: FeeItem, baht: number): FeeLine => ({ item, amount: fromBaht(baht), source: 'booking' });

describe('a quote', () => {
  it('without a fee row for the city of the return store is an error, and the rest is still priced', () => {
    const elsewhere = buildSnapshot({ returnStore: buildStoreFees({ storeId: 2, cityId: 2 }) });
    const quote = charges(elsewhere, threeDays());
    expect(quote.problems.map((each) => [each.code, each.field])).toEqual([
      ['quote.error.differentCity', 'returnStoreId'],
    ]);
    expect(toBaht(quote.total)).toBe(3950);
  });

  it('takes at most the rental off as discount', () => {
    expect(codes({ discount: { kind: 'percent', value: 120 } })).toEqual(['quote.error.discountPercent']);
    expect(codes({ discount: { kind: 'percent', value: 100 } })).toEqual([]);
    expect(codes({ discount: { kind: 'percent', value: -1 } })).toEqual(['quote.error.discountPercent']);
    expect(codes({ discount: { kind: 'amount', value: fromBaht(3600.01) } })).toEqual(['quote.error.discountTooLarge']);
    expect(codes({ discount: { kind: 'amount', value: fromBaht(3600) } })).toEqual([]);
    expect(codes({ discount: { kind: 'amount', value: fromBaht(0) } })).toEqual([]);
  });

  it('gives a coupon only where its condition is met, and no more than what the discount leaves', () => {
    const coupon = { type: 1, amount: fromBaht(3600), discountAmount: fromBaht(5000) } as const;
    const quote = charges(buildSnapshot(), threeDays({ coupon }));
    expect(toBaht(sumOf(quote.fees, 'coupon'))).toBe(3600);
    expect(codes({ coupon, discount: { kind: 'amount', value: fromBaht(0.01) } })).toEqual(['coupon.refusal.amount']);
    expect(codes({ coupon: { type: 2, rentalPeriod: 4, discountDays: 1 } })).toEqual(['coupon.refusal.days']);
    const free = charges(buildSnapshot(), threeDays({ coupon: { type: 2, rentalPeriod: 3, discountDays: 9 } }));
    expect(toBaht(sumOf(free.fees, 'coupon'))).toBe(3600);
  });

  it('refuses a reduction above the total', () => {
    expect(codes({ reduction: fromBaht(3950) })).toEqual([]);
    expect(codes({ reduction: fromBaht(3950.01) })).toEqual(['fee.refusal.reductionTooLarge']);
  });

  it('charges the one chosen service by the day', () => {
    const vip = charges(buildSnapshot(), threeDays({ service: 'vip' }));
    expect([sumOf(vip.fees, 'vipService'), sumOf(vip.fees, 'premiumService')].map((each) => each / 100)).toEqual([
      900, 0,
    ]);
  });

  it.each([
    ['2027-03-01', '2027-03-01', 3600 + 800],
    ['2027-02-20', '2027-03-01', 3600 + 800],
    ['2027-03-03', '2027-03-09', 3600 + 800],
    ['2027-03-04', '2027-03-09', 3600],
    ['2027-02-20', '2027-02-28', 3600],
  ])('charges a holiday from %s to %s for the days it shares with the rental', (startDate, endDate, rental) => {
    const snapshot = buildSnapshot({ holidays: [{ holidayId: 1, startDate, endDate, daily: fromBaht(2000) }] });
    expect(toBaht(sumOf(charges(snapshot, threeDays()).fees, 'rental'))).toBe(rental);
  });

  it('follows its snapshot alone: it survives JSON and prices the same', () => {
    const snapshot = buildSnapshot({
      holidays: [{ holidayId: 1, startDate: '2027-03-02', endDate: '2027-03-02', daily: fromBaht(2000) }],
    });
    const stored = JSON.parse(JSON.stringify(snapshot)) as PriceSnapshot;
    expect(stored).toEqual(snapshot);
    expect(charges(stored, threeDays())).toEqual(charges(snapshot, threeDays()));
  });
});

describe('a renewal', () => {
  const renew = (from: string, to: string, agreed?: number) =>
    renewalCharges(
      buildSnapshot(),
      { pickup: at('2027-03-01 10:00'), from: at(from), to: at(to), service: 'premium' },
      agreed === undefined ? undefined : fromBaht(agreed),
    );
  const lines = (fees: readonly FeeLine[]) => fees.map((each) => [each.item, toBaht(each.amount)]);

  it('sets hours that turn into a day off against it, so that no line is negative', () => {
    const renewal = renew('2027-03-04 13:20', '2027-03-05 10:00');
    expect(lines(renewal.fees)).toEqual([
      ['rental', 400],
      ['basicInsurance', 100],
      ['premiumService', 200],
    ]);
    expect(toBaht(renewal.fee)).toBe(1200 - 800 + 100 + 200);
  });

  it('that staff price otherwise is one line of that amount', () => {
    expect(lines(renew('2027-03-04 10:00', '2027-03-05 10:00', 1000).fees)).toEqual([['rental', 1000]]);
    expect(renew('2027-03-04 10:00', '2027-03-05 10:00', 0)).toMatchObject({ fee: 0, fees: [] });
  });

  it('under the monthly cap adds the days and no rental', () => {
    const renewal = renew('2027-03-23 10:00', '2027-03-25 10:00');
    expect(lines(renewal.fees)).toEqual([
      ['basicInsurance', 200],
      ['premiumService', 400],
    ]);
    expect(renewal).toMatchObject({ days: 24, hours: 0 });
  });
});

describe('a return', () => {
  const night = { nightHours: { start: '20:00', end: '08:00' }, nightReturnFee: fromBaht(200) };
  const home = buildStoreFees({ ...night, differentCityFees: [{ cityId: 2, fee: fromBaht(1500) }] });
  const away = buildStoreFees({ storeId: 2, cityId: 2 });
  const result = (actual: string, changes: Partial<ReturnFacts> = {}) =>
    returnCharges({
      snapshot: buildSnapshot({ pickupStore: home, returnStore: home }),
      pickup: at('2027-03-01 10:00'),
      plannedReturn: at('2027-03-04 10:00'),
      actualReturn: at(actual),
      service: 'none',
      returnStore: home,
      fees: [line('rental', 3600)],
      ...changes,
    });
  const lines = (fees: readonly FeeLine[]) => fees.map((each) => [each.item, toBaht(each.amount), each.source]);

  it('on time at the planned store changes nothing', () => {
    expect(result('2027-03-04 10:00')).toEqual({ fees: [], voids: [], warnings: [] });
    expect(result('2027-03-02 10:00')).toEqual({ fees: [], voids: [], warnings: [] });
  });

  it('at night adds the night return, in another city its fee', () => {
    expect(lines(result('2027-03-04 07:00').fees)).toEqual([['nightReturn', 200, 'overrun']]);
    expect(lines(result('2027-03-04 10:00', { returnStore: away }).fees)).toEqual([['differentCity', 1500, 'overrun']]);
  });

  it('voids nothing where nothing was charged before', () => {
    expect(result('2027-03-04 07:00').voids).toEqual([]);
    expect(result('2027-03-04 10:00', { returnStore: away }).voids).toEqual([]);
  });

  it('by day and at home voids what was booked for night and another city', () => {
    const booked = [line('rental', 3600), line('nightReturn', 200), line('differentCity', 1500)];
    expect(result('2027-03-04 10:00', { fees: booked })).toEqual({
      fees: [],
      voids: ['nightReturn', 'differentCity'],
      warnings: [],
    });
    expect(result('2027-03-04 07:00', { fees: booked, returnStore: { ...away, ...night } })).toEqual({
      fees: [],
      voids: [],
      warnings: [],
    });
  });

  it('in a city without a fee row leaves the bill as it was booked and warns', () => {
    const nowhere = { ...away, cityId: 3 };
    for (const fees of [[line('rental', 3600)], [line('rental', 3600), line('differentCity', 1500)]])
      expect(result('2027-03-04 10:00', { returnStore: nowhere, fees })).toEqual({
        fees: [],
        voids: [],
        warnings: [{ code: 'handover.warning.differentCity', params: {}, field: 'returnStoreId' }],
      });
  });

  it('late within the grace costs nothing even when the plan had used its own grace', () => {
    const overrun = (from: string, to: string) =>
      overrunCharges(buildSnapshot(), { pickup: at('2027-03-01 10:00'), from: at(from), to: at(to), service: 'none' })
        .fee;
    expect(overrun('2027-03-04 10:20', '2027-03-04 10:50')).toBe(0);
    expect(overrun('2027-03-04 10:20', '2027-03-04 10:51')).toBe(200_00);
  });
});

describe('a cancellation', () => {
  const preview = (now: string, holidays = [{ startDate: '2027-04-13', endDate: '2027-04-15' }]) =>
    cancellationPreview({
      now: at(now),
      plannedPickup: at('2027-04-13 10:00'),
      timeZone: ZONE,
      rules: defaultCancelRules(DEFAULT_PARAMETERS),
      holidays,
      fees: [line('rental', 1000), line('discount', 100), line('orderDeposit', 5000), line('rental', 500)],
      paid: fromBaht(100),
    });

  it('follows the holiday rule when the pickup date lies in a holiday', () => {
    expect(preview('2027-04-11 10:00')).toMatchObject({
      rule: 'holiday',
      hoursToPickup: 48,
      percent: 50,
      penalty: fromBaht(700),
    });
    expect(preview('2027-04-10 10:00')).toMatchObject({ percent: 0, penalty: 0 });
    expect(preview('2027-04-11 10:00', [])).toMatchObject({ rule: 'weekday', percent: 0 });
  });

  it('of a no-show costs the same', () => {
    expect(preview('2027-04-14 10:00', [])).toMatchObject({
      rule: 'weekday',
      hoursToPickup: -24,
      percent: 30,
      penalty: fromBaht(420),
    });
  });

  it('gives back what was paid beyond the penalty, and never asks for a negative refund', () => {
    expect(preview('2027-04-14 10:00')).toMatchObject({ refund: 0 });
    expect(preview('2027-04-01 10:00')).toMatchObject({ refund: fromBaht(100) });
  });

  it('with another penalty needs the right to it, and stays between nothing and the base', () => {
    const facts = { base: fromBaht(1400), penalty: fromBaht(700) };
    expect(penaltyProblem(fromBaht(700), facts, false)).toBeNull();
    expect(penaltyProblem(fromBaht(0), facts, false)?.code).toBe('order.refusal.penaltyFixed');
    expect(penaltyProblem(fromBaht(0), facts, true)).toBeNull();
    expect(penaltyProblem(fromBaht(1400), facts, true)).toBeNull();
    expect(penaltyProblem(fromBaht(1400.01), facts, true)?.code).toBe('order.refusal.penaltyRange');
    expect(penaltyProblem(fromBaht(-1), facts, true)?.code).toBe('order.refusal.penaltyRange');
  });

  it('does not count lines that are voided', () => {
    const facts = {
      now: at('2027-04-12 11:00'),
      plannedPickup: at('2027-04-13 10:00'),
      timeZone: ZONE,
      rules: defaultCancelRules(DEFAULT_PARAMETERS),
      holidays: [],
      paid: fromBaht(0),
    };
    const fees = [{ ...line('rental', 1000), voided: true }, line('rental', 2000)];
    expect(cancellationPreview({ ...facts, fees })).toMatchObject({ base: fromBaht(2000) });
  });
});
