import { useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import { rowsQuery } from './rowsQuery.ts';
import { MOST_ROWS, useViewRows, type ViewRows } from './useViewRows.ts';

/** What a map still shows as points one can tell apart, and a server answers in a few seconds. */
const MOST_ON_MAP = 5_000;

const NONE: readonly RaRecord[] = [];

/** The first five thousand rows under the list's filters, page by page as they come. */
export function useMapRows(model: Resource): ViewRows {
  const provider = useDataProvider<AdminDataProvider>();
  const { sort, filterValues, filter } = useListContext();
  const meta = useRowsMeta(model, 'map');
  const first = useViewRows(model, meta);
  const pages = first.outdated ? 0 : Math.ceil(Math.min(first.total, MOST_ON_MAP) / MOST_ROWS);
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      rowsQuery(
        provider,
        model.name,
        {
          pagination: { page: index + 2, perPage: MOST_ROWS },
          sort,
          filter: { ...(filterValues as object), ...(filter as object | undefined) },
        },
        meta,
      ),
    ),
    // The same rows as long as the answers are: what is drawn from them is not drawn again.
    combine: (answers) => ({
      rows: answers.some(({ data }) => data) ? answers.flatMap(({ data }) => data?.data ?? []) : NONE,
      failed: answers.filter(({ isError }) => isError).map(({ error, refetch }) => ({ error, refetch })),
    }),
  });
  const rows = others.rows.length === 0 ? first.rows : [...first.rows, ...others.rows];
  return {
    ...first,
    rows,
    error: first.error ?? others.failed[0]?.error ?? undefined,
    retry: () => {
      first.retry();
      for (const { refetch } of others.failed) void refetch();
    },
  };
}
