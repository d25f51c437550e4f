import type { ModelLocale } from './model.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';

/** A text in each language (`x-languages`), as the document that it is: one property a language, all of them asked for. */
function spoken(property: PropertySchema, codes: readonly string[]): PropertySchema {
  const { 'x-languages': one, ...rest } = property;
  if (!one) return property;
  return {
    ...rest,
    additionalProperties: false,
    properties: Object.fromEntries(codes.map((code) => [code, one])),
    required: codes,
  };
}

/** The schema with the languages of the application in it. Where none are known, it stays as it is. */
export function inLanguages(schema: EntitySchema, { languages }: ModelLocale): EntitySchema {
  if (languages.length === 0) return schema;
  const codes = languages.map(({ code }) => code);
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, spoken(property, codes)]);
  return { ...schema, properties: Object.fromEntries(properties) as EntitySchema['properties'] };
}
