import { useMemo } from 'react';
import { permissionKey, type Resource } from '../../model/index.ts';
import { useCanEdit } from '../actions/RowActions.tsx';
import { useShowsDeleted } from '../deleted/deletedRows.ts';
import { useAdminRuntime, useSessionInfo } from '../runtime/runtime.tsx';

/** The columns that this user may edit in place. */
export function useInlineColumns(model: Resource): ReadonlySet<string> {
  const { session } = useAdminRuntime();
  const info = useSessionInfo();
  const canEdit = useCanEdit(model);
  const deleted = useShowsDeleted();
  return useMemo(() => {
    const mayWrite = (name: string): boolean => {
      const word = model.entity.byName.get(name)?.access?.write;
      return word === undefined || session.can(permissionKey(model.permission.base, word));
    };
    return new Set(canEdit && info && !deleted ? model.list.inline.filter(mayWrite) : []);
  }, [session, info, canEdit, deleted, model]);
}
