import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext, type RaRecord } from 'react-admin';
import { fieldOf, type ListViews, type Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { isAtLeast, rowsQuery } from './rowsQuery.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import { useViewRows, type ViewRows } from './useViewRows.ts';

/** Cards a column shows to begin with, and more of each time. */
const CARDS_A_PAGE = 20;

type Code = string | number;

interface ColumnCount {
  readonly total: number;
  readonly atLeast: boolean;
  /** There are more than were asked for. */
  readonly more: boolean;
  readonly loading: boolean;
}

interface BoardRows extends ViewRows {
  /** By code as text; `''` counts the records without one. */
  readonly counts: ReadonlyMap<string, ColumnCount>;
  /** Asks for the next cards of a column. */
  more(code: Code): void;
}

const NOTHING: ColumnCount = { total: 0, atLeast: false, more: false, loading: false };

/** Codes that the user filters by; undefined when all are wanted. */
function wantedCodes(value: unknown): ReadonlySet<string> | undefined {
  const codes = (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).filter(
    (code) => code !== '',
  );
  return codes.length > 0 ? new Set(codes) : undefined;
}

/**
 * The records of a board, column by column under the list's filters and sort: each says how many it has, and shows as many as were asked
 * for. Records without a code, which no filter finds, are looked for among the first of all.
 */
export function useBoardRows(
  model: Resource,
  { by, filter }: NonNullable<ListViews['board']>,
  codes: readonly Code[],
): BoardRows {
  const provider = useDataProvider<AdminDataProvider>();
  const list = useListContext();
  const meta = useRowsMeta(model, 'board');
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const values = { ...(list.filterValues as object), ...(list.filter as object | undefined) } as Record<
    string,
    unknown
  >;
  const wanted = wantedCodes(values[filter]);
  const asked = codes
    .map(String)
    .filter((code) => wanted?.has(code) ?? true)
    .flatMap((code) => Array.from({ length: pages.get(code) ?? 1 }, (_, page) => ({ code, page: page + 1 })));
  const answers = useQueries({
    queries: asked.map(({ code, page }) => ({
      ...rowsQuery(
        provider,
        model.name,
        {
          pagination: { page, perPage: CARDS_A_PAGE },
          sort: list.sort,
          filter: { ...values, [filter]: code },
        },
        meta,
      ),
    })),
  });
  const field = fieldOf(model.entity, by);
  const mayBeUnset = !field.required && field.default === undefined && wanted === undefined;
  const all = useViewRows(model, meta, { enabled: mayBeUnset });

  const counts = new Map<string, ColumnCount>(codes.map((code) => [String(code), NOTHING]));
  for (const [at, { code, page }] of asked.entries()) {
    const { data, isPending } = answers[at]!;
    const before = counts.get(code)!;
    counts.set(code, {
      total: data?.total ?? before.total,
      atLeast: before.atLeast || isAtLeast(data),
      more: (data?.total ?? before.total) > page * CARDS_A_PAGE,
      loading: before.loading || isPending,
    });
  }
  const coded = [...counts.values()].reduce((sum, { total }) => sum + total, 0);
  const known = answers.every(({ data }) => data !== undefined) && !all.atLeast;
  const unset = all.rows.filter((record) => record[by] === null || record[by] === undefined || record[by] === '');
  counts.set('', { ...NOTHING, total: mayBeUnset && known ? Math.max(all.total - coded, unset.length) : unset.length });

  const failed = answers.filter(({ isError }) => isError);
  const rows = [
    ...new Map<RaRecord['id'], RaRecord>(
      [...(mayBeUnset ? unset : []), ...answers.flatMap(({ data }) => (data?.data ?? []) as RaRecord[])].map((row) => [
        row.id,
        row,
      ]),
    ).values(),
  ];
  return {
    rows,
    total: rows.length,
    atLeast: false,
    loading: answers.length > 0 && answers.every(({ isPending }) => isPending),
    outdated: false,
    error: failed[0]?.error ?? (mayBeUnset ? all.error : undefined) ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch();
      if (mayBeUnset && all.error) all.retry();
    },
    counts,
    more: (code) => setPages((now) => new Map([...now, [String(code), (now.get(String(code)) ?? 1) + 1]])),
  };
}
