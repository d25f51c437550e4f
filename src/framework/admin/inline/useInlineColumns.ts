import { permissionKey, type Resource } from '../../model/index.ts';
import { useCanEdit } from '../actions/RowActions.tsx';
import { useAdminRuntime } from '../model/runtime.tsx';

/** The columns that this user may edit in place. */
export function useInlineColumns(model: Resource): ReadonlySet<string> {
  const { session } = useAdminRuntime();
  const canEdit = useCanEdit(model);
  return new Set(
    canEdit
      ? model.list.inline.filter((name) => {
          const word = model.entity.byName.get(name)?.access?.write;
          return word === undefined || session.can(permissionKey(model.permission.base, word));
        })
      : [],
  );
}
