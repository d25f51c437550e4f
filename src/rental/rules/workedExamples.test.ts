import { describe, expect, it } from 'vitest';
import {
  carAvailability,
  cancellationPreview,
  charges,
  expiryAlert,
  formatTHBWithCNY,
  fromBaht,
  quoteVerdict,
  renewalCharges,
  returnCharges,
  sumOf,
  toBaht,
} from './index.ts';
import type { Charges, FeeItem, PriceSnapshot } from './index.ts';
import { DEFAULT_PARAMETERS, defaultCancelRules } from './parameters.ts';
import { ZONE, at, buildSnapshot, buildStoreFees, buildStoreRules, buildTrip } from './testing/builders.ts';

/** The worked examples of docs/rules/prices.md, by their numbers. */

const baht = (quote: Charges, item: FeeItem): number => toBaht(sumOf(quote.fees, item));

const first = buildSnapshot();
const withHoliday = buildSnapshot({
  holidays: [{ holidayId: 1, startDate: '2027-04-13', endDate: '2027-04-15', daily: fromBaht(2000) }],
});
const without = buildSnapshot({ daily: fromBaht(999), monthly: null });

describe.each<
  [
    string,
    PriceSnapshot,
    readonly (readonly [number, string, string, number, number, number, number, number, number])[],
  ]
>([
  [
    'daily 1,200, monthly 24,000',
    first,
    [
      [1, '2027-03-01 10:00', '2027-03-04 10:00', 3, 0, 3600, 0, 300, 3950],
      [2, '2027-03-01 10:00', '2027-03-04 10:30', 3, 0, 3600, 0, 300, 3950],
      [3, '2027-03-01 10:00', '2027-03-04 10:31', 3, 1, 3600, 200, 300, 4150],
      [4, '2027-03-01 10:00', '2027-03-04 13:20', 3, 4, 3600, 800, 300, 4750],
      [5, '2027-03-01 10:00', '2027-03-04 15:01', 4, 0, 4800, 0, 400, 5250],
      [6, '2027-03-01 10:00', '2027-03-01 12:00', 1, 0, 1200, 0, 100, 1350],
      [7, '2027-03-01 10:00', '2027-03-26 10:00', 25, 0, 24_000, 0, 2500, 26_550],
      [8, '2027-03-01 10:00', '2027-04-03 10:00', 33, 0, 27_600, 0, 3300, 30_950],
      [9, '2027-03-01 10:00', '2027-04-25 13:00', 55, 3, 48_000, 0, 5500, 53_550],
      [13, '2027-03-01 10:00', '2027-03-05 12:00', 4, 2, 4800, 400, 400, 5650],
    ],
  ],
  [
    'a holiday of 2,000 a day',
    withHoliday,
    [
      [10, '2027-04-12 10:00', '2027-04-17 10:00', 5, 0, 8400, 0, 500, 8950],
      [11, '2027-04-12 10:00', '2027-04-15 13:00', 3, 3, 5200, 1000, 300, 6550],
      [15, '2027-03-31 10:00', '2027-04-30 10:00', 30, 0, 26_400, 0, 3000, 29_450],
    ],
  ],
  [
    'daily 999, no monthly price',
    without,
    [
      [12, '2027-03-01 10:00', '2027-03-02 11:00', 1, 1, 999, 166.5, 100, 1315.5],
      [14, '2027-03-01 10:00', '2027-04-05 10:00', 35, 0, 34_965, 0, 3500, 38_515],
    ],
  ],
])('a rental at %s', (_tariff, snapshot, rows) => {
  it.each(rows)('example %i: %s to %s', (_number, pickup, returned, days, hours, rental, hourly, insurance, total) => {
    const quote = charges(snapshot, buildTrip(pickup, returned));
    expect({ days: quote.days, hours: quote.hours }).toEqual({ days, hours });
    expect([
      baht(quote, 'rental'),
      baht(quote, 'hourly'),
      baht(quote, 'basicInsurance'),
      baht(quote, 'handling'),
    ]).toEqual([rental, hourly, insurance, 50]);
    expect(toBaht(quote.total)).toBe(total);
    expect(quote.problems).toEqual([]);
  });
});

