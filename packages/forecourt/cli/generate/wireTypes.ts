import type { Entity, Model } from '../../src/model/index.ts';
import { recordSchema } from '../../src/server/data/kinds/index.ts';

/** The name of an entity's type: `film_copy` → `FilmCopy`; names of any script stay. */
export const pascal = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** A property name as TypeScript writes it. */
export const propertyName = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);

/** The library writes names in letters of one script only; ours are put in afterwards. */
const PLACEHOLDER = 'Entity';

/** The TypeScript type of a record as the API says it. Formatting takes half the time. */
export async function wireType(model: Model, entity: Entity, format = true): Promise<string> {
  const { properties, ...record } = recordSchema(model, entity);
  const named = (schema: Record<string, unknown>): Record<string, unknown> => {
    const child = (schema['items'] as { $ref?: string } | undefined)?.$ref;
    return child === undefined ? schema : { ...schema, items: undefined, tsType: `${pascal(child)}[]` };
  };
  const schema = {
    title: PLACEHOLDER,
    ...record,
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, named(part)])),
  };
  // Only who writes or compares types waits for it.
  const { compile } = await import('json-schema-to-typescript');
  const text = await compile(schema as Parameters<typeof compile>[0], PLACEHOLDER, {
    additionalProperties: false,
    bannerComment: '',
    format,
    style: { printWidth: 140, singleQuote: true },
  });
  return text.replace(`export interface ${PLACEHOLDER} `, `export interface ${pascal(entity.name)} `);
}
