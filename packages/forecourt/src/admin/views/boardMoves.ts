import type { RaRecord } from 'react-admin';
import { holds, permissionKey, stateAllows, type Action, type Field, type Resource } from '../../model/index.ts';
import { offeredActions } from '../actions/offeredActions.ts';
import { registeredComponent } from '../values/registry.ts';

/** How a record gets into another column: by the action that leads there, or by saving the code. */
export type Move = { readonly kind: 'action'; readonly action: Action } | { readonly kind: 'save' };

interface Rights {
  readonly canDo: (resource: string, action: string) => boolean;
  readonly canEdit: boolean;
  readonly can: (key: string) => boolean;
}

/** Whether an action wants an answer before it runs: a dialog opens, the card waits where it was. */
export const asksFirst = (action: Action): boolean =>
  action.confirm === true || (action.ask ?? []).length > 0 || registeredComponent(action.component) !== undefined;

/**
 * The columns that a record can be moved to, by their codes as text. The state of `x-states` moves by the actions that this record and
 * this user are offered; any other code by the generic save, where the field may be written.
 */
export function movesOf(
  model: Resource,
  by: Field,
  codes: readonly (string | number)[],
  record: RaRecord,
  rights: Rights,
): ReadonlyMap<string, Move> {
  const here: unknown = record[by.name];
  const others = codes.filter((code) => code !== here);
  const states = model.entity.schema['x-states'];
  if (states?.field === by.name) {
    const offered = offeredActions(model, record, rights.canDo);
    return new Map(
      others.flatMap((code): [string, Move][] => {
        const leading = states.transitions.filter(
          ({ from, to }) => to === code && from.includes(here as string | number),
        );
        const action = offered.find(({ name }) => leading.some((one) => one.action === name));
        return action ? [[String(code), { kind: 'action', action }]] : [];
      }),
    );
  }
  const word = by.access?.write;
  const writable =
    rights.canEdit &&
    !by.readOnly &&
    stateAllows(model.entity, 'editable', record) &&
    holds(by.show, record) &&
    holds(by.edit, record) &&
    (word === undefined || rights.can(permissionKey(model.permission.base, word)));
  return new Map(writable ? others.map((code): [string, Move] => [String(code), { kind: 'save' }]) : []);
}
