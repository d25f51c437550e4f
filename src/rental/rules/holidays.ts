import { addDays, datesTouched } from './storeTime.ts';
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
export function holidaysTouched<T extends DateRange>(pickup: Instant, end: Instant, zone: string, holidays: readonly T[]): readonly T[] {
  const { first, last } = datesTouched(pickup, end, zone);
  return holidays.filter((each) => each.startDate <= last && first <= each.endDate);
}

/** Daily price of a day: the holiday's where the row has one, else the row's own. */
export const dailyPriceOn = (date: DateText, daily: Satang, holidays: readonly HolidayPrice[]): Satang =>
  holidayOn(date, holidays)?.daily ?? daily;

/** The days of a rental, from the pickup date on. */
export const rentalDates = (first: DateText, days: number): readonly DateText[] =>
  Array.from({ length: days }, (_, index) => addDays(first, index));
