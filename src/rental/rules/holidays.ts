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

/** What one price row asks on the days of a holiday; null, which older orders keep, is the daily price (D-PRICE-05). */
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

/** The holidays to keep with an order: those that the price row has a price for. */
export const pickPriceHolidays = (
  holidays: readonly Pick<Holiday, 'id' | 'startDate' | 'endDate'>[],
  prices: readonly { readonly holidayId: number; readonly daily: Satang }[],
): readonly HolidayPrice[] =>
  holidays.flatMap(({ id, startDate, endDate }) => {
    const price = prices.find((each) => each.holidayId === id);
    return price ? [{ holidayId: id, startDate, endDate, daily: price.daily }] : [];
  });
