import { holds, type Action, type Resource } from '../../model/index.ts';

/**
 * The row actions to offer for one record: the user holds a key of it, and the record allows it – by its own `actions[]` when the
 * server answers one, else by the declared condition.
 */
export function offeredActions(model: Resource, record: Readonly<Record<string, unknown>>, canDo: (resource: string, action: string) => boolean): readonly Action[] {
  const listed = Array.isArray(record['actions']) ? new Set(record['actions'] as string[]) : undefined;
  return model.actions.filter(
    (action) => action.on === 'row' && (listed ? listed.has(action.name) : holds(action.when, record)) && canDo(model.name, action.name),
  );
}
