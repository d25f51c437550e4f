import { lazy, Suspense } from 'react';
import type { ListViewName, Resource } from '../../model/index.ts';
import { TableSkeleton } from '../rows/TableSkeleton.tsx';

const VIEWS = {
  tree: lazy(() => import('./TreeView.tsx')),
  calendar: lazy(() => import('./CalendarView.tsx')),
  board: lazy(() => import('./BoardView.tsx')),
  map: lazy(() => import('./MapView.tsx')),
} as const;

/** A view that asks for its own rows; its code loads when it is first chosen. */
export function OwnRowsView({ model, storeKey, view }: { model: Resource; storeKey: string; view: ListViewName }) {
  const View = VIEWS[view as keyof typeof VIEWS];
  return (
    <Suspense fallback={<TableSkeleton columns={4} cards={false} />}>
      <View model={model} storeKey={storeKey} />
    </Suspense>
  );
}
