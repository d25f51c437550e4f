/** Years before and after the present one that a date may have where its schema says nothing (`x-years`). */
const PAST = 120;
const FUTURE = 30;
/** A year of the Buddhist calendar is so much more than that of the Gregorian one. */
export const BUDDHIST_YEARS = 543;

/** Whether the Gregorian calendar has a day (`2028-02-29`), of the year 1 or later. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The first and the last year of a range. */
export type Years = readonly [number, number];

/** The years that a date may have in a present year. */
export const plausibleYears = (present: number, declared?: Years): Years =>
  declared ?? [present - PAST, present + FUTURE];

const isWithin = (year: number, [from, to]: Years): boolean => year >= from && year <= to;

/** Whether a date of the wire (`2570-03-01 …`) has a year that its schema allows. */
export const isPlausible = (date: string, present: number, declared?: Years): boolean =>
  isWithin(Number(date.slice(0, 4)), plausibleYears(present, declared));

/**
 * The same date with the year of the Gregorian calendar, where it was probably written with one of the Buddhist calendar; else undefined.
 *
 * @example gregorian('2570-03-01', 2026) // '2027-03-01'
 */
export function gregorian(date: string, present: number, declared?: Years): string | undefined {
  if (!/^\d{4}-\d{1,2}-\d{1,2}/.test(date)) return undefined;
  const year = Number(date.slice(0, 4)) - BUDDHIST_YEARS;
  if (isPlausible(date, present, declared) || !isWithin(year, plausibleYears(present, declared))) return undefined;
  const [, month = '', day = ''] = /^\d{4}-(\d{1,2})-(\d{1,2})/.exec(date)!;
  const meant = [String(year).padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDay(meant) ? meant + date.slice(`2570-${month}-${day}`.length) : undefined;
}
