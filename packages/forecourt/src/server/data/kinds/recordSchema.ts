import { relationOf, type Entity, type Field, type Model } from '../../../model/index.ts';
import type { JsonSchema, TypeSource } from './kind.ts';
import { kindFor } from './table.ts';

/** Codes of a table. */
const codesOf = (model: Model, table: string): (string | number)[] =>
  (model.codes[table] ?? []).map((value) => value.code);

/**
 * Whether a value is never null, in the column, the OpenAPI document and the generated types alike: when no save may leave it out. A default
 * is none of that: a save can clear it. What is shown under a condition is empty without it.
 */
export const isCertain = (field: Field): boolean => field.builtIn || (field.required && !field.show);

/** Neither read nor written from outside. */
export const isHidden = (field: Field): boolean => field.readOnly && field.writeOnly;

/** Nested documents without our keywords, their coded values as literals. */
function nested(model: Model, schema: JsonSchema): JsonSchema {
  const table = schema['x-codes'];
  // A plain enum says its values itself, the empty one among them.
  if (typeof table === 'string' && schema['enum'] === undefined) return { enum: codesOf(model, table) };
  const plain = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => ['type', 'required', 'const', 'enum'].includes(keyword)),
  );
  if (schema['x-languages']) plain['additionalProperties'] = nested(model, schema['x-languages'] as JsonSchema);
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

/** What the kind of a field makes its types with; `document` is what generated types call the document of a json column. */
export const typeSource = (model: Model, field: Field, document = 'Record<string, unknown>'): TypeSource => ({
  codes: field.codes === undefined ? undefined : codesOf(model, field.codes),
  certain: isCertain(field),
  nested: (schema) => nested(model, schema as JsonSchema),
  document,
});

/** The value of a field as the API says it; `through` the relation to the record that has it. */
const valueSchema = (model: Model, field: Field, through = field): JsonSchema => ({
  ...(kindFor(field).wireType?.(field, {
    ...typeSource(model, field),
    certain: isCertain(field) && isCertain(through),
  }) ?? { type: 'string' }),
  ...(field.schema.description && { description: field.schema.description }),
});

/** Titles and further properties of related records that are answered beside an id. */
function relatedSchemas(model: Model, field: Field): [string, JsonSchema][] {
  const target = field.ref && model.entities.get(field.ref.resource);
  if (!field.ref) return [];
  // Of several records, their titles in one text.
  if (relationOf(field) === 'many') return [[field.ref.as, { type: 'string' }]];
  const further = Object.entries(field.ref.with).map(([name, path]): [string, JsonSchema] => {
    const property = target?.byName.get(path);
    return [name, property ? valueSchema(model, property, field) : { type: 'string' }];
  });
  return [[field.ref.as, { type: 'string' }], ...further];
}

interface RecordSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** The JSON Schema of a record as the API answers it; lists of child records refer to the schema of their entity by its name. */
export function recordSchema(model: Model, entity: Entity): RecordSchema {
  const shown = entity.fields.filter((field) => !isHidden(field));
  // Answered with the record alone, to who may list the child records.
  const lists = entity.many.map(({ name, resource, field }): [string, JsonSchema] => {
    const description = field.schema.description && { description: field.schema.description };
    return [name, { type: 'array', items: { $ref: resource }, ...description }];
  });
  const properties = Object.fromEntries([
    ...shown.filter((field) => !field.writeOnly).flatMap((field) => relatedSchemas(model, field)),
    ...shown.map((field): [string, JsonSchema] => [field.name, valueSchema(model, field)]),
    ...lists,
  ]);
  const optional = new Set([
    ...shown.filter((field) => field.writeOnly).map((field) => field.name),
    ...lists.map(([name]) => name),
  ]);
  return {
    type: 'object',
    ...(entity.schema.description !== undefined && { description: entity.schema.description }),
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.has(name)),
    properties,
  };
}
