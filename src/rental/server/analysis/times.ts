import { refuseFields } from 'forecourt/server';
import { addDays, DEFAULT_TIME_ZONE, fromWallClock, parseDate, startOfDate } from '../../rules/index.ts';

const SECOND = 1_000;

/** One end, a day or a second, both of them whole; epoch milliseconds. Times of filters are those of the company's zone (D-API-03). */
function endOf(text: string, last: boolean): number | null {
  const date = parseDate(text);
  if (date !== null) return startOfDate(last ? addDays(date, 1) : date, DEFAULT_TIME_ZONE);
  const moment = fromWallClock(text, DEFAULT_TIME_ZONE);
  return moment === null ? null : moment + (last ? SECOND : 0);
}

/**
 * From when until before when two days or times are (`2026-11-01,2026-11-30`), as figures send them to the list of their rows. Throws a refusal at
 * the filter of this name.
 */
export function timesOf(name: string, value: string): { readonly from: Date; readonly to: Date } {
  const [first, last] = value.split(',');
  const from = endOf(first ?? '', false);
  const to = endOf(last ?? '', true);
  if (from === null || to === null) throw refuseFields({ [name]: 'msg.badDate' });
  return { from: new Date(from), to: new Date(to) };
}
