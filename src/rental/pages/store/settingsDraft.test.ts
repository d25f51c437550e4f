import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsDraft } from './settingsDraft.ts';

const EMPTY = { pausePeriods: [], cancelRules: null, holidayPickup: null, festivals: [] };

describe('settings as they are typed', () => {
  it('go as they are where they are complete', () => {
    const hours = { pickupAllowed: 0, returnAllowed: 1, startTime: '09:00', endTime: '12:00' } as const;
    const rule = { freeHours: 24, penaltyPercent: 12.5 };
    const typed = {
      pausePeriods: [{ startTime: '2027-05-01 00:00:00', endTime: '2027-05-02 00:00:00' }],
      cancelRules: { weekday: rule, holiday: rule },
      holidayPickup: hours,
      festivals: [{ ...hours, holidayId: 3, minDays: 5 }],
    };
    expect(settingsDraft(typed)).toEqual(typed);
  });

  it('leave out what is half typed or cannot be', () => {
    expect(settingsDraft({ cancelRules: { weekday: { freeHours: 'x', penaltyPercent: 3 } } })).toEqual(EMPTY);
    expect(settingsDraft({ festivals: [{ minDays: 0, holidayId: null }] }).festivals).toEqual([
      { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '', holidayId: null, minDays: null },
    ]);
  });

  it('are something to ask with, whatever stands in the form', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(EMPTY)), fc.anything()), (values) => {
        expect(Object.keys(settingsDraft(values))).toEqual(Object.keys(EMPTY));
      }),
    );
  });
});
