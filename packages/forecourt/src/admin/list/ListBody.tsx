import { lazy, Suspense, useEffect } from 'react';
import { Box, useMediaQuery, type Theme } from '@mui/material';
import { HttpError, ListContextProvider, useListContext, type ListControllerResult } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { OwnRowsView } from '../views/OwnRowsView.tsx';
import { useListView } from '../views/useListView.ts';
import { ListCards } from './ListCards.tsx';
import { listSort } from './listRequest.ts';
import { ListPages } from './ListPages.tsx';
import { ListTable } from './ListTable.tsx';
import { recallRows } from './rememberedRows.ts';
import { TableSkeleton } from '../rows/TableSkeleton.tsx';

// Lists are seldom empty.
const ListEmpty = lazy(() => import('../rows/ListEmpty.tsx'));
const CardGrid = lazy(() => import('../views/CardGrid.tsx'));

interface ListBodyProps {
  readonly model: Resource;
  readonly storeKey: string;
  /** On a phone, while rows are being selected: ends that. */
  readonly onSelected?: () => void;
}

/** Whether the server refused the order: a browser remembers, or an address names, a column that is gone or hidden now. */
const refusesSort = (error: unknown): boolean => {
  const refused = error instanceof HttpError ? (error.body as { errors?: Readonly<Record<string, string>> }) : {};
  return refused.errors?.['sortField'] !== undefined;
};

/** Goes back to the order of the declaration where the server refuses the one that was asked for. */
function useKnownSort(model: Resource): void {
  const { error, sort, setSort } = useListContext();
  const usual = listSort(model);
  const refused = refusesSort(error) && sort.field !== usual.field;
  useEffect(() => {
    if (refused) setSort(listSort(model));
  }, [refused, model, setSort]);
}

/** The rows of a list; those that were shown last stay when others that were asked for do not come. */
export function ListBody(props: ListBodyProps) {
  const context = useListContext();
  useKnownSort(props.model);
  const { storage } = useAdminRuntime();
  const last = context.error && !context.data ? recallRows(storage, props.storeKey) : undefined;
  if (!last?.data.length) return <Rows {...props} />;
  return (
    <ListContextProvider value={{ ...context, ...last } as ListControllerResult}>
      <Rows {...props} />
    </ListContextProvider>
  );
}

/** The rows in whatever state they are: loading, failed (filters stay, with a retry), empty with a next step, or shown. */
function Rows({ model, storeKey, onSelected }: ListBodyProps) {
  const { data, isPending, error, refetch, isFetching } = useListContext();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));

  const { view, paged } = useListView(model, storeKey);

  if (!paged) return <OwnRowsView model={model} storeKey={storeKey} view={view} />;
  const skeleton = <TableSkeleton columns={model.list.columns.length} cards={phone} />;
  const failure = error ? (
    <LoadProblem
      error={error as Error}
      onRetry={() => void refetch()}
      busy={isFetching}
      sentence="admin.list.failed"
      sx={{ mb: 1 }}
    />
  ) : null;

  if (isPending) return failure ?? skeleton;
  if (!data || (error && data.length === 0)) return failure;
  if (data.length === 0)
    return (
      <Suspense>
        <ListEmpty model={model} />
      </Suspense>
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      {failure}
      {view === 'card' ? (
        <Suspense fallback={skeleton}>
          <CardGrid model={model} />
        </Suspense>
      ) : phone ? (
        <ListCards model={model} storeKey={storeKey} onSelected={onSelected} />
      ) : (
        <ListTable model={model} storeKey={storeKey} />
      )}
      <ListPages />
    </Box>
  );
}