const night = {
  nightHours: { start: '20:00', end: '08:00' },
  nightPickupFee: fromBaht(200),
  nightReturnFee: fromBaht(200),
};
const everything = buildSnapshot({
  pickupStore: buildStoreFees({ ...night, differentCityFees: [{ cityId: 2, fee: fromBaht(1500) }] }),
  returnStore: buildStoreFees({ ...night, storeId: 2, cityId: 2 }),
});
const everythingTrip = buildTrip('2027-03-01 21:30', '2027-03-05 21:30', {
  service: 'premium',
  deliveryFee: fromBaht(300),
  collectionFee: fromBaht(300),
  discount: { kind: 'percent', value: 10 },
  coupon: { type: 1, amount: fromBaht(3000), discountAmount: fromBaht(400) },
  additional: fromBaht(250),
  reduction: fromBaht(100),
});

describe('example 16: everything together', () => {
  it('lists every item once, in the documented order, with the deposits last', () => {
    const quote = charges(everything, everythingTrip);
    expect(quote.fees.map((line) => [line.item, toBaht(line.amount)])).toEqual([
      ['rental', 4800],
      ['basicInsurance', 400],
      ['handling', 50],
      ['premiumService', 800],
      ['nightPickup', 200],
      ['nightReturn', 200],
      ['delivery', 300],
      ['pickup', 300],
      ['differentCity', 1500],
      ['discount', 480],
      ['coupon', 400],
      ['additional', 250],
      ['reduction', 100],
      ['orderDeposit', 5000],
      ['violationDeposit', 3000],
    ]);
  });

  it.each([
    [1, 15_820],
    [2, 7820],
    [3, 7820],
  ] as const)('deposit type %i makes %f payable of a total of 7,820', (depositType, payable) => {
    const quote = charges(everything, { ...everythingTrip, depositType });
    expect(toBaht(quote.total)).toBe(7820);
    expect(toBaht(quote.payable)).toBe(payable);
    expect(quote.problems).toEqual([]);
  });

  it('shows the yuan equivalent on the settlement sheet', () => {
    expect(formatTHBWithCNY(charges(everything, everythingTrip).total, 5)).toBe('THB 7,820.00 (¥ 1,564.00)');
  });
});

describe('example 17: cancelling example 16', () => {
  const facts = (now: string) => ({
    now: at(now),
    plannedPickup: everythingTrip.pickup,
    timeZone: ZONE,
    rules: defaultCancelRules(DEFAULT_PARAMETERS),
    holidays: [],
    fees: charges(everything, everythingTrip).fees,
    paid: fromBaht(15_820),
  });

  it('costs 30 % of rental − discount − coupon ten hours before pickup', () => {
    const preview = cancellationPreview(facts('2027-03-01 11:30'));
    expect(preview).toMatchObject({
      rule: 'weekday',
      freeHours: 24,
      hoursToPickup: 10,
      percent: 30,
      base: fromBaht(3920),
      penalty: fromBaht(1176),
      refund: fromBaht(14_644),
    });
  });

  it('is free exactly 24 h 00 min before, and not a minute later', () => {
    expect(cancellationPreview(facts('2027-02-28 21:30'))).toMatchObject({
      percent: 0,
      penalty: 0,
      refund: fromBaht(15_820),
    });
    expect(cancellationPreview(facts('2027-02-28 21:31'))).toMatchObject({ percent: 30, penalty: fromBaht(1176) });
  });
});

it('example 18: a coupon of one free day from 3 days on takes a fourth of 4,800', () => {
  const quote = charges(everything, { ...everythingTrip, coupon: { type: 2, rentalPeriod: 3, discountDays: 1 } });
  expect(baht(quote, 'coupon')).toBe(1200);
});

