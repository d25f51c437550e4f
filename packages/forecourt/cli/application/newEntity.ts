import path from 'node:path';
import { humanise } from '../../src/admin/values/format.ts';
import { mergeCatalogues, type Catalogue } from '../../src/i18n/index.ts';
import { choicesOf, choicesOfDocument } from '../../src/model/choices.ts';
import type { EntitySchema, Model, PropertySchema } from '../../src/model/index.ts';
import { pascal } from '../generate/wireTypes.ts';
import { formatted } from './formatted.ts';
import { plural } from './plural.ts';
import { languagesOf, PACKAGE, type ApplicationSource, type Declaration } from './readApplication.ts';
import { schemaText } from './schemaText.ts';
import type { Texts } from './texts.ts';

/** What an entity and its parts are called in one language; what is not said falls back to English, then to the name. */
export interface EntityLabels {
  readonly name?: string;
  readonly title?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface NewEntity {
  readonly name: string;
  readonly schema: EntitySchema;
  readonly declaration?: Declaration;
  readonly labels: Readonly<Record<string, EntityLabels | undefined>>;
}

const posix = (file: string): string => file.split(path.sep).join('/');
const relativeImport = (from: string, to: string): string => {
  const found = posix(path.relative(from, to));
  return found.startsWith('.') ? found : `./${found}`;
};

/** `car_parks` → `carParks`. */
export const camelCase = (words: string): string =>
  words
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word, index) =>
      index === 0 ? word[0]!.toLowerCase() + word.slice(1) : word[0]!.toUpperCase() + word.slice(1),
    )
    .join('');

/** The text of `schemas/{name}.json`, with the address of the vocabulary for editors. */
export function schemaFile(folder: string, schema: EntitySchema): string {
  const vocabulary = path.join(PACKAGE, 'src/model/vocabulary.generated.json');
  const below = schema['x-internal'] ? 'schemas/internal' : 'schemas';
  return schemaText({ $schema: relativeImport(path.join(folder, below), vocabulary), ...schema });
}

/** The text of `resources/{name}.ts`. */
export async function declarationFile({ name }: NewEntity, declaration: Declaration): Promise<string> {
  const text = `import { defineResource } from 'forecourt/model';
import type { ${pascal(name)} } from '../schemas/types.generated.ts';

export default defineResource<${pascal(name)}>(${JSON.stringify(declaration)});
`;
  return formatted(text);
}

/**
 * A declaration in the house's way of paths, from what is inferred of the schema: `/group/name/list` and the like, the inferred columns and
 * filters. `model` has the schema without a declaration.
 */
export function declarationOf(model: Model, name: string, menu: NonNullable<Declaration['menu']>): Declaration {
  const { list, entity } = model.resources.get(name)!;
  const base = name.toLowerCase();
  const below = `/${menu.group}/${base}`;
  return {
    schema: name,
    permission: { base, route: `${base}-list` },
    route: { list: below },
    api: {
      list: `${below}/list`,
      options: `${below}/options`,
      info: `${below}/info/{id}`,
      save: `${below}/save`,
      ...(entity.deletion === 'never' ? {} : { delete: `${below}/delete/{id}` }),
      export: `${below}/export`,
    },
    menu,
    list: {
      columns: list.columns,
      filters: list.filters.map(({ name: filter, paths }) => {
        const field = paths[0]?.last ?? filter;
        return field === filter ? filter : { name: filter, field };
      }),
      sort: list.sort,
    },
  };
}

/** What a code is called until somebody says otherwise. */
export const codeLabel = (code: string | number): string =>
  (typeof code === 'string' && humanise(code.replaceAll('_', ' '))) || String(code).trim() || JSON.stringify(code);

/** Names of all parts of nested documents, which are labelled together for the whole application. */
const partNames = (part: PropertySchema): string[] => [
  ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [name, ...partNames(inner)]),
  ...(part.items ? partNames(part.items) : []),
];

/** Labels of the choices of a property, and of those within the document that it is. */
function choiceTexts(property: string, schema: PropertySchema): Catalogue[] {
  const own = choicesOf(schema);
  const tables = own ? [[property, own] as const] : choicesOfDocument(property, schema);
  return tables.map(([table, codes]) =>
    table
      .split('.')
      .reduceRight<Catalogue>(
        (within, key) => ({ [key]: within }),
        Object.fromEntries(codes.map(({ code }) => [String(code), codeLabel(code)])),
      ),
  );
}

const BUILT_IN = ['id', 'createTime', 'updateTime'];

/** The texts that an entity needs, in every language of the application. */
export function entityTexts(source: ApplicationSource, { name, schema, declaration, labels }: NewEntity): Texts {
  const english = labels['en-US'] ?? {};
  const text = (language: string): Catalogue => {
    const own = labels[language] ?? {};
    const general = commonFields(source, language);
    const singular = own.name ?? english.name ?? humanise(name);
    const title = own.title ?? (own.name ? own.name : (english.title ?? plural(singular)));
    const field = (property: string): string =>
      own.fields?.[property] ?? general[property] ?? english.fields?.[property] ?? humanise(property);
    const fields = [
      ...BUILT_IN.map((property) => [property, general[property] ?? humanise(property)]),
      ...Object.keys(schema.properties).map((property) => [property, field(property)]),
    ];
    const parts = Object.values(schema.properties).flatMap(partNames);
    const filters = (declaration?.list?.filters ?? []).flatMap((filter) =>
      typeof filter === 'object' && typeof filter.field === 'string' ? [[filter.name, field(filter.field)]] : [],
    );
    const choices = Object.entries(schema.properties).flatMap(([property, part]) => choiceTexts(property, part));
    const group = declaration?.menu?.group;
    return {
      resources: {
        [name]: { name: singular, title, fields: Object.fromEntries([...filters, ...fields]) as Catalogue },
      },
      ...(choices.length > 0 ? { codes: { [name]: mergeCatalogues(...choices) } } : {}),
      ...(parts.length > 0 ? { fields: Object.fromEntries(parts.map((part) => [part, field(part)])) } : {}),
      ...(group && !hasGroup(source, language, group) ? { menu: { groups: { [group]: humanise(group) } } } : {}),
    };
  };
  return new Map(languagesOf(source).map((language) => [language, text(language)]));
}

/** Labels of properties that stand for the whole application: `remark`, `status`. */
function commonFields(source: ApplicationSource, language: string): Record<string, string> {
  const catalogues = [source.frameworkTexts.get(language), source.catalogues.get(language)?.value as Catalogue];
  const fields = catalogues.flatMap((catalogue) => Object.entries(catalogue?.['fields'] ?? {}));
  return Object.fromEntries(fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function hasGroup(source: ApplicationSource, language: string, group: string): boolean {
  const groups = source.frameworkTexts.get(language)?.['menu'] as { groups?: Record<string, string> } | undefined;
  return groups?.groups?.[group] !== undefined;
}
