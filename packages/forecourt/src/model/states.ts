import { holds, readsOf } from './conditions.ts';
import type { Entity } from './model.ts';
import type { Condition } from './schema.ts';

/** What the state of a record may forbid, by the keyword of x-states that says so. */
export type BoundChange = 'editable' | 'deletable';

type States = readonly (string | number)[];

/** Whether the states alone decide. */
export const isStates = (bound: States | Condition): bound is States => Array.isArray(bound);

/** What must hold of a record for the change, as a condition over it; undefined where the schema does not bind the change. */
function conditionOf({ schema }: Entity, change: BoundChange): Condition | undefined {
  const { field, [change]: bound } = schema['x-states'] ?? {};
  if (field === undefined || bound === undefined) return undefined;
  return isStates(bound) ? { properties: { [field]: { enum: bound } } } : bound;
}

/** Names of the properties that decide whether a record may be changed so. */
export const boundReads = (entity: Entity, change: BoundChange): readonly string[] =>
  readsOf(conditionOf(entity, change));

/**
 * Whether the state of a record lets it be saved or deleted at all. True where the schema does not bind the change, and where the record
 * does not say all that decides it: then the server, which knows it, decides. False of whatever record where no state does.
 */
export function stateAllows(
  entity: Entity,
  change: BoundChange,
  record: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const bound = entity.schema['x-states']?.[change];
  if (bound && isStates(bound) && bound.length === 0) return false;
  const condition = conditionOf(entity, change);
  return boundReads(entity, change).some((name) => record?.[name] === undefined) || holds(condition, record);
}
