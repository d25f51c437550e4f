import type { CodeTables, Entity, Field, MaskName } from '../../../model/index.ts';
import { column, literal } from '../sql/index.ts';
import { hasWords } from '../tables/index.ts';
import type { Engine } from './engine.ts';
import { pathValue } from './paths.ts';

const MASK_FUNCTIONS: Readonly<Record<MaskName, string>> = {
  phone: 'forecourt_sql.mask_phone',
  name: 'forecourt_sql.mask_name',
  idCard: 'forecourt_sql.mask_id_card',
};

export const masked = (mask: MaskName, value: string): string => `${MASK_FUNCTIONS[mask]}(${value})`;

/** Zone of a row's wall-clock times as SQL; the default where the path is empty at some step. */
export function zoneExpression(engine: Engine, entity: Entity, alias: string, root?: (name: string) => string): string {
  const fallback = literal(engine.defaultZone);
  if (!entity.zone) return fallback;
  const value = pathValue(engine, entity, entity.zone, alias, (_, field, at) => column(at, field.name), root);
  return `coalesce(nullif(${value}, ''), ${fallback})`;
}

const DATE_TIME = "'YYYY-MM-DD HH24:MI:SS'";

/** Storage form to wire form of one field (brief of the wire: empty texts and dates are "", empty numbers and ids null). */
export function wireValue(field: Field, value: string, zone: string, codes: CodeTables): string {
  switch (field.kind) {
    case 'string':
    case 'text':
    case 'time':
    case 'file':
      return `coalesce(${value}, '')`;
    case 'date':
      return `coalesce(to_char(${value}, 'YYYY-MM-DD'), '')`;
    case 'dateTime':
      return `coalesce(to_char(${value} at time zone ${zone}, ${DATE_TIME}), '')`;
    case 'money':
      return `${value} * 0.01`;
    case 'code':
      return hasWords(codes, field.codes) ? `coalesce(${value}, '')` : value;
    case 'refs':
    case 'files':
      return `coalesce(${value}, '{}')`;
    default:
      return value;
  }
}

/** Wire form as text, for titles and exports. */
export function plainText(field: Field, value: string, zone: string, codes: CodeTables): string {
  return `(${wireValue(field, value, zone, codes)})::text`;
}
