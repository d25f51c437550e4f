import { PAGE_NAMES, unusable } from '../../../src/model/names.ts';
import type { EntitySchema, PropertySchema, UniqueKeyword } from '../../../src/model/index.ts';
import { builtInFor, labelOf, labelsFrom, titleAndSearch, type ImportedEntity } from '../imported.ts';
import { BUILT_IN_NAMES, codeTableName, freeName, type Naming } from '../naming.ts';
import type { Column, Table } from './catalog.ts';
import { addLimits, domainChecks } from './limits.ts';
import { mapDefault, mapType } from './properties.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type Property = Mutable<PropertySchema>;

/** One table on its way to an entity. */
export interface Draft {
  readonly table: Table;
  readonly name: string;
  /** By column; built-in ones and those left out are not in it. */
  readonly properties: Map<string, { readonly name: string; readonly property: Property }>;
  readonly required: Set<string>;
  /** Columns of ours that columns of the table stand for. */
  readonly builtIn: Map<string, string>;
  readonly unique: UniqueKeyword[];
  readonly indexes: string[][];
  softDelete: boolean;
}

/** Columns of the primary key. */
export const keyOf = (table: Table): readonly string[] =>
  table.constraints.find(({ kind }) => kind === 'p')?.columns ?? [];

/** Whether a key of this column's type can be our id. */
export const isNumber = (column: Column | undefined): boolean => /^(smallint|integer|bigint)$/.test(column?.type ?? '');

/** Codes by table, as they are found. */
export type Codes = Record<string, readonly (string | number)[]>;

type NoteOf = (what: string, why: string) => void;

/** The table of codes: one that says the same, or a new one of this name. The empty text is no code: nothing is chosen then. */
export function codesCalled(codes: Codes, words: string, values: readonly (string | number)[]): string | undefined {
  const list = [...new Set(values)].filter((value) => value !== '');
  if (list.length === 0) return undefined;
  const same = (name: string): boolean => JSON.stringify(codes[name]) === JSON.stringify(list);
  const table = codeTableName(words, (name) => Object.hasOwn(codes, name) && !same(name));
  codes[table] = list;
  return table;
}

/** The property becomes one of a list of values; its default stays where it is among them. */
export function makeCoded(property: Property, table: string, values: readonly (string | number)[]): void {
  const { default: value, description } = property;
  for (const keyword of Object.keys(property)) delete property[keyword as keyof Property];
  property.type = typeof values[0] === 'string' ? 'string' : 'integer';
  property['x-codes'] = table;
  if (values.includes(value as string)) property.default = value;
  if (description !== undefined) property.description = description;
}

/** The property that a column becomes, with its default; undefined where it is left out. */
function propertyOf(column: Column, what: string, codes: Codes, note: NoteOf): Property | undefined {
  const table = column.enum && codesCalled(codes, column.enum.name, column.enum.values);
  const mapped = table ? { property: { type: 'string', 'x-codes': table } as const } : mapType(column);
  if (table && column.enum!.values.includes('')) note(what, 'the empty code is no code: nothing is chosen then');
  if ('note' in mapped && mapped.note) note(what, mapped.property ? mapped.note : `left out: ${mapped.note}`);
  if (!mapped.property) return undefined;
  const property: Property = { ...mapped.property };
  const { value, dynamic, note: lost } = mapDefault(column, property);
  if (value !== undefined) property.default = value;
  if (dynamic) property['x-default'] = dynamic;
  // Nobody types one of these.
  if (dynamic === 'uuid') property.readOnly = true;
  if (lost) note(what, lost);
  if (column.comment && !labelOf(column.comment)) property.description = column.comment.trim();
  const { checks, lost: unsaid } = domainChecks(column, property);
  for (const check of checks) {
    if (check.kind === 'limits') addLimits(property, check.limits);
    const choices = check.kind === 'list' && codesCalled(codes, column.domain!.name, check.values);
    if (choices) makeCoded(property, choices, codes[choices]!);
  }
  for (const sql of unsaid) note(what, `the check of ${column.domain!.name} is not carried over: ${sql}`);
  return property;
}

