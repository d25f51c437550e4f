import { sql, type RawBuilder } from 'kysely';
import SCIMMY from 'scimmy';
import { isObject, type Json } from './resource.ts';
import { judged, ScimRefusal } from './scimRefusal.ts';

type Sql = RawBuilder<boolean>;

/** What an attribute is compared with, by its name in small letters. */
export type Comparisons = Readonly<Record<string, (value: unknown) => Sql>>;

const unknown = (what: string): ScimRefusal =>
  new ScimRefusal(400, 'invalidFilter', `Filters compare by eq, joined by and or or; ${what} is none of them`);

const never = sql<boolean>`false`;

/** A condition of one attribute: of `["eq", value]`, or of what stands within it. */
function conditionOf(name: string, said: unknown, comparisons: Comparisons): Sql {
  const plain = name.replace(/^urn:.+:(User|Group):/i, '').toLowerCase();
  if (isObject(said)) {
    const { type, ...rest } = said;
    // There is one address, of work.
    if (type !== undefined && !(Array.isArray(type) && type[0] === 'eq' && type.length === 2)) throw unknown(name);
    const parts = Object.entries(rest).map(([part, inner]) => conditionOf(`${plain}.${part}`, inner, comparisons));
    if (Array.isArray(type) && String(type[1]).toLowerCase() !== 'work') return never;
    return all(parts);
  }
  const compare = comparisons[plain] ?? comparisons[`${plain}.value`];
  if (!compare || !Array.isArray(said) || said.length !== 2 || said[0] !== 'eq') throw unknown(name);
  return compare(said[1]);
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** The library multiplies out what stands in parentheses: each `or` may double it. */
const MOST_OR_IN_PARENTHESES = 8;

function isTooWide(text: string): boolean {
  const words = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return /[([]/.test(words) && (words.match(/\bor\b/gi) ?? []).length > MOST_OR_IN_PARENTHESES;
}

/** The condition of a filter as the query has it; without one everything. */
export async function whereOf(text: unknown, comparisons: Comparisons): Promise<Sql> {
  if (text === undefined || text === '') return sql<boolean>`true`;
  if (typeof text !== 'string' || text.length > 2_000) throw unknown('this one');
  if (isTooWide(text)) throw unknown('one with so many or between parentheses');
  const ways = await judged(() => [...new SCIMMY.Types.Filter(text)] as readonly Json[]);
  const each = ways.map((way) => all(Object.entries(way).map(([name, said]) => conditionOf(name, said, comparisons))));
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Compares a text whatever its case; nothing but a text is one. */
export const isText =
  (column: RawBuilder<unknown>, exact = false) =>
  (value: unknown): Sql => {
    if (typeof value !== 'string') return never;
    return exact ? sql<boolean>`${column} = ${value}` : sql<boolean>`lower(${column}) = lower(${value})`;
  };

/** Compares an id, which is a text of the protocol. */
export const isId =
  (column: RawBuilder<unknown>) =>
  (value: unknown): Sql => {
    const id = idOf(value);
    return id === undefined ? never : sql<boolean>`${column} = ${id}::bigint`;
  };

/** The number behind an id of the protocol, or undefined where it cannot be one. */
export function idOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
