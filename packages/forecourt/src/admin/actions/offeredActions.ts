import { holds, type Action, type Resource } from '../../model/index.ts';

/**
 * The row actions to offer for one record. The user holds a key of each, and the record allows it. `actions[]` of the
 * answer decides where the server sends it, with the next sensible step first. Else the declared condition decides.
 */
export function offeredActions(
  model: Resource,
  record: Readonly<Record<string, unknown>>,
  canDo: (resource: string, action: string) => boolean,
): readonly Action[] {
  const listed = Array.isArray(record['actions']) ? (record['actions'] as string[]) : undefined;
  const offered = model.actions.filter(
    (action) =>
      action.on === 'row' &&
      (listed ? listed.includes(action.name) : holds(action.when, record)) &&
      canDo(model.name, action.name),
  );
  return listed ? offered.sort((a, b) => listed.indexOf(a.name) - listed.indexOf(b.name)) : offered;
}

/** Whether an action may be the one button that stands out: the record's state offers it, and it leads on. */
export const isNextStep = (action: Action, record: Readonly<Record<string, unknown>>): boolean =>
  !action.aside && !action.danger && (action.when !== undefined || Array.isArray(record['actions']));

/** The order of a menu: what cannot be taken back stands last, away from what is pressed every day. */
export const dangerLast = <Entry>(entries: readonly Entry[], isDanger: (entry: Entry) => boolean): readonly Entry[] => [
  ...entries.filter((entry) => !isDanger(entry)),
  ...entries.filter(isDanger),
];
