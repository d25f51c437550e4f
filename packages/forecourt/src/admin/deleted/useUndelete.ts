import { useCallback, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, type Identifier } from 'react-admin';
import { undeletePath, type Resource } from '../../model/index.ts';
import type { AdminDataProvider, RowFailure } from '../providers/dataProvider.ts';

/** Takes back that records were deleted, says how it ended, and fetches everything on screen again. Answers what stays deleted. */
export function useUndelete(model: Resource): {
  readonly busy: boolean;
  undelete(ids: readonly Identifier[]): Promise<readonly Identifier[]>;
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
        const left = new Set(answer.data.failures.map(({ id }) => Number(id)));
        notify(answer.message, { type: left.size === 0 ? 'success' : 'warning' });
        return ids.filter((id) => left.has(Number(id)));
      } catch (error) {
        notify((error as Error).message, { type: 'error' });
        return ids;
      } finally {
        setBusy(false);
        refresh();
      }
    },
    [provider, notify, refresh, model],
  );
  return { busy, undelete };
}
