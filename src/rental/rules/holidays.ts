import { datesTouched, daysBetween } from './storeTime.ts';
import type { DateText, Instant } from './storeTime.ts';
import type { Satang } from './money.ts';

/** Whole days, both ends included, in the store's zone; holidays do not overlap (D-HOL-01). */
export interface Holiday {
  readonly id: number;
  readonly name: string;
  readonly startDate: DateText;
  readonly endDate: DateText;
  readonly minDays: number;
  readonly bookingOpen: boolean;
}

/** What one price row asks on the days of a holiday; null is the daily price (D-PRICE-05). */
export interface HolidayPrice {
  readonly holidayId: number;
  readonly startDate: DateText;
  readonly endDate: DateText;
  readonly daily: Satang | null;
}

type DateRange = Pick<Holiday, 'startDate' | 'endDate'>;

/** The one that the day lies in. */
export const holidayOn = <T extends DateRange>(date: DateText, holidays: readonly T[]): T | undefined =>
  holidays.find((each) => each.startDate <= date && date <= each.endDate);

/** Those that share a day with the rental [pickup, end) on the zone's calendar. */
export function holidaysTouched<T extends DateRange>(
  pickup: Instant,
  end: Instant,
  zone: string,
  holidays: readonly T[],
): readonly T[] {
  const { first, last } = datesTouched(pickup, end, zone);
  return holidays.filter((each) => each.startDate <= last && first <= each.endDate);
}

/** Daily price of a day: the holiday's where the row has one, else the row's own. */
export const dailyPriceOn = (date: DateText, daily: Satang, holidays: readonly HolidayPrice[]): Satang =>
  holidayOn(date, holidays)?.daily ?? daily;

/** How many of the days from `first` to `last`, both included, lie in the holiday. */
export function daysInHoliday(first: DateText, last: DateText, holiday: DateRange): number {
  const from = holiday.startDate > first ? holiday.startDate : first;
  const to = holiday.endDate < last ? holiday.endDate : last;
  return from > to ? 0 : daysBetween(from, to) + 1;
}

/** The holidays to keep with an order: those that end on or after the pickup date, with the price of the row where it has one. */
export const pickPriceHolidays = (
  holidays: readonly Holiday[],
  prices: readonly { readonly holidayId: number; readonly daily: Satang }[],
  pickupDate: DateText,
): readonly HolidayPrice[] =>
  holidays
    .filter((each) => each.endDate >= pickupDate)
    .map(({ id, startDate, endDate }) => ({
      holidayId: id,
      startDate,
      endDate,
      daily: prices.find((price) => price.holidayId === id)?.daily ?? null,
    }));
