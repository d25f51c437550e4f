import { useGetList, useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { RowsMeta } from '../rows/rowFields.ts';

/** As many as a page has at most: beyond that a screen of cards is no overview any more. */
export const MOST_ROWS = 100;

export interface ViewRows {
  readonly rows: readonly RaRecord[];
  readonly total: number;
  /** The server stopped counting there. */
  readonly atLeast: boolean;
  /** The first answer is still on the way. */
  readonly loading: boolean;
  /** What is shown still answers the question before. */
  readonly outdated: boolean;
  readonly error?: Error;
  retry(): void;
}

interface RowsWanted {
  /** What the view itself asks for, over what the user filters by. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly enabled?: boolean;
}

/** The first rows under the list's filters and sort, for views that have no pages. `asks`: what the view reads of them. */
export function useViewRows(
  model: Resource,
  asks: RowsMeta | undefined,
  { filter, sort, enabled = true }: RowsWanted = {},
): ViewRows {
  const list = useListContext();
  const { data, total, meta, isPending, isPlaceholderData, error, refetch } = useGetList(
    model.name,
    {
      pagination: { page: 1, perPage: MOST_ROWS },
      sort: sort ?? list.sort,
      filter: { ...(list.filterValues as object), ...(list.filter as object | undefined), ...filter },
      meta: asks,
    },
    { enabled, retry: false, placeholderData: (previous) => previous },
  );
  return {
    rows: data ?? [],
    total: total ?? data?.length ?? 0,
    atLeast: (meta as { totalAtLeast?: boolean } | undefined)?.totalAtLeast === true,
    loading: enabled && isPending,
    outdated: isPlaceholderData,
    error: error ?? undefined,
    retry: () => void refetch(),
  };
}
