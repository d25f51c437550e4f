import { useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext, type GetListResult, type RaRecord } from 'react-admin';
import type { ListViews, Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { windowFilters, type Span } from './calendarDays.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import { isAtLeast, rowsQuery } from './rowsQuery.ts';
import { MOST_ROWS, useViewRows, type ViewRows } from './useViewRows.ts';

type Calendar = NonNullable<ListViews['calendar']>;

interface CalendarRows extends ViewRows {
  /** How many records a day really has, where not all of them were asked for. */
  readonly totals: ReadonlyMap<string, number>;
  /** Nothing is on the way that would change what is shown. */
  readonly settled: boolean;
}

/** Records of a day to begin with, where the days together have more than a page. */
const OF_A_DAY: Readonly<Record<Span, number>> = { month: 6, week: 30 };

/** Each record once, in the order of their first day. */
function union(calendar: Calendar, lists: readonly (readonly RaRecord[])[]): readonly RaRecord[] {
  const rows = [...new Map(lists.flat().map((row) => [row.id, row])).values()];
  return rows.sort((a, b) => String(a[calendar.start]).localeCompare(String(b[calendar.start])));
}

/** Rows of both requests of a window. */
function joined(calendar: Calendar, a: ViewRows, b: ViewRows, both: boolean): ViewRows {
  if (!both) return a;
  const rows = union(calendar, [a.rows, b.rows]);
  const missing = Math.max(0, a.total - a.rows.length) + Math.max(0, b.total - b.rows.length);
  return {
    rows,
    total: rows.length + missing,
    atLeast: a.atLeast || b.atLeast,
    loading: a.loading || b.loading,
    outdated: a.outdated || b.outdated,
    error: a.error ?? b.error,
    retry: () => {
      a.retry();
      b.retry();
    },
  };
}

/**
 * Records of the days on screen. One request finds them. More than a page would all lie in the first days, so each day
 * is then asked for: its number and its first records. The `unfolded` day is asked for a whole page.
 */
export function useCalendarRows(
  model: Resource,
  calendar: Calendar,
  span: Span,
  days: readonly string[],
  unfolded: string | undefined,
): CalendarRows {
  const provider = useDataProvider<AdminDataProvider>();
  const list = useListContext();
  const meta = useRowsMeta(model, 'calendar');
  const values = list.filterValues as Record<string, unknown>;
  const sort = { field: calendar.start, order: 'ASC' } as const;
  const [first, second] = windowFilters(calendar, values, days[0]!, days.at(-1)!);
  const a = useViewRows(model, meta, { filter: first, sort });
  const b = useViewRows(model, meta, { filter: second, sort, enabled: second !== undefined });
  const whole = joined(calendar, a, b, second !== undefined);

  const asked =
    whole.total > whole.rows.length && !whole.loading && !whole.outdated
      ? days.flatMap((day) =>
          windowFilters(calendar, values, day, day)
            .filter((filter) => filter !== undefined)
            .map((filter) => ({ day, filter })),
        )
      : [];
  const answers = useQueries({
    queries: asked.map(({ day, filter }) =>
      rowsQuery(
        provider,
        model.name,
        {
          pagination: { page: 1, perPage: day === unfolded ? MOST_ROWS : OF_A_DAY[span] },
          sort,
          filter: { ...values, ...(list.filter as object | undefined), ...filter },
        },
        meta,
      ),
    ),
  });
  if (asked.length === 0) return { ...whole, totals: new Map(), settled: !whole.loading };

  const totals = new Map<string, number>();
  for (const [at, { day }] of asked.entries()) {
    const answer: GetListResult | undefined = answers[at]?.data;
    if (answer) totals.set(day, (totals.get(day) ?? 0) + (answer.total ?? 0));
  }
  const failed = answers.filter(({ isError }) => isError);
  const rows = union(calendar, [whole.rows, ...answers.map(({ data }) => data?.data ?? [])]);
  return {
    rows,
    // Every day says itself how many there are.
    total: rows.length,
    atLeast: answers.some(({ data }) => isAtLeast(data)),
    loading: false,
    outdated: false,
    error: whole.error ?? failed[0]?.error ?? undefined,
    retry: () => {
      whole.retry();
      for (const { refetch } of failed) void refetch();
    },
    totals,
    settled: answers.every(({ isPending }) => !isPending),
  };
}
