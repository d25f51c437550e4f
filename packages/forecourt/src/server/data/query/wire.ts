import type { CodeTables, Entity, Field, MaskName } from '../../../model/index.ts';
import { kindFor } from '../kinds/index.ts';
import { column, literal, SQL, type Alias, type Sql } from '../sql/index.ts';
import type { Engine } from './engine.ts';
import { pathValue } from './paths.ts';

const MASK_FUNCTIONS: Readonly<Record<MaskName, Sql>> = {
  phone: SQL`forecourt_sql.mask_phone`,
  name: SQL`forecourt_sql.mask_name`,
  idCard: SQL`forecourt_sql.mask_id_card`,
};

export const masked = (mask: MaskName, value: Sql): Sql => SQL`${MASK_FUNCTIONS[mask]}(${value})`;

/** Zone of a row's wall-clock times as SQL; the default where the path is empty at some step. */
export function zoneExpression(engine: Engine, entity: Entity, alias: Alias, root?: (name: string) => Sql): Sql {
  const fallback = literal(engine.defaultZone);
  if (!entity.zone) return fallback;
  const value = pathValue(engine, entity, entity.zone, alias, (_, field, at) => column(at, field.name), root);
  return SQL`coalesce(nullif(${value}, ''), ${fallback})`;
}

/** Storage form to wire form of one field (brief of the wire: empty texts and dates are "", empty numbers and ids null). */
export const wireValue = (field: Field, value: Sql, zone: Sql, codes: CodeTables): Sql =>
  kindFor(field).wireSql?.(value, field, codes, zone) ?? value;

/** Wire form as text, for titles and exports. */
export const plainText = (field: Field, value: Sql, zone: Sql, codes: CodeTables): Sql =>
  kindFor(field).textSql?.(value) ?? SQL`(${wireValue(field, value, zone, codes)})::text`;
