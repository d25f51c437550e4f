import { Temporal } from 'temporal-polyfill';
import type { PeriodName, TimeUnit } from '../../../model/index.ts';
import type { Bucket } from '../../data/index.ts';

/** From one day to another, both included, on the clock of a zone. */
export interface Period {
  /** `2026-11-23` */
  readonly from: string;
  readonly to: string;
}

/** What a period is compared with: the one before it, or the same a year ago. */
export type Comparison = 'before' | 'year';

const dayOf = (now: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();

const said = (from: Temporal.PlainDate, to: Temporal.PlainDate): Period => ({
  from: from.toString(),
  to: to.toString(),
});

/** The days that a period means at this moment. */
export function periodNamed(name: PeriodName, now: number, zone: string): Period {
  const today = dayOf(now, zone);
  const firstOfMonth = today.with({ day: 1 });
  switch (name) {
    case 'today':
      return said(today, today);
    case 'yesterday':
      return said(today.subtract({ days: 1 }), today.subtract({ days: 1 }));
    case 'last7Days':
      return said(today.subtract({ days: 6 }), today);
    case 'last30Days':
      return said(today.subtract({ days: 29 }), today);
    case 'last90Days':
      return said(today.subtract({ days: 89 }), today);
    case 'thisMonth':
      return said(firstOfMonth, today);
    case 'lastMonth':
      return said(firstOfMonth.subtract({ months: 1 }), firstOfMonth.subtract({ days: 1 }));
    case 'thisYear':
      return said(today.with({ month: 1, day: 1 }), today);
    case 'last12Months':
      return said(firstOfMonth.subtract({ months: 11 }), today);
  }
}

export const daysOf = ({ from, to }: Period): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days + 1;

const isLastOfMonth = (day: Temporal.PlainDate): boolean => day.day === day.daysInMonth;

/** What a period is compared with. One that begins with a month is compared with as many months, up to the same day. */
export function comparedWith(period: Period, comparison: Comparison): Period {
  const from = Temporal.PlainDate.from(period.from);
  const to = Temporal.PlainDate.from(period.to);
  const back = (months: number): Period => {
    const last = to.subtract({ months });
    return said(from.subtract({ months }), isLastOfMonth(to) ? last.with({ day: last.daysInMonth }) : last);
  };
  if (comparison === 'year') return back(12);
  if (from.day === 1) return back((to.year - from.year) * 12 + to.month - from.month + 1);
  const days = daysOf(period);
  return said(from.subtract({ days }), to.subtract({ days }));
}

/** First moment of a day. */
export const startOfDay = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

export const startOf = ({ from }: Period, zone: string): Date => startOfDay(from, zone);
/** First moment after a period. */
export const endOf = ({ to }: Period, zone: string): Date =>
  startOfDay(Temporal.PlainDate.from(to).add({ days: 1 }).toString(), zone);

/** The unit that a period is best seen in. */
export function unitFor(period: Period): TimeUnit {
  const days = daysOf(period);
  return days <= 2 ? 'hour' : days <= 31 ? 'day' : days <= 183 ? 'week' : 'month';
}

const STEPS = { hour: { hours: 1 }, day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

function floorTo(at: Temporal.ZonedDateTime, every: TimeUnit): Temporal.ZonedDateTime {
  if (every === 'hour') return at.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = at.startOfDay();
  if (every === 'day') return day;
  if (every === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return day.with({ day: 1 });
}

const keyOf = (at: Temporal.ZonedDateTime, every: TimeUnit): string =>
  every === 'hour'
    ? `${at.toPlainDate().toString()} ${String(at.hour).padStart(2, '0')}:00`
    : at.toPlainDate().toString();

/** All hours, days, weeks or months from one moment to another, the first and the last cut off at them. Weeks begin on Monday. */
export function bucketsBetween(from: Date, to: Date, every: TimeUnit, zone: string): readonly Bucket[] {
  const buckets: Bucket[] = [];
  let at = floorTo(Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone), every);
  while (at.epochMilliseconds < to.getTime()) {
    const next = at.add(STEPS[every]);
    const key = keyOf(at, every);
    // Where the clock is set back an hour comes twice under one name.
    if (buckets.at(-1)?.key === key)
      buckets.push({ ...buckets.pop()!, end: new Date(Math.min(next.epochMilliseconds, to.getTime())) });
    else
      buckets.push({
        key,
        start: new Date(Math.max(at.epochMilliseconds, from.getTime())),
        end: new Date(Math.min(next.epochMilliseconds, to.getTime())),
      });
    at = next;
  }
  return buckets;
}

/** Wall clock of a zone: `2026-11-23 08:00:00`. */
export const wallClock = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** The moment that a wall clock of a zone means. */
export const momentOf = (clock: string, zone: string): Date =>
  new Date(Temporal.PlainDateTime.from(clock.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds);

/** `today`, `today+30`, `now-90m`: the day, or the moment. */
export function relative(
  word: string,
  now: number,
  zone: string,
): { readonly day: string } | { readonly moment: Date } {
  const [, base, sign, count = '0', unit] = /^(today|now)(?:([+-])(\d+)([mh])?)?$/.exec(word)!;
  const steps = (sign === '-' ? -1 : 1) * Number(count);
  if (base === 'today') return { day: dayOf(now, zone).add({ days: steps }).toString() };
  return { moment: new Date(now + steps * (unit === 'h' ? 3_600_000 : 60_000)) };
}
