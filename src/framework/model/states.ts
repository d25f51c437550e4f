import type { Entity } from './model.ts';

/** What the state of a record may forbid, by the keyword of x-states that says so. */
export type BoundChange = 'editable' | 'deletable';

/**
 * Whether the state of a record lets it be saved or deleted at all. True where the schema does not bind the change, and where the record
 * does not say its state: then the server, which knows it, decides.
 */
export function stateAllows(
  { schema }: Entity,
  change: BoundChange,
  record: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const { field, [change]: states } = schema['x-states'] ?? {};
  const state = field === undefined ? undefined : record?.[field];
  return states === undefined || state === undefined || states.includes(state as string | number);
}
