import type { ComponentType } from 'react';
import type { Field, FieldKind, WidgetName } from '../../model/index.ts';
import * as display from './display.tsx';
import * as files from './displayFiles.tsx';
import * as sentences from './displaySentences.tsx';
import * as nested from './displayNested.tsx';

/**
 * `Row`: what a component reads of its record beside the id and the value, which it says when it is registered (`reading`).
 *
 * @example
 * const Stars = ({ value }: DisplayProps) => <meter max={5} value={Number(value)} />;
 */
export interface DisplayProps<Row = Readonly<Record<string, unknown>>> {
  readonly field: Field;
  readonly value: unknown;
  readonly record: Row & { readonly id?: unknown };
  /** Name of the resource the record belongs to. */
  readonly resource: string;
  /** In a tight cell that wants the short form (`list.short`). */
  readonly short?: boolean;
  /** In a cell or card that has one line. */
  readonly tight?: boolean;
}

/** Names of the inputs; the components load with the first form (inputs/index.ts). */
export type InputName =
  | 'text'
  | 'longText'
  | 'integer'
  | 'int64'
  | 'number'
  | 'money'
  | 'percent'
  | 'switch'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'code'
  | 'ref'
  | 'refs'
  | 'file'
  | 'files'
  | 'image'
  | 'images'
  | 'secret'
  | 'phone'
  | 'rows'
  | 'object'
  | 'json'
  | 'eighths'
  | 'geoArea'
  | 'geoPoint';

/** Names of the filter inputs (list/FilterInput.tsx). */
export type FilterInputName = 'text' | 'codes' | 'ref' | 'yesNo' | 'dateRange' | 'numberRange' | 'year';

interface KindEntry {
  /** Numbers stand right, everything else left. */
  readonly align: 'left' | 'right';
  /** Offered as a sortable column. */
  readonly sortable: boolean;
  /** Takes both columns of a form. */
  readonly wide?: boolean;
  /** Several words or sentences: a cell of a table gives them lines before it cuts. */
  readonly severalLines?: true;
  readonly Display: ComponentType<DisplayProps>;
  readonly input: InputName;
  /** Filter input for equality and for ranges. */
  readonly filter: FilterInputName;
}

const plain = { align: 'left', sortable: true, Display: display.PlainText, filter: 'text' } as const;
const numeric = { align: 'right', sortable: true, filter: 'numberRange' } as const;

/** One row for each kind of value: how it stands in a column, is shown, is entered and is filtered by. */
export const KINDS: Readonly<Record<FieldKind, KindEntry>> = {
  string: { ...plain, input: 'text' },
  text: { ...plain, sortable: false, wide: true, Display: display.LongText, input: 'longText' },
  integer: { ...numeric, Display: display.NumberText, input: 'integer' },
  int64: { ...numeric, Display: display.NumberText, input: 'int64' },
  number: { ...numeric, Display: display.NumberText, input: 'number' },
  money: { ...numeric, Display: display.MoneyText, input: 'money' },
  percent: { ...numeric, Display: display.PercentText, input: 'percent' },
  boolean: { ...plain, Display: display.BooleanText, input: 'switch', filter: 'yesNo' },
  date: { ...plain, Display: display.TimeText, input: 'date', filter: 'dateRange' },
  dateTime: { ...plain, Display: display.TimeText, input: 'dateTime', filter: 'dateRange' },
  time: { ...plain, Display: display.TimeText, input: 'time' },
  code: { ...plain, Display: display.CodeChip, input: 'code', filter: 'codes' },
  ref: { ...plain, Display: display.RefText, input: 'ref', filter: 'ref' },
  refs: { ...plain, sortable: false, Display: display.ListText, input: 'refs', filter: 'ref' },
  file: { ...plain, sortable: false, Display: files.FileLinks, input: 'file' },
  files: { ...plain, sortable: false, wide: true, Display: files.FileLinks, input: 'files' },
  json: { ...plain, sortable: false, wide: true, Display: display.JsonText, input: 'json' },
  computed: { ...plain, sortable: false, input: 'text' },
};

/** What a widget changes of its kind. */
const WIDGETS: Readonly<Partial<Record<WidgetName, Partial<KindEntry>>>> = {
  image: { Display: files.Thumbnails, input: 'image' },
  images: { Display: files.Thumbnails, input: 'images' },
  secret: { Display: display.SecretText, input: 'secret', sortable: false },
  phone: { input: 'phone' },
  eighths: { Display: display.EighthsText, input: 'eighths' },
  failure: { Display: sentences.FailureText, sortable: false },
  words: { Display: sentences.WordsText, sortable: false },
  sentences: { Display: sentences.SentencesText, sortable: false, severalLines: true },
  'geo-area': { Display: display.AreaText, input: 'geoArea' },
  'geo-point': { Display: display.PointText, input: 'geoPoint' },
};

/** The table's row for a field: its kind, what its widget changes, and documents described item by item as a small table. */
export function kindOf(field: Field): KindEntry {
  const entry = { ...KINDS[field.kind], ...(field.widget && WIDGETS[field.widget]) };
  const { items } = field.schema;
  if (field.kind === 'json' && items?.properties) return { ...entry, input: 'rows', Display: nested.RowsTable };
  if (field.kind === 'json' && field.schema.properties && entry.input === 'json')
    return { ...entry, input: 'object', Display: nested.ObjectList };
  if (field.kind === 'json' && field.codes)
    return { ...entry, wide: false, severalLines: true, input: 'code', Display: display.CodeList, filter: 'codes' };
  if (field.kind === 'computed') {
    const { type, format } = field.schema;
    if (field.codes) return { ...entry, Display: display.CodeChip, filter: 'codes' };
    if (format && type === 'string') return { ...entry, Display: display.TimeText };
    if (type === 'number' || type === 'integer')
      return { ...entry, align: 'right', Display: field.widget === 'money' ? display.MoneyText : display.NumberText };
  }
  return entry;
}
