import type { Problem } from './problem.ts';

/** A step that the machine allows, or the reason why not; the state is unchanged then. */
export type Step<Status> =
  | { readonly ok: true; readonly to: Status }
  | { readonly ok: false; readonly refusal: Problem };

/** A step between two states of a record. */
export interface Transition<Event extends string, Status extends number> {
  /** Row of the table that says the step. */
  readonly id: string;
  readonly event: Event;
  /** null: there is no record yet. */
  readonly from: Status | null;
  /** null: the record is gone. */
  readonly to: Status | null;
  /** Permission path. */
  readonly permission: string;
}

/** Where an event leads from a state. */
export type Machine<Event extends string, Status extends number, To extends Status | null = Status> = (
  from: Status | null,
  event: Event,
) => Step<To>;

/** The machine of a table: where an event leads, by the table alone; guards are asked apart. `refusal` says what is wrong with the state. */
export const machineOf =
  <Event extends string, Status extends number, To extends Status | null>(
    table: readonly (Transition<Event, Status> & { readonly to: To })[],
    refusal: (from: Status | null, event: Event) => Problem,
  ): Machine<Event, Status, To> =>
  (from, event) => {
    const row = table.find((each) => each.from === from && each.event === event);
    return row ? { ok: true, to: row.to } : { ok: false, refusal: refusal(from, event) };
  };

/** A state as the codes of refusals call it: none while there is no record, and -1 by its word. */
export const stateName = <Status extends number, Word extends string>(
  from: Status | null,
  negative: Word,
): 'none' | Word | Exclude<Status, -1> =>
  from === null ? 'none' : from === -1 ? negative : (from as Exclude<Status, -1>);

/** What a button of a record takes from the table: who may press it, and in which states. `path` is the call that takes the step. */
export function buttonOf<Event extends string>(
  table: readonly Transition<Event, number>[],
  event: Event,
  path: string,
  facts: Readonly<Record<string, number>> = {},
) {
  const rows = table.filter((each) => each.event === event);
  const from = rows.flatMap((each) => each.from ?? []);
  const properties = {
    ...(from.length > 0 && { status: { enum: from } }),
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { const: value }])),
  };
  const permission = rows[0]!.permission.replace(/^[^-]*-/, '');
  return { name: event as string, post: path, permission, ...(from.length > 0 && { when: { properties } }) };
}
