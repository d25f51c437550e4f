import type { EntitySchema, PropertySchema } from '../../../src/framework/model/index.ts';
import { camelCase } from '../../application/newEntity.ts';
import {
  builtInFor,
  codeTableName,
  labelOf,
  labelsFrom,
  meansLongText,
  meansMoney,
  nameEntities,
  titleAndSearch,
  titleName,
  type Imported,
  type ImportedEntity,
  type Naming,
} from '../imported.ts';
import type { DocumentSchema, DocumentSchemas } from './readDocument.ts';
import { componentOf, entityComponents, flattened, typeOf, withoutNull } from './resolve.ts';

export interface ImportOptions {
  readonly naming: Naming;
  /** Throws UsageError for a name that no entity may have here. */
  requireName(name: string): void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Keywords that mean the same on both sides. */
const SHARED = [
  'readOnly',
  'writeOnly',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;
const FORMATS: readonly string[] = ['date', 'date-time', 'time', 'email', 'uri'];

/**
 * Entities from the component schemas of an OpenAPI document: objects with an id, and objects that are no part of another. References to
 * entities become relations, other objects nested documents, enums code tables. What cannot be said in our words is in the notes, by name.
 */
export function importDocument(schemas: DocumentSchemas, { naming, requireName }: ImportOptions): Imported {
  const components = entityComponents(schemas);
  const { names, notes } = nameEntities(components, requireName);
  const byEntity = new Map([...names].map(([component, name]) => [name.toLowerCase(), { component, name }]));
  const codes: Record<string, readonly (string | number)[]> = {};
  const related = new Map<string, { resource: string; field: string }[]>();
  const note = (what: string, why: string): void => void notes.push({ what, why });

  for (const [name, schema] of Object.entries(schemas))
    if (!components.includes(name) && !flattened(schemas, schema).properties && !schema.enum)
      note(name, 'is no object: not an entity');
  const entities = components.flatMap((component) =>
    names.has(component) ? [entityOf(component, names.get(component)!)] : [],
  );
  return { entities: entities.map((entity) => ({ ...entity, related: related.get(entity.name) ?? [] })), codes, notes };

  function entityOf(component: string, name: string): ImportedEntity {
    const source = flattened(schemas, schemas[component]!);
    const properties: Record<string, PropertySchema> = {};
    const comments: Record<string, string | undefined> = {};
    const required: string[] = [];
    for (const [key, part] of Object.entries(source.properties ?? {})) {
      const what = `${component}.${key}`;
      const schema = withoutNull(part);
      if (key === 'id') {
        if (typeOf(flattened(schemas, schema)) === 'string') note(what, 'the key becomes a number');
        continue;
      }
      if (schema.format === 'date-time' && builtInFor(key)) continue;
      const mapped = propertyOf(schema, what, { entity: name, key });
      if (!mapped) continue;
      const field = mapped['x-ref'] ? relationName(key, mapped) : naming(key);
      if (field in properties || field === 'createTime' || field === 'updateTime') {
        note(what, `left out: ${field} is something else here`);
        continue;
      }
      properties[field] = mapped;
      comments[field] = schema.title ?? part.description;
      if (source.required?.includes(key) && !part.readOnly && mapped.type !== 'boolean') required.push(field);
    }
    for (const [field, property] of Object.entries(properties))
      nameRelation(name, field, property, Object.keys(properties));
    const { labels, description } = labelsFrom(component, source.title ?? source.description, comments, properties);
    const schema: EntitySchema = {
      type: 'object',
      ...(description ? { description } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...titleAndSearch(properties),
      properties,
    };
    return { name, schema, labels, related: [] };
  }

  /** `owner` → `ownerId`, `tags` → `tagIds`. */
  function relationName(key: string, { type }: PropertySchema): string {
    if (/ids?$/i.test(key)) return naming(key);
    const snake = key.includes('_');
    return naming(
      type === 'array' ? `${key.replace(/s$/, '')}${snake ? '_ids' : 'Ids'}` : `${key}${snake ? '_id' : 'Id'}`,
    );
  }

  function nameRelation(
    entity: string,
    field: string,
    property: Mutable<PropertySchema>,
    taken: readonly string[],
  ): void {
    const relation = property['x-ref'];
    if (!relation || property.type === 'array') return;
    const as = titleName(field, taken);
    if (as) property['x-ref'] = { ...relation, as };
    related.set(relation.resource, [...(related.get(relation.resource) ?? []), { resource: entity, field }]);
  }

  /** An entity that a schema refers to, by reference or, for a number called `ownerId`, by name. */
  function targetOf(schema: DocumentSchema, key: string): string | undefined {
    const component = componentOf(schema);
    if (component !== undefined) return names.get(component);
    const owner = /^(.+?)_?Id$/i.exec(key)?.[1];
    return owner && typeOf(schema) === 'integer' ? byEntity.get(camelCase(owner).toLowerCase())?.name : undefined;
  }

  function propertyOf(
    schema: DocumentSchema,
    what: string,
    at: { entity: string; key: string },
  ): PropertySchema | undefined {
    const common: Mutable<PropertySchema> = {};
    if (schema.description && !labelOf(schema.description)) common.description = schema.description.trim();
    if (schema.readOnly) common.readOnly = true;
    const resource = targetOf(schema, at.key);
    if (resource) return { ...common, type: 'integer', 'x-ref': { resource } };
    const many = schema.items && targetOf(withoutNull(schema.items), '');
    if (many)
      return { ...common, type: 'array', items: { type: 'integer' }, uniqueItems: true, 'x-ref': { resource: many } };
    const component = componentOf(schema);
    if (schema.$ref && (component === undefined || !schemas[component]))
      return void note(what, `left out: ${schema.$ref} is not in this document`);
    const whole = { ...flattened(schemas, schema), ...(schema.$ref ? {} : { description: schema.description }) };
    if (whole.enum) return coded(whole, what, component ?? `${at.entity} ${at.key}`, common);
    const type = typeOf(whole);
    if (whole.anyOf || whole.oneOf) note(what, 'a choice of schemas becomes a document of any form');
    if (type === 'object' || whole.properties || whole.anyOf || whole.oneOf)
      return { ...common, ...document(whole, []) };
    if (type === 'array')
      return {
        ...common,
        type: 'array',
        items: document(withoutNull(whole.items ?? {}), []),
        ...limits(whole, ['minItems', 'maxItems', 'uniqueItems']),
      };
    if (whole.format === 'binary' || whole.format === 'byte')
      return void note(what, 'left out: file contents are uploaded, not stored in a property');
    if (type === undefined) return void note(what, 'left out: it has no type');
    return { ...common, ...plain(whole, type, what, at.key) };
  }

  function coded(
    schema: DocumentSchema,
    what: string,
    words: string,
    common: PropertySchema,
  ): PropertySchema | undefined {
    const values = schema.enum!.filter((value) => value !== null);
    if (
      !values.every((value) => typeof value === 'string' || Number.isInteger(value)) ||
      new Set(values.map((value) => typeof value)).size > 1
    )
      return void note(what, 'left out: codes are words or whole numbers');
    if (values.includes('')) note(what, 'the empty code is no code');
    const table = codeTableName(words);
    const list = (values as (string | number)[]).filter((value) => value !== '');
    if (list.length === 0) return undefined;
    codes[table] = list;
    const fallback = list.includes(schema.default as string) ? { default: schema.default } : {};
    return { ...common, type: typeof list[0] === 'string' ? 'string' : 'integer', 'x-codes': table, ...fallback };
  }

  function plain(schema: DocumentSchema, type: string, what: string, key: string): PropertySchema {
    const { exclusiveMinimum, exclusiveMaximum, format } = schema;
    const property: Mutable<PropertySchema> = { type: type as 'string', ...limits(schema, SHARED) };
    // OpenAPI 3.0 says with a flag that a limit is not part of the range, 3.1 says it with the limit itself.
    if (typeof exclusiveMinimum === 'number') property.exclusiveMinimum = exclusiveMinimum;
    else if (exclusiveMinimum) [property.exclusiveMinimum, property.minimum] = [schema.minimum, undefined];
    if (typeof exclusiveMaximum === 'number') property.exclusiveMaximum = exclusiveMaximum;
    else if (exclusiveMaximum) [property.exclusiveMaximum, property.maximum] = [schema.maximum, undefined];
    if (type === 'integer' && format === 'int64') note(what, 'int64 becomes a whole number of 32 bits');
    if (type === 'number' && meansMoney(key)) property['x-widget'] = 'money';
    if (type === 'string' && format) {
      if (FORMATS.includes(format)) property.format = format as 'date';
      else if (format === 'password')
        Object.assign(property, { 'x-widget': 'secret', writeOnly: true, 'x-sensitive': true, 'x-bound-to': [] });
      else if (format !== 'uuid') note(what, `the format ${format} is not checked`);
    }
    if (
      type === 'string' &&
      !property.format &&
      ((schema.maxLength ?? 0) > 255 || (schema.maxLength === undefined && meansLongText(key)))
    )
      property['x-widget'] ??= 'text';
    if (['string', 'number', 'boolean'].includes(typeof schema.default) && schema.default !== '' && !property.format)
      property.default = schema.default;
    return property;
  }

  /** A nested document: its parts by type, without relations. */
  function document(schema: DocumentSchema, seen: readonly string[]): PropertySchema {
    const component = componentOf(schema);
    if (component !== undefined && seen.includes(component)) return { type: 'object' };
    const whole = flattened(schemas, schema);
    const below = component === undefined ? seen : [...seen, component];
    if (whole.properties)
      return {
        type: 'object',
        ...(whole.required?.length ? { required: whole.required } : {}),
        properties: Object.fromEntries(
          Object.entries(whole.properties).map(([name, part]) => [name, document(withoutNull(part), below)]),
        ),
      };
    const type = typeOf(whole) ?? 'object';
    if (type === 'array') return { type: 'array', items: document(withoutNull(whole.items ?? {}), below) };
    const values = whole.enum?.filter((value) => typeof value === 'string' || typeof value === 'number') as
      | string[]
      | undefined;
    return {
      type: type as 'string',
      ...(values?.length ? { enum: values } : {}),
      ...limits(whole, ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern']),
    };
  }

  function limits(schema: DocumentSchema, keywords: readonly (typeof SHARED)[number][]): PropertySchema {
    return Object.fromEntries(
      keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
    );
  }
}
