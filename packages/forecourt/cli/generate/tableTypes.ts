import { isStored, type Entity, type Field, type Model } from '../../src/model/index.ts';
import { isCertain, isHidden, kindFor, typeSource } from '../../src/server/data/kinds/index.ts';
import { pascal, propertyName } from './wireTypes.ts';

function columnType(model: Model, entity: Entity, field: Field): string {
  const document = isHidden(field) ? undefined : `NonNullable<wire.${pascal(entity.name)}['${field.name}']>`;
  const source = typeSource(model, field, document);
  const kind = kindFor(field);
  if (kind.columnType) return kind.columnType(field, source);
  const type = `${kind.rowType?.(field, source) ?? 'string'}${isCertain(field) ? '' : ' | null'}`;
  return field.default !== undefined || field.name === 'id' ? `Generated<${type}>` : type;
}

/** The TypeScript type of a row as PostgreSQL holds it. */
export function tableType(model: Model, entity: Entity): string {
  const columns = entity.fields
    .filter(isStored)
    .map((field) => `  ${propertyName(field.name)}: ${columnType(model, entity, field)};`);
  if (entity.deletion === 'soft') columns.push('  deleteTime: ColumnType<Date | null>;');
  return `export interface ${pascal(entity.name)}Table {\n${columns.join('\n')}\n}\n`;
}