it('example 19: renewing example 1 to 2027-03-05 12:00 costs 1,700', () => {
  const renewal = renewalCharges(first, {
    pickup: at('2027-03-01 10:00'),
    from: at('2027-03-04 10:00'),
    to: at('2027-03-05 12:00'),
    service: 'none',
  });
  expect(toBaht(renewal.fee)).toBe(1700);
  expect(renewal.fees.map((line) => [line.item, toBaht(line.amount), line.source])).toEqual([
    ['rental', 1200, 'renewal'],
    ['hourly', 400, 'renewal'],
    ['basicInsurance', 100, 'renewal'],
  ]);
});

it.each([
  ['2027-03-04 13:20', [['hourly', 800, 'overrun']]],
  ['2027-03-04 10:30', []],
])('example 20: returning example 1 at %s adds %j', (actual, lines) => {
  const trip = buildTrip('2027-03-01 10:00', '2027-03-04 10:00');
  const result = returnCharges({
    snapshot: first,
    pickup: trip.pickup,
    plannedReturn: trip.returned,
    actualReturn: at(actual),
    service: 'none',
    returnStore: first.returnStore,
    fees: charges(first, trip).fees,
  });
  expect(result.fees.map((line) => [line.item, toBaht(line.amount), line.source])).toEqual(lines);
  expect(result.voids).toEqual([]);
});

it('example 21: two days that touch a holiday of at least 3 are refused with the minimum named, three are allowed', () => {
  const songkran = {
    id: 1,
    name: 'Songkran',
    startDate: '2027-04-13',
    endDate: '2027-04-15',
    minDays: 3,
    bookingOpen: true,
  };
  const verdict = (returned: string, days: number) =>
    quoteVerdict({
      now: at('2027-04-01 10:00'),
      pickup: at('2027-04-12 10:00'),
      returned: at(returned),
      days,
      strict: false,
      pickupKept: false,
      pickupStore: buildStoreRules(),
      returnStore: buildStoreRules(),
      holidays: [songkran],
      priced: true,
      available: true,
    });
  expect(verdict('2027-04-14 10:00', 2).errors).toEqual([
    { code: 'quote.error.minDays', params: { name: 'Songkran', minDays: 3, days: 2 }, field: 'plannedReturnTime' },
  ]);
  expect(verdict('2027-04-15 10:00', 3).errors).toEqual([]);
});

it.each([
  ['2027-03-04 12:00', true],
  ['2027-03-04 11:59', false],
])('example 22: a car on example 1 until 10:00 can be booked from %s: %s', (pickup, available) => {
  const verdict = carAvailability({
    now: at('2027-02-01 10:00'),
    timeZone: ZONE,
    pickup: at(pickup),
    returned: at('2027-03-06 10:00'),
    pickupStoreId: 1,
    returnStoreId: 1,
    turnaroundMinutes: DEFAULT_PARAMETERS.turnaroundMinutes,
    orderId: null,
    car: { status: 1, auditStatus: 1, storeId: 1, inspectionExpiry: '2027-12-31' },
    policies: [{ start: null, end: '2027-12-31' }],
    orders: [
      {
        orderId: 1,
        orderNo: 'R27020100001',
        status: 1,
        pickupStoreId: 1,
        returnStoreId: 1,
        plannedPickup: at('2027-03-01 10:00'),
        actualPickup: null,
        plannedReturn: at('2027-03-04 10:00'),
      },
    ],
    blocks: [],
  });
  expect(verdict.available).toBe(available);
});

it.each([
  ['2027-03-01', 'expiringSoon', 0],
  ['2027-02-27', 'overdue', 2],
  ['2027-03-31', 'expiringSoon', 30],
  ['2027-04-01', 'normal', 31],
] as const)('example 24: on 2027-03-01 a policy to %s is %s (%i)', (date, alert, days) => {
  expect(expiryAlert(date, '2027-03-01', 30)).toEqual({ alert, days });
});
