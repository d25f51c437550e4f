import { isObject } from '../../../src/model/shapes.ts';
import { builtInFor } from '../imported.ts';
import type { DocumentSchema, DocumentSchemas } from './readDocument.ts';

const REF = /^#\/components\/schemas\/([^/]+)$/;
const BELOW = /^#\/components\/schemas\/([^/]+)\/(.+)$/;

const unescaped = (token: string): string => {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token;
  }
};

/** The component that a reference names; undefined for one to another place. */
export const componentOf = (schema: DocumentSchema): string | undefined => {
  const name = schema.$ref && REF.exec(schema.$ref)?.[1];
  return name && unescaped(name);
};

const own = (value: unknown, name: string): unknown =>
  isObject(value) || Array.isArray(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

/** The schema of a component, whatever it is called. */
export const schemaCalled = (schemas: DocumentSchemas, name: string): DocumentSchema | undefined => {
  const found = own(schemas, name);
  return isObject(found) ? found : undefined;
};

/** What a reference into a component says (`#/components/schemas/Address/properties/zip`); any other schema as it is. */
export function pointed(
  schemas: DocumentSchemas,
  schema: DocumentSchema,
  seen: readonly string[] = [],
): DocumentSchema {
  const [, name, path] = (schema.$ref && BELOW.exec(schema.$ref)) || [];
  if (!name || !path || seen.includes(schema.$ref!)) return schema;
  const found = path
    .split('/')
    .map(unescaped)
    .reduce(own, schemaCalled(schemas, unescaped(name)) as unknown);
  if (!isObject(found)) return schema;
  const { $ref, ...rest } = schema;
  return pointed(schemas, { ...found, ...rest }, [...seen, $ref!]);
}

/** Types of the values, null left out: `['string']` of `['string', 'null']`. */
export const typesOf = (schema: DocumentSchema): readonly string[] =>
  (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])).filter((type) => type !== 'null');

/** `anyOf: [X, null]` says X or nothing; any other choice stays. */
export function withoutNull(schema: DocumentSchema): DocumentSchema {
  const choice = schema.anyOf ?? schema.oneOf;
  if (!choice)
    return schema.allOf?.length === 1 && !schema.properties
      ? { ...schema, ...schema.allOf[0], allOf: undefined }
      : schema;
  const real = choice.filter((one) => one.type !== 'null');
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  return real.length === 1 ? { ...rest, ...real[0] } : schema;
}

/** The properties of all parts; undefined where none has any. */
function merged(parts: readonly DocumentSchema[]): DocumentSchema['properties'] {
  const all = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** An object schema with everything that its `allOf` and references bring; what it says itself wins. */
export function flattened(
  schemas: DocumentSchemas,
  schema: DocumentSchema,
  seen: readonly string[] = [],
): DocumentSchema {
  const component = componentOf(schema);
  if (component !== undefined) {
    const target = schemaCalled(schemas, component);
    return target && !seen.includes(component) ? flattened(schemas, target, [...seen, component]) : {};
  }
  const below = pointed(schemas, schema);
  if (below !== schema) return seen.includes(schema.$ref!) ? {} : flattened(schemas, below, [...seen, schema.$ref!]);
  const parts = (schema.allOf ?? []).map((part) => flattened(schemas, part, seen));
  if (parts.length === 0) return schema;
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    allOf: undefined,
    type: schema.type ?? parts.find((part) => part.type)?.type,
    properties: merged([...parts, schema]),
    required: [...new Set([...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])])],
  };
}

/** Components that are records of their own: objects with an id and something more, and those that no other component is made of. */
export function entityComponents(schemas: DocumentSchemas): string[] {
  const used = new Set<string>();
  const visit = (schema: DocumentSchema | undefined): void => {
    if (!schema) return;
    const component = componentOf(schema);
    if (component !== undefined) used.add(component);
    for (const part of [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
      visit(part);
    for (const part of Object.values(schema.properties ?? {})) visit(part);
  };
  for (const schema of Object.values(schemas)) visit(schema);
  return Object.keys(schemas).filter((name) => {
    const { properties = {} } = flattened(schemas, schemaCalled(schemas, name) ?? {});
    if (!Object.keys(properties).some((key) => key !== 'id' && !builtInFor(key))) return false;
    return Object.hasOwn(properties, 'id') || !used.has(name);
  });
}
