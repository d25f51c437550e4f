import { builtInFor } from '../imported.ts';
import type { DocumentSchema, DocumentSchemas } from './readDocument.ts';

const REF = /^#\/components\/schemas\/([^/]+)$/;

/** The component that a reference names; undefined for one to another place. */
export const componentOf = (schema: DocumentSchema): string | undefined => {
  const name = schema.$ref && REF.exec(schema.$ref)?.[1];
  return name && decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
};

/** `string` of `['string', 'null']`. */
export const typeOf = (schema: DocumentSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : schema.type?.find((type) => type !== 'null');

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

/** An object schema with everything that its `allOf` and references bring; what it says itself wins. */
export function flattened(
  schemas: DocumentSchemas,
  schema: DocumentSchema,
  seen: readonly string[] = [],
): DocumentSchema {
  const component = componentOf(schema);
  if (component !== undefined) {
    const target = schemas[component];
    return target && !seen.includes(component) ? flattened(schemas, target, [...seen, component]) : {};
  }
  const parts = (schema.allOf ?? []).map((part) => flattened(schemas, part, seen));
  if (parts.length === 0) return schema;
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    allOf: undefined,
    type: schema.type ?? parts.find((part) => part.type)?.type,
    properties: Object.assign(
      {},
      ...parts.map((part) => part.properties),
      schema.properties,
    ) as DocumentSchema['properties'],
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
    const { properties } = flattened(schemas, schemas[name]!);
    if (!Object.keys(properties ?? {}).some((key) => key !== 'id' && !builtInFor(key))) return false;
    return 'id' in properties! || !used.has(name);
  });
}
