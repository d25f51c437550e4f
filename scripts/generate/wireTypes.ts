import { compile } from 'json-schema-to-typescript';
import { relationOf, type Entity, type Field, type Model } from '../../src/framework/model/index.ts';
import { kindFor, type JsonSchema, type TypeSource } from '../../src/framework/server/data/kinds/index.ts';

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

/** What the kind of a field makes its types with. */
export const typeSource = (model: Model, entity: Entity, field: Field): TypeSource => ({
  codes: field.codes === undefined ? undefined : valuesOf(model, field.codes),
  certain: certain(field),
  nested: (schema) => nested(model, schema as JsonSchema),
  document: hidden(field) ? 'Record<string, unknown>' : `NonNullable<wire.${pascal(entity.name)}['${field.name}']>`,
});

/** The value of a field as the API says it. */
const wireSchema = (model: Model, entity: Entity, field: Field): JsonSchema => ({
  ...(kindFor(field).wireType?.(field, typeSource(model, entity, field)) ?? { type: 'string' }),
  ...(field.schema.description && { description: field.schema.description }),
});

/** Titles and further properties of related records that are answered beside an id. */
function relatedSchemas(model: Model, field: Field): [string, JsonSchema][] {
  const target = field.ref && model.entities.get(field.ref.resource);
  if (!field.ref || relationOf(field) !== 'one') return [];
  const further = Object.entries(field.ref.with).map(([name, path]): [string, JsonSchema] => {
    const property = target?.byName.get(path);
    return [name, property ? wireSchema(model, target!, property) : { type: 'string' }];
  });
  return [[field.ref.as, { type: 'string' }], ...further];
}

/** The library writes names in letters of one script only; ours are put in afterwards. */
const PLACEHOLDER = 'Entity';

/** The TypeScript type of a record as the API says it. Formatting takes half the time. */
export async function wireType(model: Model, entity: Entity, format = true): Promise<string> {
  const shown = entity.fields.filter((field) => !hidden(field));
  const own = shown.map((field): [string, JsonSchema] => [field.name, wireSchema(model, entity, field)]);
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
