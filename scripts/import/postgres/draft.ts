import type { EntitySchema, PropertySchema, UniqueKeyword } from '../../../src/framework/model/index.ts';
import {
  builtInFor,
  codeTableName,
  labelOf,
  labelsFrom,
  titleAndSearch,
  type ImportedEntity,
  type Naming,
} from '../imported.ts';
import type { Column, Table } from './catalog.ts';
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

/** What the columns of a table say. Notes name what is changed or left out. */
export function draftOf(
  table: Table,
  name: string,
  naming: Naming,
  codes: Record<string, readonly (string | number)[]>,
  note: (what: string, why: string) => void,
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
  for (const column of table.columns) {
    const what = `${table.key}.${column.name}`;
    const builtIn = /^timestamp/.test(column.type) ? builtInFor(column.name) : undefined;
    if (column.name === single && isNumber(column)) {
      draft.builtIn.set(column.name, 'id');
      if (column.name !== 'id') note(what, 'the key is called id');
      continue;
    }
    if (builtIn && ![...draft.builtIn.values()].includes(builtIn)) {
      draft.builtIn.set(column.name, builtIn);
      if (builtIn === 'deleteTime') draft.softDelete = true;
      continue;
    }
    if (column.generated) {
      note(what, `generated columns are left out: x-compute and a registered column can say ${column.default}`);
      continue;
    }
    const mapped = column.enum
      ? { property: { type: 'string', 'x-codes': codeTableName(column.enum.name) } as const }
      : mapType(column);
    if ('note' in mapped && mapped.note) note(what, mapped.property ? mapped.note : `left out: ${mapped.note}`);
    if (!mapped.property) continue;
    if (column.enum && mapped.property['x-codes']) codes[mapped.property['x-codes']] = column.enum.values;
    const property: Property = { ...mapped.property };
    const { value, dynamic, note: lost } = mapDefault(column, property);
    if (value !== undefined) property.default = value;
    if (dynamic) property['x-default'] = dynamic;
    // Nobody types one of these.
    if (dynamic === 'uuid') property.readOnly = true;
    if (lost) note(what, lost);
    if (column.comment && !labelOf(column.comment)) property.description = column.comment.trim();
    const taken = new Set([
      'id',
      'createTime',
      'updateTime',
      'deleteTime',
      ...[...draft.properties.values()].map((field) => field.name),
    ]);
    let field = naming(column.name);
    if (column.name === single) {
      property['x-unique'] = true;
      note(what, `a key of the type ${column.type} is kept as a unique property beside the number id`);
    }
    if (taken.has(field)) {
      const free = [`${field}Value`, `${field}Column`, `${field}2`].find((one) => !taken.has(one))!;
      note(what, `is called ${free}: ${field} is something else here`);
      field = free;
    }
    draft.properties.set(column.name, { name: field, property });
    if (column.notNull && value === undefined && !dynamic && property.type !== 'boolean') draft.required.add(field);
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
