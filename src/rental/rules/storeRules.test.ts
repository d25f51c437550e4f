import { describe, expect, it } from 'vitest';
import {
  advanceProblem,
  businessHoursProblem,
  isStrict,
  pausePeriodsProblem,
  quoteVerdict,
  returnTimeProblem,
} from './index.ts';
import type { Holiday, QuoteFacts, StoreRules } from './index.ts';
import { at, buildStoreRules, songkran } from './testing/builders.ts';

const facts = (changes: Partial<QuoteFacts> = {}): QuoteFacts => ({
  now: at('2027-04-01 10:00'),
  pickup: at('2027-04-05 10:00'),
  returned: at('2027-04-08 10:00'),
  days: 3,
  strict: false,
  pickupKept: false,
  pickupStore: buildStoreRules(),
  returnStore: buildStoreRules(),
  holidays: [songkran],
  priced: true,
  available: true,
  ...changes,
});
const errors = (changes: Partial<QuoteFacts>) => quoteVerdict(facts(changes)).errors.map((each) => each.code);
const warnings = (changes: Partial<QuoteFacts>) => quoteVerdict(facts(changes)).warnings.map((each) => each.code);
const store = (changes: Partial<StoreRules>) => ({
  pickupStore: buildStoreRules(changes),
  returnStore: buildStoreRules(changes),
});

describe('a quote', () => {
  it('without anything against it has neither errors nor warnings', () => {
    expect(quoteVerdict(facts())).toEqual({ errors: [], warnings: [] });
  });

  it('is refused at once when the return is not after the pickup', () => {
    expect(errors({ returned: at('2027-04-05 10:00') })).toEqual(['time.returnLessOrEqual']);
  });

  it('is refused for a closed store, a missing price and a missing car, each at its field', () => {
    const { errors: found } = quoteVerdict(
      facts({ pickupStore: buildStoreRules({ open: false }), priced: false, available: false }),
    );
    expect(found.map((each) => [each.code, each.field])).toEqual([
      ['quote.error.storeClosed', 'pickupStoreId'],
      ['quote.error.noPrice', 'subModelId'],
      ['quote.error.noCar', 'subModelId'],
    ]);
    expect(errors({ returnStore: buildStoreRules({ open: false }) })).toEqual(['quote.error.storeClosed']);
  });

  it('is refused when an end lies in a pause of its own store, whose first moment counts and last does not', () => {
    const paused = { pausePeriods: [{ start: at('2027-04-05 10:00'), end: at('2027-04-08 10:00') }] };
    expect(quoteVerdict(facts(store(paused))).errors).toEqual([
      {
        code: 'quote.error.pickupPaused',
        params: { start: '2027-04-05 10:00:00', end: '2027-04-08 10:00:00' },
        field: 'plannedPickupTime',
      },
    ]);
    expect(errors({ ...store(paused), returned: at('2027-04-08 09:59') })).toEqual([
      'quote.error.pickupPaused',
      'quote.error.returnPaused',
    ]);
    expect(errors({ returnStore: buildStoreRules(paused), returned: at('2027-04-08 09:59') })).toEqual([
      'quote.error.returnPaused',
    ]);
  });

  it('is refused when it touches a holiday closed for booking, on its first and on its last day', () => {
    const closed = { holidays: [{ ...songkran, bookingOpen: false, minDays: 1 }] };
    expect(errors({ ...closed, pickup: at('2027-04-10 10:00'), returned: at('2027-04-13 00:01') })).toEqual([
      'quote.error.holidayClosed',
    ]);
    expect(errors({ ...closed, pickup: at('2027-04-10 10:00'), returned: at('2027-04-13 00:00') })).toEqual([]);
    expect(errors({ ...closed, pickup: at('2027-04-15 19:59'), returned: at('2027-04-18 10:00') })).toEqual([
      'quote.error.holidayClosed',
    ]);
    expect(errors({ ...closed, pickup: at('2027-04-16 08:00'), returned: at('2027-04-18 10:00') })).toEqual([]);
  });

  it.each([
    [4, ['quote.error.minDays']],
    [5, []],
  ])('of %i days into a holiday of 3 at a store that asks 5: %j', (days, expected) => {
    const festivals = [{ holidayId: 1, pickupAllowed: true, returnAllowed: true, hours: null, minDays: 5 }];
    const returned = at(`2027-04-${12 + days} 10:00`);
    expect(errors({ ...store({ festivals }), pickup: at('2027-04-12 10:00'), returned, days })).toEqual(expected);
  });

  it('follows the store on the days of a holiday: one of its own before the default', () => {
    const closedDay = { pickupAllowed: false, returnAllowed: false, hours: null };
    const onHoliday = { pickup: at('2027-04-13 10:00'), returned: at('2027-04-18 10:00'), days: 5 };
    expect(errors({ ...store({ holidayPickup: closedDay }), ...onHoliday })).toEqual(['quote.error.noPickupOnHoliday']);
    expect(
      errors({
        ...store({ holidayPickup: closedDay }),
        pickup: at('2027-04-10 10:00'),
        returned: at('2027-04-15 10:00'),
        days: 5,
      }),
    ).toEqual(['quote.error.noReturnOnHoliday']);
    const festivals = [{ holidayId: 1, pickupAllowed: true, returnAllowed: true, hours: null, minDays: null }];
    expect(errors({ ...store({ holidayPickup: closedDay, festivals }), ...onHoliday })).toEqual([]);
  });

  it('is refused outside the hours of a holiday, which replace the business hours, and only on that holiday', () => {
    const newYear: Holiday = { ...songkran, id: 2, name: 'Other', startDate: '2027-05-01', endDate: '2027-05-03' };
    const festivals = [
      {
        holidayId: 1,
        pickupAllowed: true,
        returnAllowed: true,
        hours: { start: '06:00', end: '12:00' },
        minDays: null,
      },
    ];
    const on = (pickup: string, returned: string) =>
      quoteVerdict(
        facts({
          ...store({ festivals }),
          holidays: [songkran, newYear],
          pickup: at(pickup),
          returned: at(returned),
          days: 5,
        }),
      );
    expect(on('2027-04-13 13:00', '2027-04-18 13:00').errors).toEqual([
      {
        code: 'quote.error.holidayHours',
        params: { name: 'Songkran', start: '06:00', end: '12:00' },
        field: 'plannedPickupTime',
      },
    ]);
    expect(on('2027-04-13 06:30', '2027-04-18 13:00')).toEqual({ errors: [], warnings: [] });
    expect(on('2027-05-01 13:00', '2027-05-06 13:00').errors).toEqual([]);
  });
});

