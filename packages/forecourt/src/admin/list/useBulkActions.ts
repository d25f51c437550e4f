import type { Action, Resource } from '../../model/index.ts';
import { useCanDelete } from '../actions/DeleteAction.tsx';
import { useCanBulkEdit } from '../bulkEdit/BulkEditButton.tsx';
import { useCanDo } from '../runtime/runtime.tsx';

/** What this user can do to several rows at once. Without any of it rows cannot be selected. */
export function useBulkActions(model: Resource): {
  readonly any: boolean;
  readonly actions: readonly Action[];
  readonly canDelete: boolean;
  readonly canEdit: boolean;
} {
  const canDo = useCanDo();
  const canDelete = useCanDelete(model);
  const actions = model.actions.filter((action) => action.on === 'bulk' && canDo(model.name, action.name));
  const canEdit = useCanBulkEdit(model);
  return { any: canDelete || canEdit || actions.length > 0, actions, canDelete, canEdit };
}
