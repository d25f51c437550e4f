import type { RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import { addDays, addMonths, daysInMonth, daysIntoWeek } from '../controls/wallClock.ts';

type Calendar = Omit<NonNullable<ListViews['calendar']>, 'counts'>;
type Values = Readonly<Record<string, unknown>>;

export type Span = 'month' | 'week';

const until = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** The days on screen, whole weeks from the day on which they begin (0 = Sunday): those around a month, or one week. */
export function daysShown(span: Span, date: string, begin = 0): readonly string[] {
  const weekOf = (day: string): string => addDays(day, -daysIntoWeek(day, begin));
  if (span === 'week') return until(weekOf(date), 7);
  const first = `${date.slice(0, 7)}-01`;
  const length = daysIntoWeek(first, begin) + daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  return until(weekOf(first), Math.ceil(length / 7) * 7);
}

/** The date one month or week further on or back. */
export function stepped(span: Span, date: string, steps: 1 | -1): string {
  return span === 'week' ? addDays(date, 7 * steps) : addMonths(date, steps);
}

const dayOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '');

/** First and last day of a record, as the wall clock of its place says; undefined without a start. */
export function daysOf(calendar: Calendar, record: RaRecord): readonly [string, string] | undefined {
  const start = dayOf(record[calendar.start]);
  const end = calendar.end === undefined ? '' : dayOf(record[calendar.end]);
  return start === '' ? undefined : [start, end < start ? start : end];
}

/** Records by day. One of several days is on each of them. */
export function byDay(
  calendar: Calendar,
  days: readonly string[],
  rows: readonly RaRecord[],
): ReadonlyMap<string, readonly RaRecord[]> {
  return new Map(
    days.map((day) => [
      day,
      rows.filter((record) => {
        const [start, end] = daysOf(calendar, record) ?? ['', ''];
        return start !== '' && start <= day && day <= end;
      }),
    ]),
  );
}

/** What one day of a week shows: one place a lane, empty where a bar of that lane has ended or not begun. */
export type Lanes = readonly (RaRecord | undefined)[];

/**
 * The places of records in one week. A record keeps its lane from its first day there to its last, so that it can be drawn as one bar; the
 * lanes of a day end with its last record.
 */
export function lanesOf(
  week: readonly string[],
  records: ReadonlyMap<string, readonly RaRecord[]>,
): ReadonlyMap<string, Lanes> {
  const lanes = new Map<RaRecord['id'], number>();
  const days = new Map<string, (RaRecord | undefined)[]>();
  for (const day of week) {
    const here = records.get(day) ?? [];
    const places: (RaRecord | undefined)[] = [];
    const going = here.filter(({ id }) => lanes.has(id));
    for (const record of going) places[lanes.get(record.id)!] = record;
    for (const record of here.filter((one) => !going.includes(one))) {
      let lane = 0;
      while (places[lane]) lane++;
      lanes.set(record.id, lane);
      places[lane] = record;
    }
    days.set(day, Array.from(places));
  }
  return days;
}

/** The narrower of what the user filters by and what is on screen. Days compare as text; a day as an end means the whole of it. */
function within(values: Values, changes: Values): Record<string, unknown> {
  const result: Record<string, unknown> = { ...changes };
  for (const [name, wanted] of Object.entries(changes)) {
    const given = values[name];
    if (typeof given !== 'string' || given === '') continue;
    const [mine, theirs] = name.endsWith('Start') ? [String(wanted), given] : [`${String(wanted)} 24`, `${given} 24`];
    if (name.endsWith('Start') ? theirs > mine : theirs < mine) result[name] = given;
  }
  return result;
}

/**
 * The requests that find everything between two days: what overlaps them and, where the end may be empty, what begins there. The second
 * is undefined when the first finds all.
 */
export function windowFilters(
  calendar: Calendar,
  values: Values,
  first: string,
  last: string,
): readonly [Record<string, unknown>, Record<string, unknown> | undefined] {
  const { startFilter, endFilter, openEnd } = calendar;
  const begins = within(values, { [`${startFilter}Start`]: first, [`${startFilter}End`]: last });
  if (endFilter === undefined) return [begins, undefined];
  const overlaps = within(values, { [`${startFilter}End`]: last, [`${endFilter}Start`]: first });
  return [overlaps, openEnd ? begins : undefined];
}

/** Values of a new record made on a day. Both ends of a pair are that day; the form says the rest. */
export function knownOn(model: Resource, calendar: Calendar, day: string): Record<string, unknown> {
  const valueOf = (name: string): string =>
    model.entity.byName.get(name)?.kind === 'dateTime' ? `${day} 00:00:00` : day;
  const names = [calendar.start, ...(calendar.end === undefined ? [] : [calendar.end])];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
