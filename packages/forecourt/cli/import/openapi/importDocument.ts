import type { EntitySchema, PropertySchema } from '../../../src/model/index.ts';
import { PAGE_NAMES, titleProperty, unusable } from '../../../src/model/names.ts';
import { isObject } from '../../../src/model/shapes.ts';
import { camelCase } from '../../application/newEntity.ts';
import { builtInFor, labelOf, labelsFrom, titleAndSearch, type Imported, type ImportedEntity } from '../imported.ts';
import { BUILT_IN_NAMES, codeTableName, freeName, nameEntities, namingOf, titleName, type Naming } from '../naming.ts';
import { ANYTHING, choices, limits, nested } from './nested.ts';
import { plain } from './properties.ts';
import type { DocumentSchema, DocumentSchemas } from './readDocument.ts';
import { componentOf, entityComponents, flattened, pointed, schemaCalled, typesOf, withoutNull } from './resolve.ts';

export interface ImportOptions {
  readonly naming: Naming;
  /** Throws UsageError for a name that no entity may have here. */
  requireName(name: string): void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const SCALARS: readonly string[] = ['string', 'integer', 'number', 'boolean'];

/**
 * Entities from the component schemas of an OpenAPI document: objects with an id, and objects that are no part of another. References to
 * entities become relations, other objects nested documents, enums code tables. What cannot be said in our words is in the notes, by name.
 */
export function importDocument(schemas: DocumentSchemas, { naming, requireName }: ImportOptions): Imported {
  const components = entityComponents(schemas);
  const { names, notes } = nameEntities(components, requireName);
  const byEntity = new Map([...names.values()].map((name) => [name.toLowerCase(), name]));
  const codes: Record<string, readonly (string | number)[]> = {};
  const related = new Map<string, { resource: string; field: string }[]>();
  const note = (what: string, why: string): void => void notes.push({ what, why });
  // Documents are what others send: their parts keep the names that can be.
  const nesting = { schemas, naming: namingOf(false), note };

  for (const [name, schema] of Object.entries(schemas))
    if (!components.includes(name) && !flattened(schemas, schema).properties && !schema.enum)
      note(name, 'is no object: not an entity');
  const entities = components.flatMap((component) =>
    names.has(component) ? [entityOf(component, names.get(component)!)] : [],
  );
  return { entities: entities.map((entity) => ({ ...entity, related: related.get(entity.name) ?? [] })), codes, notes };

  function entityOf(component: string, name: string): ImportedEntity {
    const source = flattened(schemas, schemaCalled(schemas, component)!);
    const properties = new Map<string, Mutable<PropertySchema>>();
    const comments: [string, string | undefined][] = [];
    const required: string[] = [];
    for (const [key, given] of Object.entries(source.properties ?? {})) {
      const part = isObject(given) ? (given as DocumentSchema) : {};
      const what = `${component}.${key}`;
      const schema = withoutNull(part);
      if (key === 'id') {
        if (typesOf(flattened(schemas, schema))[0] === 'string') note(what, 'the key becomes a number');
        continue;
      }
      if (schema.format === 'date-time' && builtInFor(key)) continue;
      const mapped = propertyOf(schema, what, { entity: name, key });
      if (!mapped) continue;
      const wanted = mapped['x-ref'] ? relationName(key, mapped) : naming(key);
      const field = freeName(
        wanted,
        (one) =>
          properties.has(one) ||
          (BUILT_IN_NAMES as readonly string[]).includes(one) ||
          (mapped['x-ref'] !== undefined && PAGE_NAMES.has(one)),
      );
      if (field !== wanted) note(what, `is called ${field}: ${wanted} is something else here`);
      else if (unusable(key)) note(what, `is called ${field}: such a name cannot be`);
      properties.set(field, mapped);
      comments.push([field, schema.title ?? part.description]);
      if (source.required?.includes(key) && !part.readOnly && mapped.type !== 'boolean') required.push(field);
    }
    for (const [field, property] of properties) nameRelation(name, field, property, properties);
    const fields = Object.fromEntries(properties);
    const texts = Object.fromEntries(
      comments.map(([field, text]) => [field, typeof text === 'string' ? text : undefined]),
    );
    const comment = [source.title, source.description].find((text) => typeof text === 'string');
    const { labels, description } = labelsFrom(component, comment, texts, fields);
    const schema: EntitySchema = {
      type: 'object',
      ...(description ? { description } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...titleAndSearch(fields),
      properties: fields,
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
    all: ReadonlyMap<string, PropertySchema>,
  ): void {
    const relation = property['x-ref'];
    if (!relation) return;
    const others = [...all].filter(([name]) => name !== field);
    const as = titleName(field, [
      ...BUILT_IN_NAMES,
      ...all.keys(),
      ...others.flatMap(([name, other]) => (other['x-ref'] ? [other['x-ref'].as ?? titleProperty(name)] : [])),
    ]);
    if (as) property['x-ref'] = { ...relation, as };
    if (property.type === 'array') return;
    related.set(relation.resource, [...(related.get(relation.resource) ?? []), { resource: entity, field }]);
  }

  /** An entity that a schema refers to, by reference or, for a number called `ownerId`, by name. */
  function targetOf(schema: DocumentSchema, key: string): string | undefined {
    const component = componentOf(schema);
    if (component !== undefined) return names.get(component);
    const owner = /^(.+?)_?Id$/i.exec(key)?.[1];
    return owner && typesOf(schema)[0] === 'integer' ? byEntity.get(camelCase(owner).toLowerCase()) : undefined;
  }

  function propertyOf(
    given: DocumentSchema,
    what: string,
    at: { entity: string; key: string },
  ): Mutable<PropertySchema> | undefined {
    const schema = withoutNull(pointed(schemas, given));
    const common: Mutable<PropertySchema> = {};
    if (typeof schema.description === 'string' && schema.description.trim() && !labelOf(schema.description))
      common.description = schema.description.trim();
    if (schema.readOnly === true) common.readOnly = true;
    const resource = targetOf(schema, at.key);
    if (resource) return { ...common, type: 'integer', 'x-ref': { resource } };
    const many = schema.items && targetOf(withoutNull(schema.items), '');
    if (many)
      return { ...common, type: 'array', items: { type: 'integer' }, uniqueItems: true, 'x-ref': { resource: many } };
    const component = componentOf(schema);
    if (schema.$ref && (component === undefined || !schemaCalled(schemas, component)))
      return void note(what, `left out: ${schema.$ref} is not in this document`);
    const whole = { ...flattened(schemas, schema), ...(schema.$ref ? {} : { description: schema.description }) };
    return valueOf(whole, what, { common, words: component ?? `${at.entity} ${at.key}`, key: at.key });
  }

  function valueOf(
    whole: DocumentSchema,
    what: string,
    { common, words, key }: { common: PropertySchema; words: string; key: string },
  ): Mutable<PropertySchema> | undefined {
    if (whole.format === 'binary' || whole.format === 'byte')
      return void note(what, 'left out: file contents are uploaded, not stored in a property');
    if (whole.anyOf || whole.oneOf || whole.not) {
      note(what, 'a choice of schemas becomes a value of any form');
      return { ...common, type: ANYTHING };
    }
    const types = typesOf(whole);
    const isDocument = isObject(whole.properties) || types[0] === 'object' || types.includes('array');
    if (!isDocument && (whole.enum || whole.const !== undefined)) return coded(whole, what, words, common);
    if (isDocument && types.length < 2) {
      const document = nested(nesting, { ...whole, $ref: undefined }, what);
      // What the record says of its list is said of it here, too.
      return { ...common, ...document, ...(document.type === 'array' ? limits(whole, ['minItems', 'maxItems']) : {}) };
    }
    if (types.length === 0) return void note(what, 'left out: it has no type');
    if (types.length > 1 && !types.every((type) => SCALARS.includes(type))) {
      note(what, `holds one of ${types.join(', ')}: a value of any form`);
      return { ...common, type: ANYTHING };
    }
    const [only] = types;
    if (types.length > 1 && types.every((type) => type === 'integer' || type === 'number'))
      return { ...common, ...plain(whole, 'number', key, (why) => note(what, why)) };
    if (types.length > 1) note(what, `holds one of ${types.join(', ')}: becomes a text`);
    const type = types.length > 1 ? 'string' : only!;
    if (!SCALARS.includes(type)) return void note(what, `left out: ${type} is no type`);
    return { ...common, ...plain(whole, type, key, (why) => note(what, why)) };
  }

  function coded(
    schema: DocumentSchema,
    what: string,
    words: string,
    common: PropertySchema,
  ): Mutable<PropertySchema> | undefined {
    const list = choices(schema);
    if (!list || !list.every((value) => typeof value === 'string' || Number.isInteger(value)))
      return void note(what, 'left out: codes are words or whole numbers');
    if (schema.enum?.includes('')) note(what, 'the empty code is no code');
    const same = (name: string): boolean => JSON.stringify(codes[name]) === JSON.stringify(list);
    const table = codeTableName(words, (name) => Object.hasOwn(codes, name) && !same(name));
    codes[table] = list;
    const fallback = list.includes(schema.default as string) ? { default: schema.default } : {};
    return { ...common, type: typeof list[0] === 'string' ? 'string' : 'integer', 'x-codes': table, ...fallback };
  }
}