/** What our own columns stand for: the key, and the usual times. False for any other column. */
function isBuiltIn(draft: Draft, column: Column, what: string, isReference: boolean, note: NoteOf): boolean {
  const key = keyOf(draft.table);
  if (key.length === 1 && column.name === key[0] && isNumber(column)) {
    if (isReference) {
      note(what, 'the key is a reference, too: it stays one, unique, beside the id');
      return false;
    }
    draft.builtIn.set(column.name, 'id');
    if (column.name !== 'id') note(what, 'the key is called id');
    return true;
  }
  const builtIn = /^timestamp/.test(column.type) ? builtInFor(column.name) : undefined;
  if (!builtIn || [...draft.builtIn.values()].includes(builtIn)) return false;
  draft.builtIn.set(column.name, builtIn);
  if (builtIn === 'deleteTime') draft.softDelete = true;
  return true;
}

/** What the columns of a table say. Notes name what is changed or left out. `known`: keys of the tables that are imported. */
export function draftOf(
  table: Table,
  name: string,
  naming: Naming,
  { codes, note, known }: { codes: Codes; note: NoteOf; known: (key: string) => boolean },
): Draft {
  const primary = keyOf(table);
  const single = primary.length === 1 ? primary[0] : undefined;
  if (primary.length === 0) note(table.key, 'has no primary key: gets an id');
  const draft: Draft = {
    table,
    name,
    properties: new Map(),
    required: new Set(),
    builtIn: new Map(),
    unique: [],
    indexes: [],
    softDelete: false,
  };
  const references = table.constraints.filter(
    ({ kind, columns, target }) => kind === 'f' && columns.length === 1 && known(target!.key),
  );
  for (const column of table.columns) {
    const what = `${table.key}.${column.name}`;
    const isReference = references.some(({ columns }) => columns[0] === column.name);
    if (isBuiltIn(draft, column, what, isReference, note)) continue;
    if (column.generated) {
      note(what, `generated columns are left out: x-compute and a registered column can say ${column.default}`);
      continue;
    }
    const property = propertyOf(column, what, codes, note);
    if (!property) continue;
    if (column.name === single) {
      property['x-unique'] = true;
      if (!isNumber(column))
        note(what, `a key of the type ${column.type} is kept as a unique property beside the number id`);
    }
    const taken = new Set<string>([...BUILT_IN_NAMES, ...[...draft.properties.values()].map((field) => field.name)]);
    const wanted = naming(column.name);
    const field = freeName(wanted, (one) => taken.has(one) || (isReference && PAGE_NAMES.has(one)));
    if (field !== wanted) note(what, `is called ${field}: ${wanted} is something else here`);
    else if (unusable(column.name)) note(what, `is called ${field}: such a name cannot be`);
    draft.properties.set(column.name, { name: field, property });
    if (column.notNull && !column.numbered && column.default === undefined && property.type !== 'boolean')
      draft.required.add(field);
  }
  return draft;
}

/** The entity, when constraints and indexes have been applied. */
export function entityOf(
  { table, name, properties, required, unique, indexes, softDelete }: Draft,
  related: ImportedEntity['related'],
): ImportedEntity {
  const fields = Object.fromEntries([...properties.values()].map((field) => [field.name, field.property]));
  const comments = Object.fromEntries(
    [...properties].map(([column, field]) => [field.name, table.columns.find((one) => one.name === column)?.comment]),
  );
  const { labels, description } = labelsFrom(table.name, table.comment, comments, fields);
  const schema: EntitySchema = {
    type: 'object',
    ...(description ? { description } : {}),
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...titleAndSearch(fields),
    ...(unique.length > 0 ? { 'x-unique': unique } : {}),
    ...(indexes.length > 0 ? { 'x-index': indexes } : {}),
    ...(softDelete ? { 'x-delete': 'soft' } : {}),
    properties: fields,
  };
  return { name, schema, labels, related };
}
