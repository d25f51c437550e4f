import { HAS_CHILDREN, type Entity } from '../../../model/index.ts';
import { column, ident, SQL, joinSql, type Sql } from '../sql/index.ts';
import type { Reading } from './engine.ts';
import type { Output } from './projection.ts';
import { next } from './paths.ts';
import { visible } from './visibility.ts';

/** Ids of these rows and of all that lies below them, as an array worked out once a statement. `union` ends even a circle. */
export const withDescendants = (entity: Entity, ids: Sql): Sql =>
  SQL`array(with recursive _down(id) as (select unnest(${ids}) union select c.id from ${ident(entity.name)} c join _down d on ${column('c', entity.tree!)} = d.id) select id from _down)`;

/** Rows at the top for this user: without a parent, or below one that they may not see. */
export function rootCondition(query: Reading, entity: Entity, sql: Sql): Sql {
  const seen = visible(query, entity, 'r');
  if (seen.length === 0) return SQL`${sql} is null`;
  return SQL`(${sql} is null or not exists (select 1 from ${ident(entity.name)} r where ${joinSql([SQL`r.id = ${sql}`, ...seen], ' and ')}))`;
}

/** Whether rows lie below the row `t`; deleted ones do not count. */
export function hasChildren(query: Reading, entity: Entity): Output {
  const alias = next('t');
  const where = [SQL`${column(alias, entity.tree!)} = t.id`, ...visible(query, entity, alias, { ignore: 'scope' })];
  return {
    name: HAS_CHILDREN,
    sql: SQL`exists (select 1 from ${ident(entity.name)} ${alias} where ${joinSql(where, ' and ')})`,
  };
}
