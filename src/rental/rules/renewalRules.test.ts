import { describe, expect, it } from 'vitest';
import { renewalVerdict } from './index.ts';
import type { Holiday, StoreRules } from './index.ts';
import { at, buildStoreRules, songkran } from './testing/builders.ts';

describe('a renewal', () => {
  const renew = (
    to: string,
    changes: { holidays?: readonly Holiday[]; days?: number; returnStore?: StoreRules } = {},
  ) =>
    renewalVerdict({
      from: at('2027-04-12 10:00'),
      to: at(to),
      days: changes.days ?? 5,
      pickupStore: buildStoreRules(),
      returnStore: changes.returnStore ?? buildStoreRules(),
      holidays: changes.holidays ?? [songkran],
      modelPromised: false,
    }).errors.map((each) => each.code);

  it('must be later than the planned return', () => {
    expect(renew('2027-04-12 09:59')).toEqual(['renew.tooEarly']);
    expect(renew('2027-04-12 10:00')).toEqual(['renew.notLater']);
    expect(renew('2027-04-14 10:00')).toEqual([]);
  });

  it('may not reach into a closed holiday, but one that was touched before stays', () => {
    const closed = { ...songkran, bookingOpen: false };
    expect(renew('2027-04-14 10:00', { holidays: [closed] })).toEqual(['quote.error.holidayClosed']);
    expect(renew('2027-04-12 12:00', { holidays: [closed] })).toEqual([]);
    expect(
      renew('2027-04-14 10:00', { holidays: [{ ...closed, startDate: '2027-04-10', endDate: '2027-04-11' }] }),
    ).toEqual([]);
  });

  it('into a holiday counts the days of the whole rental', () => {
    expect(renew('2027-04-13 09:00', { days: 2 })).toEqual(['quote.error.minDays']);
    expect(renew('2027-04-13 09:00', { days: 3 })).toEqual([]);
  });

  it('may not end on a holiday without returns', () => {
    const holidayPickup = { pickupAllowed: true, returnAllowed: false, hours: null };
    expect(renew('2027-04-14 10:00', { returnStore: buildStoreRules({ holidayPickup }) })).toEqual([
      'quote.error.noReturnOnHoliday',
    ]);
  });
});

describe('a renewal of staff', () => {
  const warnings = (modelPromised: boolean, to = '2027-04-11 10:00') =>
    renewalVerdict({
      from: at('2027-04-10 10:00'),
      to: at(to),
      days: 5,
      pickupStore: buildStoreRules(),
      returnStore: buildStoreRules(),
      holidays: [],
      modelPromised,
    }).warnings.map((each) => [each.code, each.field]);

  it('warns outside business hours and when the model is promised to others, and is not refused for it', () => {
    expect(warnings(false)).toEqual([]);
    expect(warnings(true)).toEqual([['renew.overbooks', 'time']]);
    expect(warnings(false, '2027-04-11 22:00')).toEqual([['quote.warning.returnHours', 'time']]);
  });

  it('may not end in a pause of the store', () => {
    const pause = { start: at('2027-04-11 00:00'), end: at('2027-04-12 00:00') };
    const verdict = renewalVerdict({
      from: at('2027-04-10 10:00'),
      to: at('2027-04-11 10:00'),
      days: 5,
      pickupStore: buildStoreRules(),
      returnStore: buildStoreRules({ pausePeriods: [pause] }),
      holidays: [],
      modelPromised: false,
    });
    expect(verdict.errors.map((each) => [each.code, each.field])).toEqual([['quote.error.returnPaused', 'time']]);
  });
});
