import { isDocument, isImportable, type Entity, type Field, type Resource } from '../../../model/index.ts';
import { failureText, inOneLine, inWords } from '../../../i18n/index.ts';
import { refuseFields } from '../../errors.ts';
import { kindFor, type Cell, type CellKind } from '../kinds/index.ts';
import { codeLabel, fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { isHidden, mayRead, type Engine } from '../query/index.ts';
import { documentText, isDescribed, type DocumentNames } from './documents.ts';

/** One column of an exported file. */
export interface ExportColumn {
  /** Property of the row, and of what the query answers. */
  readonly name: string;
  readonly header: string;
  readonly kind: CellKind;
  /** Decimals of its amounts; two when absent. */
  readonly digits?: number;
  cell(row: Readonly<Record<string, unknown>>): Cell;
}

interface ExportShape {
  /** `labels`: as the list shows it. `raw`: property names, ids and codes, in the form that an import reads back unchanged. */
  readonly values: 'labels' | 'raw';
  /** Properties in the order of the file; the columns of the list (or, raw, whatever an import takes) when absent. */
  readonly columns?: readonly string[];
}

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';

function plain(value: unknown, separator: string): Cell {
  if (isNone(value)) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(separator);
  return JSON.stringify(value);
}

/** Widgets whose values are keys of texts: a file says them in the language of whoever asked for it. */
const IN_WORDS: Readonly<Record<string, (value: unknown, caller: Caller) => Cell>> = {
  sentences: (value, { t }) => inOneLine(value, t) || null,
  failure: (value, { t }) => (isNone(value) ? null : failureText(String(value), t)),
  words: (value, { t }) => (isNone(value) ? null : inWords(String(value), t)),
};

/** A document is whole, its lists included: a text in them may have a comma. */
const raw = (field: Field, value: unknown): Cell =>
  isDocument(field) && !isNone(value) ? JSON.stringify(value) : plain(value, ',');

/** Phone numbers, and what stands before them: texts that by their own schema begin with "+" and go on with digits. */
const isDialled = ({ widget, mask, schema }: Field): boolean =>
  widget === 'phone' || mask === 'phone' || /^\^\\\+\[0-9\]\{\d+(,\d+)?\}\$$/.test(schema.pattern ?? '');

/** A number that is computed is a number of the sheet too, so that its column adds up there. */
function computedCell({ compute, widget, schema: { type, format } }: Field): CellKind | undefined {
  if (!compute) return undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('integer')) return format === 'int64' ? 'int64' : 'integer';
  if (!types.includes('number')) return undefined;
  return widget === 'money' ? 'money' : 'number';
}

const kindOf = (field: Field, value: 'labels' | 'raw'): CellKind =>
  value === 'labels' && (field.ref || field.codes)
    ? 'text'
    : (kindFor(field).cell?.(field) ?? computedCell(field) ?? (isDialled(field) ? 'phone' : 'text'));

/** Properties that an export for import has: what an import may write, with the id that finds the row again. */
function rawFields(engine: Engine, resource: Resource, caller: Caller): readonly string[] {
  const { entity } = resource;
  // A masked value would come back as the value itself: who may not see it in full gets no column.
  const fields = entity.fields.filter(
    (field) =>
      isImportable(field) &&
      field.name !== entity.stateField &&
      !isHidden(engine, entity, field, caller.actor) &&
      mayRead(engine, entity, field, caller.actor),
  );
  return ['id', ...fields.map((field) => field.name)];
}

/** The properties of a file, checked: refuses what the schema does not have and what this actor may not read. */
export function exportedNames(
  engine: Engine,
  resource: Resource,
  { values, columns }: ExportShape,
  caller: Caller,
): readonly string[] {
  const { entity, list } = resource;
  const raw = values === 'raw' ? rawFields(engine, resource, caller) : undefined;
  if (!columns) return raw ?? [...new Set([...list.columns, ...list.hiddenColumns])];
  const shown = new Set(
    entity.fields.flatMap((field) =>
      mayRead(engine, entity, field, caller.actor) && !field.sensitive
        ? [field.name, ...(field.ref ? [field.ref.as, ...Object.keys(field.ref.with)] : [])]
        : [],
    ),
  );
  // A column of the list that this actor may not read is left out, as it is there.
  const known = new Set(raw ?? [...shown, ...list.columns, ...list.hiddenColumns]);
  if (columns.some((name) => !known.has(name))) throw refuseFields({ columns: 'msg.unknownField' });
  return [...new Set(columns)];
}

/** The words of a code table, each looked up once for all rows. */
function wordsOf(caller: Caller, table: string): (code: unknown) => string {
  const words = new Map<unknown, string>();
  return (code) => {
    const known = words.get(code);
    if (known !== undefined) return known;
    const word = isNone(code) ? '' : codeLabel(caller, table, code);
    words.set(code, word);
    return word;
  };
}

/**
 * The columns of a file, in the language of the request. `answered` are the properties that the query answers to this actor,
 * `nameOf` what the records are called that documents refer to. */
export function columnsFor(
  entity: Entity,
  names: readonly string[],
  values: ExportShape['values'],
  answered: ReadonlySet<string>,
  caller: Caller,
  nameOf: DocumentNames,
): ExportColumn[] {
  const columns = names.flatMap((name): ExportColumn[] => {
    if (!answered.has(name)) return [];
    const field = entity.byName.get(name);
    const header = values === 'raw' ? name : fieldLabel(caller, entity.name, name);
    if (values === 'raw' && field)
      return [{ name, header, kind: kindOf(field, 'raw'), cell: (row) => raw(field, row[name]) }];
    if (!field) return [{ name, header, kind: 'text', cell: (row) => plain(row[name], ', ') }];
    const kind = kindOf(field, 'labels');
    if (field.ref) return [{ name, header, kind, cell: (row) => plain(row[field.ref!.as], ', ') }];
    const said = IN_WORDS[field.widget ?? ''];
    if (said) return [{ name, header, kind, cell: (row) => said(row[name], caller) }];
    if (isDocument(field) && isDescribed(field.schema)) {
      const words = { entity: entity.name, digits: field.digits, caller, nameOf };
      return [{ name, header, kind, cell: (row) => documentText(field.schema, row[name], words) || null }];
    }
    if (!field.codes) return [{ name, header, kind, cell: (row) => plain(row[name], ', ') }];
    const word = wordsOf(caller, field.codes);
    const cell = ({ [name]: value }: Readonly<Record<string, unknown>>): Cell =>
      Array.isArray(value) ? value.map(word).join(', ') || null : isNone(value) ? null : word(value);
    return [{ name, header, kind, cell }];
  });
  return columns.map((column) => ({ ...column, digits: entity.byName.get(column.name)?.digits }));
}
