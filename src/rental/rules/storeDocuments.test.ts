import { expect, it } from 'vitest';
import { DEFAULT_PARAMETERS, pickPriceHolidays, satang, toCancelRules, toStoreRules } from './index.ts';
import { ZONE, at } from './testing/builders.ts';

const store = {
  status: 1,
  is24h: 0,
  businessHours: { start: '08:00', end: '20:00' },
  minAdvance: { value: 2, unit: 'hour' },
  maxAdvance: { value: 90, unit: 'day' },
} as const;

it('a store and its settings become what the rules read', () => {
  const settings = {
    pausePeriods: [
      { startTime: '2027-03-01 10:00:00', endTime: '2027-03-02 10:00:00' },
      { startTime: 'soon', endTime: '2027-03-02 10:00:00' },
      { startTime: '2027-03-01 10:00:00', endTime: 'later' },
    ],
    holidayPickup: { pickupAllowed: 0, startTime: '10:00', endTime: '' },
    festivals: [{ holidayId: 1, returnAllowed: 0, startTime: '10:00', endTime: '16:00', minDays: 5 }],
  };
  expect(toStoreRules(store, settings, ZONE)).toEqual({
    open: true,
    timeZone: ZONE,
    is24h: false,
    businessHours: { start: '08:00', end: '20:00' },
    nightHours: null,
    minAdvanceMinutes: 120,
    maxAdvanceMinutes: 90 * 1440,
    pausePeriods: [{ start: at('2027-03-01 10:00'), end: at('2027-03-02 10:00') }],
    holidayPickup: { pickupAllowed: false, returnAllowed: true, hours: null },
    festivals: [
      {
        holidayId: 1,
        pickupAllowed: true,
        returnAllowed: false,
        hours: { start: '10:00', end: '16:00' },
        minDays: 5,
      },
    ],
  });
});

it('a store without settings has no pauses, no rules of holidays and the cancellation rules of the parameters', () => {
  const rules = toStoreRules({ status: 0, is24h: 1 }, null, ZONE);
  expect(rules).toMatchObject({ open: false, is24h: true, pausePeriods: [], holidayPickup: null, festivals: [] });
  expect(rules.minAdvanceMinutes).toBeLessThan(rules.maxAdvanceMinutes);
  expect(toCancelRules(null, DEFAULT_PARAMETERS).weekday).toEqual({ freeHours: 24, penaltyPercent: 30 });
  const own = { weekday: { freeHours: 1, penaltyPercent: 2 }, holiday: { freeHours: 3, penaltyPercent: 4 } };
  expect(toCancelRules({ cancelRules: own }, DEFAULT_PARAMETERS)).toBe(own);
});

it('a snapshot takes the holidays that the row has a price for, past ones too', () => {
  const holiday = (id: number, startDate: string, endDate: string) => ({
    id,
    name: `H${id}`,
    startDate,
    endDate,
    minDays: 3,
    bookingOpen: true,
  });
  const holidays = [
    holiday(1, '2027-01-01', '2027-01-03'),
    holiday(2, '2027-03-01', '2027-03-02'),
    holiday(3, '2027-04-13', '2027-04-15'),
  ];
  const prices = [
    { holidayId: 3, daily: satang(2000_00) },
    { holidayId: 1, daily: satang(1500_00) },
  ];
  expect(pickPriceHolidays(holidays, prices)).toEqual([
    { holidayId: 1, startDate: '2027-01-01', endDate: '2027-01-03', daily: 1500_00 },
    { holidayId: 3, startDate: '2027-04-13', endDate: '2027-04-15', daily: 2000_00 },
  ]);
});
