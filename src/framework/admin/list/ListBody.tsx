import { lazy, Suspense } from 'react';
import { Box, useMediaQuery, type Theme } from '@mui/material';
import { useListContext } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { FormProblem } from '../form/FormProblem.tsx';
import { OwnRowsView } from '../views/OwnRowsView.tsx';
import { useListView } from '../views/useListView.ts';
import { ListCards } from './ListCards.tsx';
import { ListEmpty } from './ListEmpty.tsx';
import { ListPages } from './ListPages.tsx';
import { ListTable } from './ListTable.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';

const CardGrid = lazy(() => import('../views/CardGrid.tsx'));

/** The rows in whatever state they are: loading, failed (filters stay, with a retry), empty with a next step, or shown. */
export function ListBody({ model, storeKey }: { model: Resource; storeKey: string }) {
  const { data, isPending, error, refetch, isFetching } = useListContext();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));

  const { view, paged } = useListView(model, storeKey);

  if (!paged) return <OwnRowsView model={model} storeKey={storeKey} view={view} />;
  const skeleton = <TableSkeleton columns={model.list.columns.length} cards={phone} />;
  const failure = error ? (
    <FormProblem error={error as Error} onRetry={() => void refetch()} busy={isFetching} sentence="admin.list.failed" />
  ) : null;

  if (isPending) return failure ?? skeleton;
  if (!data || (error && data.length === 0)) return failure;
  if (data.length === 0) return <ListEmpty model={model} />;
  return (
    <Box sx={{ minWidth: 0 }}>
      {failure}
      {view === 'card' ? (
        <Suspense fallback={skeleton}>
          <CardGrid model={model} />
        </Suspense>
      ) : phone ? (
        <ListCards model={model} />
      ) : (
        <ListTable model={model} storeKey={storeKey} />
      )}
      <ListPages />
    </Box>
  );
}
