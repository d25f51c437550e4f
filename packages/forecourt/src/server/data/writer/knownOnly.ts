import { isStored, type Entity } from '../../../model/index.ts';
import { kindFor } from '../kinds/index.ts';
import type { Engine } from '../query/index.ts';
import { all, column, joinSql, literal, SQL, type Sql } from '../sql/index.ts';

/**
 * Takes the statement back when a row (alias `t`) that it would write holds a code that this version does not know. A
 * newer version has written it and alone can say what becomes of it. Nothing is asked unless the database may be of a
 * newer version.
 */
export function knownOnly(engine: Engine, entity: Entity): Sql[] {
  if (!engine.lineage?.wary) return [];
  const known = entity.fields.flatMap((field) => {
    const { codes = [] } = kindFor(field).limits?.(field, engine.model) ?? {};
    if (codes.length === 0 || !isStored(field)) return [];
    const value = column('t', field.name);
    return [SQL`(${value} is null or ${value} in (${joinSql(codes.map(literal))}))`];
  });
  return known.length === 0 ? [] : [SQL`case when ${all(known)} then true else forecourt_sql.newer_row() end`];
}
