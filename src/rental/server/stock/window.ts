import { refuseFields } from 'forecourt/server';
import { DEFAULT_TIME_ZONE, daysOf, parseDate, spanProblem } from '../../rules/index.ts';
import type { StoreDay } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';

/** Longest span of the inventory and the forecast, which the schedule shows in windows of its own. */
export const MOST_DAYS = 92;

/** The days that a screen of the stock asks for, on the clock of the zone. Refuses at its field what is no day, runs backwards or is too long. */
export function windowOf(
  context: RentalContext,
  { dateStart, dateEnd }: { readonly dateStart: string; readonly dateEnd: string },
  most: number,
): readonly StoreDay[] {
  const first = parseDate(dateStart);
  const last = parseDate(dateEnd);
  if (first === null) throw refuseFields({ dateStart: 'msg.badDate' });
  if (last === null) throw refuseFields({ dateEnd: 'msg.badDate' });
  const refusal = spanProblem(first, last, most);
  requireNone(refusal ? [refusal] : [], context);
  return daysOf(first, last, DEFAULT_TIME_ZONE);
}
