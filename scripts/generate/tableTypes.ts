import type { Entity, Field, Model } from '../../src/framework/model/index.ts';
import { certain, hidden, pascal, propertyName, valuesOf } from './wireTypes.ts';

/** The document of a json column, as it stands in the generated wire types. */
const documentType = (entity: Entity, field: Field): string =>
  hidden(field) ? 'Record<string, unknown>' : `NonNullable<wire.${pascal(entity.name)}['${field.name}']>`;

function columnType(model: Model, entity: Entity, field: Field): string {
  const literals =
    field.codes &&
    valuesOf(model, field.codes)
      .map((code) => JSON.stringify(code))
      .join(' | ');
  const plain: Partial<Record<Field['kind'], string>> = {
    integer: 'number',
    number: 'number',
    money: 'number',
    percent: 'number',
    ref: 'number',
    boolean: 'boolean',
    refs: 'number[]',
    files: 'string[]',
    code: literals || 'number',
  };
  const orNull = certain(field) ? '' : ' | null';
  if (field.kind === 'dateTime')
    return `ColumnType<Date${orNull}, Date | string${field.builtIn ? ' | undefined' : orNull}, Date | string${orNull}>`;
  if (field.kind === 'json') return `JSONColumnType<${documentType(entity, field)}${orNull}>`;
  const type = `${plain[field.kind] ?? 'string'}${orNull}`;
  return field.default !== undefined || field.name === 'id' ? `Generated<${type}>` : type;
}

/** The TypeScript type of a row as PostgreSQL holds it. */
export function tableType(model: Model, entity: Entity): string {
  const stored = entity.fields.filter((field) => field.kind !== 'computed');
  const columns = stored.map((field) => `  ${propertyName(field.name)}: ${columnType(model, entity, field)};`);
  if (entity.deletion === 'soft') columns.push('  deleteTime: ColumnType<Date | null>;');
  return `export interface ${pascal(entity.name)}Table {\n${columns.join('\n')}\n}\n`;
}
