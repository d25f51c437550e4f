import { relationOf, type Entity } from '../../../model/index.ts';
import type { Context, Row } from '../../contract.ts';
import { conflict, refuseInUse } from '../../errors.ts';
import { entityOf, reading, visible } from '../query/index.ts';
import { all, ident, prepared, SQL } from '../sql/index.ts';
import {
  asking,
  reachOf,
  requireRight,
  requireState,
  staysOf,
  type Cleared,
  type Deleting,
  type Reach,
  type Stored,
} from './dependents.ts';
import { InUse, isDatabaseFailure } from './failures.ts';
import { closeParents, openParents, type Parents } from './parents.ts';
import { deleteStatement, readOutcome, updateStatement } from './statements.ts';
import { readRow } from './stored.ts';

/** Whether a record goes with the deletion. */
type Going = (name: string, id: number) => boolean;

const UNGUARDED = { guarded: false, logged: false, visibleOnly: false } as const;

/**
 * Refuses to delete what a list of ids (`refs`) still names: for those PostgreSQL has no foreign keys. Of what the caller does not see nothing is told
 * (`visibleOnly`).
 */
async function refuseListed(
  { connection, engine, caller }: Deleting,
  going: Entity,
  ids: readonly number[],
  visibleOnly: boolean,
): Promise<void> {
  for (const entity of engine.model.entities.values())
    for (const field of entity.fields) {
      if (relationOf(field) !== 'many' || field.ref?.resource !== going.name) continue;
      const query = reading(engine, caller);
      const given = query.parameters.add(ids, 'bigint[]');
      const seen = visibleOnly ? visible(query, going, 't') : [];
      const named =
        seen.length === 0
          ? given
          : SQL`array(select t.id from ${ident(going.name)} t where ${all([SQL`t.id = any(${given})`, ...seen])})`;
      const { rows } = await connection.query<{ count: number }>(
        prepared(
          SQL`select count(*)::int as count from (select 1 from ${ident(entity.name)} where ${ident(field.name)} && ${named} limit 10000) c`,
          query.parameters.values,
        ),
      );
      const { count } = rows[0]!;
      if (count > 0) throw refuseInUse(entity.name, count, caller.t);
    }
}

/** Deletes rows of one entity in one statement, or puts them away where it says so; answers how many. */
async function deleteRows(
  deleting: Deleting,
  entity: Entity,
  ids: readonly number[],
  options: { readonly logged: boolean; readonly visibleOnly: boolean },
): Promise<number> {
  const { connection, engine, caller } = deleting;
  const id = ids.length === 1 ? ids[0]! : ids;
  if (entity.deletion === 'soft') {
    const statement = updateStatement(engine, entity, id, { deleteTime: new Date(caller.now) }, caller, {
      guarded: false,
      ...options,
      event: 'delete',
    });
    const { rows } = await connection.query<Row>(statement);
    return rows.filter((row) => readOutcome(row).row !== null).length;
  }
  await refuseListed(deleting, entity, ids, options.visibleOnly);
  try {
    const { rows } = await connection.query<{ count: number }>(deleteStatement(engine, entity, id, caller, options));
    return rows[0]!.count;
  } catch (error) {
    if (isDatabaseFailure(error) && (error.code === '23503' || error.code === '23001'))
      throw new InUse(entity.name, ids, error.table ?? '', error.constraint ?? '');
    throw error;
  }
}

