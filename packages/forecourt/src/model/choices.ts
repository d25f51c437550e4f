import type { CodeValue } from './resource.ts';
import type { PropertySchema } from './schema.ts';

const CHOOSABLE: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', undefined]);

const typeOf = (property: PropertySchema): unknown =>
  Array.isArray(property.type) ? property.type.find((one) => one !== 'null') : property.type;

/** The values of a plain `enum`, of the property or of the items of its list; undefined where other keywords say what the value is. */
function listed(property: PropertySchema): readonly unknown[] | undefined {
  if (
    property['x-codes'] ||
    property['x-ref'] ||
    property['x-compute'] ||
    property['x-template'] ||
    property['x-widget'] ||
    property.format
  )
    return undefined;
  if (typeOf(property) === 'array') return property.items && listed(property.items);
  return CHOOSABLE.has(typeOf(property)) ? property.enum : undefined;
}

/** Codes of a plain `enum`; null and the empty text mean "none" and are no codes. */
export function choicesOf(property: PropertySchema): readonly CodeValue[] | undefined {
  return listed(property)?.flatMap((code) =>
    typeof code === 'number' || (typeof code === 'string' && code !== '') ? [{ code }] : [],
  );
}

/** Name of the code table that a plain `enum` makes; labels are the keys `codes.<entity>.<property>.<value>`. */
export const choiceTable = (entity: string, property: string): string => `${entity}.${property}`;

type Parts = Readonly<Record<string, PropertySchema>>;

const partsOf = (document: PropertySchema): Parts => document.properties ?? document.items?.properties ?? {};

/** The values of a plain `enum` within a document; a list of them is shown as it stands. */
const choicesWithin = (part: PropertySchema): readonly CodeValue[] | undefined =>
  typeOf(part) === 'array' ? undefined : choicesOf(part);

/** Answers the plain enums within a document as code tables, by its name and theirs: `order.lines.unit`. */
export function choicesOfDocument(table: string, document: PropertySchema): [string, readonly CodeValue[]][] {
  return Object.entries(partsOf(document)).flatMap(([name, part]): [string, readonly CodeValue[]][] => {
    const choices = choicesWithin(part);
    return choices ? [[choiceTable(table, name), choices]] : choicesOfDocument(choiceTable(table, name), part);
  });
}

/** Answers the document with the table of each plain `enum` in it (`x-codes`), by which screens find its labels. */
export function withChoiceTables(table: string, document: PropertySchema): PropertySchema {
  const named = (parts: Parts): Record<string, PropertySchema> =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const at = choiceTable(table, name);
        return [name, choicesWithin(part) ? { ...part, 'x-codes': at } : withChoiceTables(at, part)];
      }),
    );
  const { properties, items } = document;
  if (properties) return { ...document, properties: named(properties) };
  return items?.properties ? { ...document, items: { ...items, properties: named(items.properties) } } : document;
}

/** What is wrong with a plain `enum`, if anything. */
export function checkChoices(property: PropertySchema): string | undefined {
  const values = listed(property);
  if (!values) return undefined;
  const types = new Set(values.flatMap((value) => (value === null || value === '' ? [] : [typeof value])));
  if (types.size > 1 || [...types].some((one) => one !== 'string' && one !== 'number'))
    return 'an enum holds either words or numbers; make two properties of it, or write every value as a word';
  const type = typeOf(property) === 'array' ? property.items && typeOf(property.items) : typeOf(property);
  const [held] = types;
  if (held && type !== undefined && (held === 'string') !== (type === 'string'))
    return `the enum holds ${held === 'string' ? 'words' : 'numbers'}, but the type is ${String(type)}`;
  const seen = new Set<unknown>();
  const twice = values.find((value) => seen.size === seen.add(value).size);
  return twice === undefined ? undefined : `the enum has ${JSON.stringify(twice)} twice`;
}
