import { useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext, type Identifier } from 'react-admin';
import { NONE, type Resource } from '../../model/index.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import type { Level } from './treeLines.ts';
import { MOST_ROWS, type ViewRows } from './useViewRows.ts';

/**
 * The top of a tree and the opened levels below it, one request each. Where the user searches or filters, the top is what was found,
 * wherever in the tree it lies.
 */
export function useTreeLevels(
  model: Resource,
  open: ReadonlySet<Identifier>,
): { readonly source: ViewRows; levelOf(parent: Identifier | null): Level } {
  const { filterValues, filter: fixed, sort } = useListContext();
  const provider = useDataProvider();
  const meta = useRowsMeta(model, 'tree');
  const by = model.entity.tree!;
  const wanted = filterValues as Readonly<Record<string, unknown>>;
  const top = Object.keys(wanted).length > 0 ? wanted : { [by]: NONE };
  const parents = [null, ...open];
  const answers = useQueries({
    queries: parents.map((parent) => {
      const filter = { ...(parent === null ? top : { [by]: parent }), ...(fixed as object | undefined) };
      return {
        // As react-admin names lists: whatever changes a record has them asked for again.
        queryKey: [model.name, 'getList', { filter, sort, tree: true, meta }],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          provider.getList(model.name, { pagination: { page: 1, perPage: MOST_ROWS }, sort, filter, meta, signal }),
        retry: false,
      };
    }),
  });
  const levels = new Map(
    parents.map((parent, index): [Identifier | null, Level] => {
      const data = answers[index]?.data;
      return [parent, data && { rows: data.data, total: data.total ?? data.data.length }];
    }),
  );
  const failed = answers.find(({ error }) => error);
  const first = levels.get(null);
  return {
    source: {
      rows: first?.rows ?? [],
      total: first?.total ?? 0,
      // A level is not counted to its end where it does not fit on the screen anyway.
      atLeast: false,
      loading: first === undefined && !failed,
      outdated: false,
      error: failed?.error ?? undefined,
      retry: () => answers.forEach(({ error, refetch }) => error && void refetch()),
    },
    levelOf: (parent) => levels.get(parent),
  };
}
