import { compile } from 'json-schema-to-typescript';
import type { Entity, Field, Model } from '../../src/framework/model/index.ts';

type JsonSchema = Record<string, unknown>;

/** The name of an entity's type: `film_copy` → `FilmCopy`; names of any script stay. */
export const pascal = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** A property name as TypeScript writes it. */
export const propertyName = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);

/** Codes of a table. */
export const valuesOf = (model: Model, table: string): (string | number)[] =>
  (model.codes[table] ?? []).map((value) => value.code);

/** A value is always there when the form demands it or the table fills it. */
export const certain = (field: Field): boolean => field.required || field.builtIn || field.default !== undefined;

/** Neither read nor written from outside. */
export const hidden = (field: Field): boolean => field.readOnly && field.writeOnly;

const nullable = (schema: JsonSchema): JsonSchema =>
  'enum' in schema ? { enum: [...(schema['enum'] as unknown[]), null] } : { anyOf: [schema, { type: 'null' }] };

/** Nested documents without our keywords, their coded values as literals. */
function nested(model: Model, schema: JsonSchema): JsonSchema {
  const table = schema['x-codes'];
  if (typeof table === 'string') return { enum: valuesOf(model, table) };
  const plain = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => ['type', 'required', 'const', 'enum'].includes(keyword)),
  );
  if (schema['items']) plain['items'] = nested(model, schema['items'] as JsonSchema);
  if (schema['properties']) {
    plain['properties'] = Object.fromEntries(
      Object.entries(schema['properties'] as JsonSchema).map(([name, part]) => [
        name,
        nested(model, part as JsonSchema),
      ]),
    );
    plain['additionalProperties'] = false;
  }
  return plain;
}

/** The value of a field as the API says it. */
function wireSchema(model: Model, field: Field): JsonSchema {
  const table = field.codes ? { enum: valuesOf(model, field.codes) } : undefined;
  const description = field.schema.description && { description: field.schema.description };
  const orNull = (schema: JsonSchema): JsonSchema => ({
    ...(certain(field) ? schema : nullable(schema)),
    ...description,
  });
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
    case 'ref':
      return orNull({ type: 'number' });
    case 'boolean':
      return orNull({ type: 'boolean' });
    case 'code':
      return field.schema.type === 'string' && !certain(field) && table
        ? { enum: [...table.enum, ''], ...description }
        : orNull(table ?? { type: 'number' });
    case 'refs':
      return { type: 'array', items: { type: 'number' }, ...description };
    case 'files':
      return { type: 'array', items: { type: 'string' }, ...description };
    case 'json':
      return orNull(nested(model, field.schema as JsonSchema));
    case 'computed':
      return { ...(table ?? nested(model, field.schema as JsonSchema)), ...description };
    default:
      return { type: 'string', ...description };
  }
}

/** Titles and further properties of related records that are answered beside an id. */
function relatedSchemas(model: Model, field: Field): [string, JsonSchema][] {
  if (!field.ref || field.kind !== 'ref') return [];
  const target = model.entities.get(field.ref.resource);
  const further = Object.entries(field.ref.with).map(([name, path]): [string, JsonSchema] => {
    const property = target?.byName.get(path);
    return [name, property ? wireSchema(model, property) : { type: 'string' }];
  });
  return [[field.ref.as, { type: 'string' }], ...further];
}

/** The library writes names in letters of one script only; ours are put in afterwards. */
const PLACEHOLDER = 'Entity';

/** The TypeScript type of a record as the API says it. Formatting takes half the time. */
export async function wireType(model: Model, entity: Entity, format = true): Promise<string> {
  const shown = entity.fields.filter((field) => !hidden(field));
  const own = shown.map((field): [string, JsonSchema] => [field.name, wireSchema(model, field)]);
  // Answered with the record alone, to who may list the child records.
  const lists = entity.many.map(({ name, resource, field }): [string, JsonSchema] => {
    const description = field.schema.description && { description: field.schema.description };
    return [name, { tsType: `${pascal(resource)}[]`, ...description }];
  });
  const properties = {
    ...Object.fromEntries(shown.flatMap((field) => relatedSchemas(model, field))),
    ...Object.fromEntries(own),
    ...Object.fromEntries(lists),
  };
  const optional = new Set([
    ...shown.filter((field) => field.writeOnly).map((field) => field.name),
    ...lists.map(([name]) => name),
  ]);
  const schema = {
    title: PLACEHOLDER,
    description: entity.schema.description,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.has(name)),
    properties,
  };
  const text = await compile(schema as Parameters<typeof compile>[0], PLACEHOLDER, {
    additionalProperties: false,
    bannerComment: '',
    format,
    style: { printWidth: 140, singleQuote: true },
  });
  return text.replace(`export interface ${PLACEHOLDER} `, `export interface ${pascal(entity.name)} `);
}
