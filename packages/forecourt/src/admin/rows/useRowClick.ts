import type { Resource } from '../../model/index.ts';
import { useCanEdit } from '../actions/RowActions.tsx';
import { useShowsDeleted } from '../deleted/deletedRows.ts';
import { useCanDo } from '../runtime/runtime.tsx';

/** What a click on a row opens for this user: the detail, where there is one they may not see the form, or nothing when neither is allowed. */
export function useRowClick(model: Resource): 'edit' | 'show' | false {
  const canDo = useCanDo();
  const canEdit = useCanEdit(model);
  const deleted = useShowsDeleted();
  const { rowClick } = model.list;
  // Its pages answer for living records only.
  if (deleted) return false;
  const detail = rowClick === 'show' && model.route.show !== undefined;
  if (detail && canDo(model.name, 'show')) return 'show';
  return (detail || rowClick === 'edit') && canEdit ? 'edit' : false;
}