describe('warnings of a quote', () => {
  it.each([
    ['07:59', {}, ['quote.warning.pickupHours']],
    ['08:00', {}, []],
    ['20:00', {}, []],
    ['20:01', {}, ['quote.warning.pickupHours']],
    ['20:01', { nightHours: { start: '20:00', end: '08:00' } }, []],
    ['03:00', { nightHours: { start: '20:00', end: '02:00' } }, ['quote.warning.pickupHours']],
    ['03:00', { is24h: true, businessHours: null }, []],
  ] as const)('a pickup at %s with %j: %j', (time, rules, expected) => {
    expect(warnings({ pickup: at(`2027-04-05 ${time}`), pickupStore: buildStoreRules(rules) })).toEqual(expected);
  });

  it('asks to check the year of a return that is more than a year away; a channel is refused', () => {
    expect(warnings({ days: 366 })).toEqual([]);
    expect(warnings({ days: 367 })).toEqual(['quote.warning.longRental']);
    expect(errors({ days: 3650, strict: true })).toEqual(['quote.warning.longRental']);
  });

  it('name a return outside the hours of the return store', () => {
    expect(warnings({ returned: at('2027-04-08 22:00') })).toEqual(['quote.warning.returnHours']);
  });

  it('name a booking shorter than the minimum and longer than the maximum ahead', () => {
    const advance = store({ minAdvanceMinutes: 120, maxAdvanceMinutes: 10 * 1440 });
    expect(warnings({ ...advance, now: at('2027-04-05 08:01') })).toEqual(['quote.warning.minAdvance']);
    expect(warnings({ ...advance, now: at('2027-04-05 08:00') })).toEqual([]);
    expect(warnings({ ...advance, now: at('2027-03-26 10:00') })).toEqual([]);
    expect(warnings({ ...advance, now: at('2027-03-26 09:59') })).toEqual(['quote.warning.maxAdvance']);
  });

  it('are errors for the orders of a channel', () => {
    const late = { now: at('2027-04-05 09:59'), pickup: at('2027-04-05 07:00') };
    expect(errors({ ...late, strict: isStrict(2) })).toEqual(['quote.warning.minAdvance', 'quote.warning.pickupHours']);
    expect(warnings({ ...late, strict: true })).toEqual([]);
    expect(errors({ ...late, strict: isStrict(4) })).toEqual([]);
  });
});

