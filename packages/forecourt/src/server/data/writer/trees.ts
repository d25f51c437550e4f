import type { Entity } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { refuseFields } from '../../errors.ts';
import type { Connection } from '../query/index.ts';
import { ident, prepared, SQL } from '../sql/index.ts';

/** Rows are moved within a tree one after the other: two moves that are right alone can make a circle together. */
export async function lockTree(connection: Connection, entity: Entity): Promise<void> {
  await connection.query(prepared(SQL`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`tree:${entity.name}`]));
}

/** Whether these values put a stored row below another one. */
export const movesInTree = (entity: Entity, values: Row): boolean =>
  entity.tree !== undefined && values[entity.tree] !== undefined && values[entity.tree] !== null;

/** Refuses a parent that is the row itself or lies below it. Waits for other moves first, so it belongs into a transaction. */
export async function refuseCycle(connection: Connection, entity: Entity, id: number, values: Row): Promise<void> {
  const { tree } = entity;
  if (tree === undefined || !movesInTree(entity, values)) return;
  await lockTree(connection, entity);
  const { rows } = await connection.query<{ cycle: boolean }>(
    prepared(
      SQL`with recursive _up(id) as (
        select $1::bigint union select t.${ident(tree)} from ${ident(entity.name)} t join _up on t.id = _up.id where t.${ident(tree)} is not null
      ) select exists (select 1 from _up where id = $2::bigint) as cycle`,
      [values[tree], id],
    ),
  );
  if (rows[0]!.cycle) throw refuseFields({ [tree]: 'msg.tree.cycle' });
}
