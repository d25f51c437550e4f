import { lazy, Suspense, useCallback } from 'react';
import { useNotify, type Identifier } from 'react-admin';
import { undeletePath, type Resource } from '../../model/index.ts';

const UndoButton = lazy(() => import('./UndoButton.tsx'));

/** How long a deletion can be taken back from its notification; it waits while the pointer or the focus is on it. */
const UNDO_MS = 8_000;

/** Says that records are deleted, with a way to take it back where they are soft-deleted. */
export function useDeletionNotice(model: Resource): (ids: readonly Identifier[]) => void {
  const notify = useNotify();
  return useCallback(
    (ids) =>
      notify('admin.delete.done', {
        type: 'success',
        messageArgs: { smart_count: ids.length },
        ...(undeletePath(model) && {
          autoHideDuration: UNDO_MS,
          action: (
            <Suspense fallback={null}>
              <UndoButton model={model} ids={ids} />
            </Suspense>
          ),
        }),
      }),
    [notify, model],
  );
}