/** Empties a relation of rows as a save of each would: right, state and hooks are asked, the rows are written in one statement. */
async function clearRelation(deleting: Deleting, { entity, field, rows }: Cleared, context: Context): Promise<void> {
  const { connection, engine, caller } = deleting;
  const hooks = engine.module.hooks?.[entity.name];
  requireRight(deleting, entity, rows, 'edit');
  requireState(deleting, entity, rows, 'editable');
  const events = rows.map((before) => ({
    entity: entity.name,
    id: before.id,
    values: { [field]: null } as Row,
    before,
  }));
  await asking(deleting, entity, async () => {
    for (const event of hooks?.beforeSave ? events : []) await hooks!.beforeSave!(event, context);
    await hooks?.beforeSaveAll?.(events, context);
  });
  const alike = events.filter(({ values }) => Object.keys(values).length === 1);
  const others = events.filter(({ values }) => Object.keys(values).length > 1);
  const write = async (ids: readonly number[], values: Row): Promise<void> => {
    const written = await connection.query<Row>(updateStatement(engine, entity, ids, values, caller, UNGUARDED));
    if (!written.rows.every((row) => readOutcome(row).row !== null)) throw conflict();
  };
  if (alike.length > 0)
    await write(
      alike.map(({ id }) => id),
      { [field]: null },
    );
  for (const { id, values } of others) await write([id], values);
  if (!hooks?.afterSave && !hooks?.afterSaveAll) return;
  const done = [];
  for (const event of events)
    done.push({ ...event, after: (await readRow(connection, engine, entity, event.id, caller, false))! });
  for (const event of hooks.afterSave ? done : []) await hooks.afterSave!(event, context);
  await hooks.afterSaveAll?.(done, context);
}

/** Asks the rules of the rows that go too; answers the records whose lines they are and that stay. */
async function askGoing(
  deleting: Deleting,
  entity: Entity,
  rows: readonly Stored[],
  reach: Going,
  context: Context,
): Promise<Parents> {
  const { connection, engine, caller } = deleting;
  requireRight(deleting, entity, rows, 'delete');
  const parents = await asking(deleting, entity, () =>
    openParents(connection, { engine, entity: staysOf(entity, rows, reach), caller }, rows, context),
  );
  const hook = engine.module.hooks?.[entity.name]?.beforeDelete;
  for (const row of hook ? rows : []) await asking(deleting, entity, () => hook!(row, context));
  // After the hook, which may know better words for the state.
  requireState(deleting, entity, rows, 'deletable');
  return parents;
}

/** Takes along what a deletion reaches: asks the rules of all first, then writes one statement a kind. */
async function takeAlong(
  deleting: Deleting,
  { going, cleared }: Reach,
  isGoing: Going,
  context: Context,
): Promise<() => Promise<void>> {
  const { connection, engine, caller } = deleting;
  const opened: { readonly entity: Entity; readonly parents: Parents }[] = [];
  for (const { entity, rows } of [...going].reverse())
    opened.push({ entity, parents: await askGoing(deleting, entity, rows, isGoing, context) });
  for (const one of cleared) await clearRelation(deleting, one, context);
  for (const { entity, rows } of going) {
    const ids = rows.map(({ id }) => id);
    if ((await deleteRows(deleting, entity, ids, { logged: false, visibleOnly: false })) < ids.length) throw conflict();
  }
  return async () => {
    for (const { entity, parents } of opened)
      await closeParents(connection, { engine, entity, caller }, parents, context);
  };
}

/**
 * Deletes one row, or puts it away where the entity says so, and with it what follows it (`x-on-delete`): in the same transaction, with the rights, states and hooks
 * of every record. False when there is none.
 */
export async function deleteRow(
  deleting: Deleting,
  name: string,
  id: number,
  context: Context | undefined,
  options: { readonly logged: boolean; readonly visibleOnly: boolean },
): Promise<boolean> {
  const { engine } = deleting;
  const entity = entityOf(engine, name);
  const own = entity.deletion === 'soft' ? { ...options, visibleOnly: true } : options;
  if (entity.dependents.length === 0 || context === undefined)
    return (await deleteRows(deleting, entity, [id], own)) > 0;
  const reach = await reachOf(deleting, entity, [id], true);
  const ids = new Map(reach.going.map((one) => [one.entity.name, new Set(one.rows.map((row) => row.id))]));
  const isGoing = (of: string, one: number): boolean => (of === name && one === id) || ids.get(of)?.has(one) === true;
  const close = await takeAlong(deleting, reach, isGoing, context);
  if ((await deleteRows(deleting, entity, [id], own)) === 0) return false;
  await close();
  return true;
}
