import { isDocument, isStored, type Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks, Row } from '../../contract.ts';
import { notFound, refuseFields } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { entityOf, reading, visible, type Connection, type Engine } from '../query/index.ts';
import { all, ident, prepared, SQL } from '../sql/index.ts';
import { asking, requireRight, rowsNaming, type Deleting } from './dependents.ts';
import { nestedReferences } from './nested.ts';
import { closeParents, openParents, requireOpened } from './parents.ts';
import { readRow } from './stored.ts';
import { readOutcome, updateStatement } from './statements.ts';

interface Reference {
  /** Property or path in a document. */
  readonly path: string;
  readonly entity: string;
  readonly id: number;
}

/** Every record that a row names. */
function referencesOf(entity: Entity, row: Row): Reference[] {
  return entity.fields.flatMap((field): Reference[] => {
    const value = row[field.name];
    if (value === null || value === undefined || !isStored(field)) return [];
    if (isDocument(field))
      return nestedReferences(field.schema, value, field.name).map(({ path, entity: target, id }) => ({
        path,
        entity: target,
        id,
      }));
    if (!field.ref) return [];
    return [value].flat().map((id) => ({ path: field.name, entity: field.ref!.resource, id: Number(id) }));
  });
}

/** Refuses, each at its property, what the rows name and what is gone by now. What the actor may see of it does not matter: it was there before. */
async function requireReferences(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  rows: readonly Row[],
  caller: Caller,
): Promise<void> {
  const references = rows.flatMap((row) => referencesOf(entity, row));
  const errors: Record<string, string> = {};
  for (const name of new Set(references.map((one) => one.entity))) {
    const query = reading(engine, caller);
    const wanted = references.filter((one) => one.entity === name);
    const ids = query.parameters.add([...new Set(wanted.map(({ id }) => id))], 'bigint[]');
    const there = all([SQL`r.id = any(${ids})`, ...visible(query, entityOf(engine, name), 'r', { ignore: 'all' })]);
    const known = await connection.query<{ id: number }>(
      prepared(SQL`select r.id from ${ident(name)} r where ${there}`, query.parameters.values),
    );
    const found = new Set(known.rows.map(({ id }) => id));
    for (const { path, id } of wanted) if (!found.has(id)) errors[path] = 'msg.unknownRecord';
  }
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

/**
 * Takes back what went with these records at this moment (`x-on-delete: cascade`), with the rights and hooks of each: what was deleted before stays so.
 */
async function bringAlong(
  back: Deleting,
  above: Entity,
  ids: readonly number[],
  gone: Date,
  context: Context,
): Promise<void> {
  const { connection, engine, caller } = back;
  for (const { entity: name, field, effect } of above.dependents) {
    if (effect !== 'cascade') continue;
    const entity = entityOf(engine, name);
    const rows = await rowsNaming(back, entity, field, ids, { lock: true, gone });
    if (rows.length === 0) continue;
    requireRight(back, entity, rows, 'delete');
    const hook = engine.module.hooks?.[name]?.beforeUndelete;
    await asking(back, entity, async () => {
      await requireReferences(connection, engine, entity, rows, caller);
      for (const row of hook ? rows : []) await hook!(row, context);
    });
    const found = rows.map(({ id }) => id);
    await connection.query<Row>(
      updateStatement(engine, entity, found, { deleteTime: null }, caller, {
        guarded: false,
        logged: false,
        visibleOnly: false,
        event: 'undelete',
      }),
    );
    await bringAlong(back, entity, found, gone, context);
  }
}

/**
 * Takes back that a row was soft-deleted (`x-delete: soft`), inside a transaction: it must be in the actor's scope, what it names must still be
 * there, and the hook may refuse. Unique values are the database's to judge. Throws notFound when no such row is soft-deleted.
 */
export async function undeleteRow(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  caller: Caller,
  context: Context,
  hooks: ResourceHooks | undefined,
): Promise<void> {
  const change = { engine, entity, caller };
  const seen =
    entity.lineOf.length > 0
      ? await readRow(connection, engine, entity, id, caller, false, { deleted: true })
      : undefined;
  const parents = await openParents(connection, change, [seen], context);
  const row = await readRow(connection, engine, entity, id, caller, true, { deleted: true });
  if (!row) throw notFound(entity.schema['x-missing']);
  requireOpened(change, parents, [row]);
  await requireReferences(connection, engine, entity, [row], caller);
  await hooks?.beforeUndelete?.(row, context);
  const { rows } = await connection.query<Row>(
    updateStatement(engine, entity, id, { deleteTime: null }, caller, {
      guarded: false,
      logged: true,
      visibleOnly: false,
      event: 'undelete',
    }),
  );
  if (!readOutcome(rows[0]!).row) throw notFound(entity.schema['x-missing']);
  const back = { connection, engine, caller, asked: true };
  await bringAlong(back, entity, [id], row['deleteTime'] as Date, context);
  await closeParents(connection, change, parents, context);
}
