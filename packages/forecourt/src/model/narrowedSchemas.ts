import type { Entity } from './entity.ts';
import { rightTo, type FieldHolder } from './fieldRights.ts';

type Json = Readonly<Record<string, unknown>>;

/** Properties of what is answered that the role of a reader hides, with what is told of the record that a relation names. */
const hiddenOf = ({ name, fields }: Entity, holder: FieldHolder): ReadonlySet<string> =>
  new Set(
    fields
      .filter((field) => rightTo(holder, name, field.name) === 'hidden')
      .flatMap((field) => [field.name, ...(field.ref ? [field.ref.as, ...Object.keys(field.ref.with)] : [])]),
  );

const closedOf = ({ name, fields }: Entity, holder: FieldHolder): ReadonlySet<string> =>
  new Set(fields.filter((field) => rightTo(holder, name, field.name) !== 'write').map((field) => field.name));

function without(schema: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || typeof schema !== 'object' || schema === null) return schema;
  const { properties, required, ...rest } = schema as Json;
  return {
    ...rest,
    ...(Array.isArray(required) && { required: required.filter((name) => !names.has(String(name))) }),
    ...(typeof properties === 'object' && {
      properties: Object.fromEntries(Object.entries(properties as Json).filter(([name]) => !names.has(name))),
    }),
  };
}

/** Schemas of records, by the names that calls refer to, as the role of who reads them leaves them. */
export function narrowedSchemas(schemas: Json, entities: Iterable<Entity>, holder: FieldHolder): Json {
  if (!holder.fields) return schemas;
  const narrowed: Record<string, unknown> = { ...schemas };
  for (const entity of entities) {
    if (!holder.fields[entity.name]) continue;
    const hidden = hiddenOf(entity, holder);
    const closed = closedOf(entity, holder);
    for (const part of ['answer', 'row', 'info'])
      if (`${entity.name}.${part}` in narrowed)
        narrowed[`${entity.name}.${part}`] = without(narrowed[`${entity.name}.${part}`], hidden);
    for (const part of ['create', 'change'])
      if (`${entity.name}.${part}` in narrowed)
        narrowed[`${entity.name}.${part}`] = without(narrowed[`${entity.name}.${part}`], closed);
  }
  return narrowed;
}

/** The description of the API as the role of who reads it leaves it. */
export function narrowedDescription(description: Json, entities: Iterable<Entity>, holder: FieldHolder): Json {
  const { schemas, ...components } = description['components'] as Json;
  return {
    ...description,
    components: { ...components, schemas: narrowedSchemas(schemas as Json, entities, holder) },
  };
}