describe('return after pickup', () => {
  it('has one text in the order form and two in the edit-time dialog', () => {
    expect(returnTimeProblem(10, 10, 'modify')?.code).toBe('time.returnLessOrEqual');
    expect(returnTimeProblem(10, 9, 'modify')?.code).toBe('time.returnLessOrEqual');
    expect(returnTimeProblem(10, 10, 'edittime')?.code).toBe('time.returnLessOrEqual');
    expect(returnTimeProblem(10, 9, 'edittime')?.code).toBe('time.returnLess');
    expect(returnTimeProblem(10, 11, 'edittime')).toBeNull();
  });
});

describe('settings of a store', () => {
  it.each([
    [{ is24h: false, businessHours: null, nightHours: null }, 'store.hoursRequired'],
    [{ is24h: false, businessHours: { start: '', end: '' }, nightHours: null }, 'store.hoursRequired'],
    [{ is24h: false, businessHours: { start: '', end: '20:00' }, nightHours: null }, 'store.hoursRequired'],
    [{ is24h: false, businessHours: { start: '08:00', end: '' }, nightHours: null }, 'store.hoursRequired'],
    [{ is24h: false, businessHours: { start: '18:00', end: '09:00' }, nightHours: null }, 'store.hoursInvalid'],
    [{ is24h: false, businessHours: { start: '09:00', end: '09:00' }, nightHours: null }, 'store.hoursInvalid'],
    [{ is24h: false, businessHours: { start: '09:00', end: '24:01' }, nightHours: null }, 'store.hoursInvalid'],
    [{ is24h: false, businessHours: { start: '09:00', end: '24:00' }, nightHours: null }, null],
    [
      { is24h: false, businessHours: { start: '08:00', end: '20:00' }, nightHours: { start: '20:00', end: '08:00' } },
      null,
    ],
    [
      { is24h: false, businessHours: { start: '08:00', end: '20:00' }, nightHours: { start: '19:59', end: '08:00' } },
      'store.nightOverlap',
    ],
    [
      { is24h: false, businessHours: { start: '08:00', end: '20:00' }, nightHours: { start: '20:00', end: '08:01' } },
      'store.nightOverlap',
    ],
    [
      { is24h: false, businessHours: { start: '08:00', end: '20:00' }, nightHours: { start: 'x', end: '08:00' } },
      'store.nightInvalid',
    ],
    [{ is24h: true, businessHours: null, nightHours: { start: '20:00', end: '08:00' } }, null],
  ] as const)('hours %j: %s', (hours, expected) => {
    expect(businessHoursProblem(hours)?.code ?? null).toBe(expected);
  });

  it('need a minimum advance below the maximum, whatever the units', () => {
    expect(advanceProblem({ value: 2, unit: 'day' }, { value: 1, unit: 'hour' })?.code).toBe('store.advanceOrder');
    expect(advanceProblem({ value: 60, unit: 'minute' }, { value: 1, unit: 'hour' })?.code).toBe('store.advanceOrder');
    expect(advanceProblem({ value: 90, unit: 'minute' }, { value: 2, unit: 'hour' })).toBeNull();
  });

  it('take as many pauses as allowed, in order and apart; past ones do not count', () => {
    const pauses = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ start: index * 10, end: index * 10 + 10 }));
    expect(pausePeriodsProblem(pauses(10), 0, 10)).toBeNull();
    expect(pausePeriodsProblem(pauses(11), 0, 10)?.code).toBe('store.pauseMax');
    expect(pausePeriodsProblem(pauses(11), 10, 10)).toBeNull();
    expect(pausePeriodsProblem([{ start: 10, end: 10 }], 0, 10)?.code).toBe('store.pauseOrder');
    expect(
      pausePeriodsProblem(
        [
          { start: 0, end: 11 },
          { start: 10, end: 20 },
        ],
        0,
        10,
      )?.code,
    ).toBe('store.pauseOverlap');
  });
});
