import { defineCall, INTEGER, list, object, typed } from '../../calls/index.ts';
import { countsUnder, dayFilter, isCalendarDay, type Model } from '../../model/index.ts';
import { defineCommand, type Command } from '../contract.ts';
import { refuseFields } from '../errors.ts';

/** Six weeks, as a month on the screen has. */
const MOST_DAYS = 42;
const DAY_MS = 86_400_000;

const msOf = (day: string | undefined): number =>
  day !== undefined && isCalendarDay(day) ? Date.parse(day) : Number.NaN;

/** The days from the first to the last; refuses no days and too many. */
function daysOf(first: string | undefined, last: string | undefined): readonly string[] {
  const [from, to] = [msOf(first), msOf(last)];
  if (Number.isNaN(from)) throw refuseFields({ firstDay: 'msg.badDate' });
  if (Number.isNaN(to)) throw refuseFields({ lastDay: 'msg.badDate' });
  const count = (to - from) / DAY_MS + 1;
  if (count < 1 || count > MOST_DAYS) throw refuseFields({ lastDay: 'msg.invalid' });
  return Array.from({ length: count }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10));
}

/**
 * `GET /resources/{name}/days`: what the days of a calendar count (`list.views.calendar.counts`), from `firstDay` to `lastDay` (42 at most), under the
 * other filters of the list. One statement for all days. A count is left out where the request sets one of its own filters otherwise.
 */
export function dayCommands(model: Model): Command[] {
  return [...model.resources.values()].flatMap(({ name, permission, list: { views } }) => {
    const counts = views.calendar?.counts ?? [];
    if (counts.length === 0) return [];
    const counted = defineCall({
      method: 'GET',
      path: `/resources/${name}/days`,
      summary: `What the days of the calendar of ${name} count, under the filters of the list`,
      permission: permission.route,
      // The filters of the list, which refuses what it does not know.
      input: typed<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } }),
      answer: list(object({ day: typed<string>({ type: 'string' }), counts: list(INTEGER) })),
    });
    return [
      defineCommand(counted, {
        async run({ firstDay, lastDay, ...filters }, context) {
          const days = daysOf(firstDay, lastDay);
          const shown = countsUnder(counts, filters);
          const asked = days.flatMap((day) => shown.map((count) => ({ ...filters, ...dayFilter(count, day) })));
          const found = asked.length === 0 ? [] : await context.counts(name, asked);
          return days.map((day, at) => ({ day, counts: found.slice(at * shown.length, (at + 1) * shown.length) }));
        },
      }),
    ];
  });
}
