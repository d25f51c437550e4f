import { stateAllows, type Entity } from '../../../model/index.ts';
import type { Context, Row, SaveEvent } from '../../contract.ts';
import { conflict, forbidden, refuse, refuseFields } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { entityOf, hasPermission, unknownRecord, type Connection, type Engine } from '../query/index.ts';
import { readOutcome, updateStatement } from './statements.ts';
import { readRow } from './stored.ts';

type Stored = Row & { readonly id: number };

/** The record in whose save a line is written: its rules were asked already. */
export interface Within {
  readonly entity: string;
  readonly id: number;
}

/** What a change of a line needs to know. */
interface LineChange {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly within?: Within;
}

/** A record that is locked because one of its lines changes. */
interface Parent {
  readonly entity: Entity;
  readonly event: SaveEvent<Stored> & { readonly id: number; readonly before: Stored };
}

/** The parents of one change, each of them locked and willing. */
export interface Parents {
  readonly all: readonly Parent[];
}

const keyOf = (entity: string, id: number): string => `${entity} ${id}`;

/** Ids of the records that a line belongs to by one of its relations; a change may lead from one to another. */
const idsAt = (by: string, rows: readonly (Row | undefined)[]): number[] =>
  [...new Set(rows.map((row) => Number(row?.[by] ?? 0)))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .sort((a, b) => a - b);

/** Locks a record and those that it is a line of itself, from above: whoever holds the record holds its lines. */
async function lockParent(
  connection: Connection,
  { engine, caller }: LineChange,
  name: string,
  id: number,
  found: Map<string, Parent>,
): Promise<boolean> {
  if (found.has(keyOf(name, id))) return true;
  const entity = entityOf(engine, name);
  const seen = entity.lineOf.length > 0 ? await readRow(connection, engine, entity, id, caller, false) : undefined;
  for (const { parent, by } of entity.lineOf)
    for (const above of idsAt(by, [seen]))
      await lockParent(connection, { engine, entity, caller }, parent, above, found);
  const before = await readRow(connection, engine, entity, id, caller, true);
  if (!before) return false;
  found.set(keyOf(name, id), { entity, event: { entity: name, id, values: {}, before } });
  return true;
}

/**
 * Locks the records that a line belongs to and will belong to (`x-many`), and asks each as a save of it is asked. That
 * is the right to edit it, its state (`editable` of x-states) and its hooks. `rows`: the line as it is, and what is
 * given for it. Refuses at the relation where a record is not there for the actor.
 */
export async function openParents(
  connection: Connection,
  change: LineChange,
  rows: readonly (Row | undefined)[],
  context: Context,
): Promise<Parents> {
  const { engine, entity, caller, within } = change;
  const found = new Map<string, Parent>();
  for (const { parent, by } of entity.lineOf)
    for (const id of idsAt(by, rows)) {
      if (within?.entity === parent && within.id === id) continue;
      if (!(await lockParent(connection, change, parent, id, found)))
        throw refuseFields({ [by]: unknownRecord(engine, entity, by) });
    }
  const all = [...found.values()];
  for (const { entity: parent, event } of all) {
    if (!hasPermission(engine, parent, caller.actor, 'edit')) throw forbidden();
    const hooks = engine.module.hooks?.[parent.name];
    await hooks?.beforeSave?.(event, context);
    await hooks?.beforeSaveAll?.([event], context);
    // After the hook, which may know better words for the state.
    if (!stateAllows(parent, 'editable', event.before))
      throw refuse('msg.parentLocked', { parent: caller.t(`resources.${parent.name}.name`) });
  }
  return { all };
}

/** Refuses where a line came to belong to a record that was not asked: by somebody else meanwhile, or by a hook. */
export function requireOpened(
  { entity, within }: LineChange,
  { all }: Parents,
  rows: readonly (Row | undefined)[],
): void {
  const opened = new Set(all.map((one) => keyOf(one.entity.name, one.event.id)));
  if (within) opened.add(keyOf(within.entity, within.id));
  for (const { parent, by } of entity.lineOf)
    if (idsAt(by, rows).some((id) => !opened.has(keyOf(parent, id)))) throw conflict();
}

/** Ends what `openParents` began: what a hook changed of a record is written, and its hooks after a save are asked. From below, so that a total above counts one below. */
export async function closeParents(
  connection: Connection,
  { engine, caller }: LineChange,
  { all }: Parents,
  context: Context,
): Promise<void> {
  for (const { entity, event } of [...all].reverse()) {
    const hooks = engine.module.hooks?.[entity.name];
    if (!hooks) continue;
    if (Object.keys(event.values).length > 0) {
      const options = { guarded: false, logged: false, visibleOnly: false } as const;
      const { rows } = await connection.query<Row>(
        updateStatement(engine, entity, event.id, event.values, caller, options),
      );
      if (!readOutcome(rows[0]!).row) throw conflict();
    }
    if (!hooks.afterSave && !hooks.afterSaveAll) continue;
    const after = await readRow(connection, engine, entity, event.id, caller, false);
    if (!after) throw conflict();
    await hooks.afterSave?.({ ...event, after }, context);
    await hooks.afterSaveAll?.([{ ...event, after }], context);
  }
}
