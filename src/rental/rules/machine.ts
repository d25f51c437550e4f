import type { Problem } from './problem.ts';

/** A step that the machine allows, or the reason why not; the state is unchanged then. */
export type Step<Status> =
  { readonly ok: true; readonly to: Status } | { readonly ok: false; readonly refusal: Problem };

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

/** Where the event leads, by the table alone; guards are asked apart. `refusal` says what is wrong with the state. */
export function nextIn<Event extends string, Status extends number, To extends Status | null>(
  table: readonly (Transition<Event, Status> & { readonly to: To })[],
  from: Status | null,
  event: Event,
  refusal: () => Problem,
): Step<To> {
  const row = table.find((each) => each.from === from && each.event === event);
  return row ? { ok: true, to: row.to } : { ok: false, refusal: refusal() };
}

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
