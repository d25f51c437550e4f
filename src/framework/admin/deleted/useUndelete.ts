import { useCallback, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, type Identifier } from 'react-admin';
import { undeletePath, type Resource } from '../../model/index.ts';
import type { AdminDataProvider, RowFailure } from '../providers/dataProvider.ts';

/** Takes back that records were deleted, says how it ended, and fetches everything on screen again. True when all came back. */
export function useUndelete(model: Resource): {
  readonly busy: boolean;
  undelete(ids: readonly Identifier[]): Promise<boolean>;
} {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const undelete = useCallback(
    async (ids: readonly Identifier[]) => {
      setBusy(true);
      try {
        const answer = await provider.call<{ failures: readonly RowFailure[] }>('POST', undeletePath(model)!, {
          ids: ids.map(Number),
        });
        const complete = answer.data.failures.length === 0;
        notify(answer.message, { type: complete ? 'success' : 'warning' });
        return complete;
      } catch (error) {
        notify((error as Error).message, { type: 'error' });
        return false;
      } finally {
        setBusy(false);
        refresh();
      }
    },
    [provider, notify, refresh, model],
  );
  return { busy, undelete };
}
