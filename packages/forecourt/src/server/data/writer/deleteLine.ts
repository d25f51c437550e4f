import type { Entity } from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import type { Caller } from '../caller.ts';
import type { Connection, Engine } from '../query/index.ts';
import { closeParents, openParents, requireOpened, type Within } from './parents.ts';
import { refuseState } from './save.ts';
import { readRow } from './stored.ts';
import { deleteRow } from './deleteRow.ts';

interface Deletion {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly within?: Within;
}

/**
 * Deletes one row inside a transaction as a user does: the row and what it is a line of are locked, their rules and its own are asked. False
 * when there is none for the actor.
 */
export async function deleteLine(
  connection: Connection,
  deletion: Deletion,
  id: number,
  context: Context,
  { logged }: { readonly logged: boolean },
): Promise<boolean> {
  const { engine, entity, caller } = deletion;
  const seen = entity.lineOf.length > 0 ? await readRow(connection, engine, entity, id, caller, false) : undefined;
  const parents = await openParents(connection, deletion, [seen], context);
  const row = await readRow(connection, engine, entity, id, caller, true);
  if (!row) return false;
  requireOpened(deletion, parents, [row]);
  await engine.module.hooks?.[entity.name]?.beforeDelete?.(row, context);
  // After the hook, which may know better words for the state.
  refuseState(entity, 'deletable', row);
  const deleting = { connection, engine, caller, asked: true };
  if (!(await deleteRow(deleting, entity.name, id, context, { logged, visibleOnly: true }))) return false;
  await closeParents(connection, deletion, parents, context);
  return true;
}
