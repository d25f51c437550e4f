import { Suspense } from 'react';
import type { ListViewName, Resource } from '../../model/index.ts';
import { TableSkeleton } from '../rows/TableSkeleton.tsx';
import { ownView } from './ownViews.ts';

/** A view that asks for its own rows. */
export function OwnRowsView({ model, storeKey, view }: { model: Resource; storeKey: string; view: ListViewName }) {
  const View = ownView(view);
  return (
    <Suspense fallback={<TableSkeleton columns={4} cards={false} />}>
      <View model={model} storeKey={storeKey} />
    </Suspense>
  );
}
