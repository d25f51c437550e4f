import { decimalsInWords, isAmount } from '../locale/index.ts';
import { choicesOf } from './choices.ts';
import { isWireInt64 } from './int64.ts';
import type { FilterOperator } from './resource.ts';
import type { PropertySchema, WidgetName } from './schema.ts';
import { isCalendarDay } from './years.ts';

/** What declarations need to know of a kind of value. Its storage and its files are the server's, its display and inputs the browser's. */
interface KindFacts {
  /** What makes a property of this kind: a widget, a type, a format, or a type with a format. Keywords win over both. */
  readonly widgets?: readonly WidgetName[];
  readonly format?: PropertySchema['format'];
  readonly types?: readonly PropertySchema['type'][];
  /** Its values stand in a table cell as they are, and are edited there. */
  readonly cell?: true;
  /** A column of a list that declares none, beside those that fit into a cell; a filter of such a list. */
  readonly column?: true;
  readonly filter?: true;
  /** How it is filtered where nothing is declared: by equality when absent. */
  readonly operator?: FilterOperator;
  /** Days of a calendar can be told from it. */
  readonly day?: true;
  /** A plain number, that takes part in sums and takes `x-format`. */
  readonly plainNumber?: true;
  /** A text can be made of it: of codes not, whose words depend on the reader, nor of lists and documents. */
  readonly inText?: true;
  /** A value of a code table. */
  readonly coded?: true;
  /** A part of a value can stand for all of it: a role can be shown no more. */
  readonly masked?: true;
  /** The first of them is a record's title where none is declared. */
  readonly title?: true;
  /** Names records of another entity. */
  readonly relation?: 'one' | 'many';
  /** Several values: neither sorted by nor a key. */
  readonly several?: true;
  /** Names uploaded files. */
  readonly uploaded?: true;
  /** A JSON document, described or not. */
  readonly document?: true;
  /** Has no column. */
  readonly computed?: true;
  /** What a default of it is; any where absent. */
  readonly default?: readonly [
    called: string | ((digits: number) => string),
    is: (value: unknown, digits: number) => boolean,
  ];
  /** What the sum of its values is written as; absent where there is none. */
  readonly adds?: 'integer' | 'decimal' | 'money';
  /** Its days depend on a zone. */
  readonly moment?: boolean;
  /** Defaults that are found out when a record is saved. */
  readonly dynamic?: PropertySchema['x-default'];
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const matches = (value: unknown, pattern: RegExp): value is string => isText(value) && pattern.test(value as string);
const isDay = (value: unknown): boolean => typeof value === 'string' && isCalendarDay(value);
const isMoment = (value: unknown): boolean =>
  matches(value, /^\d{4}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);

const inCell = { cell: true, inText: true } as const;
const relation = { column: true, filter: true } as const;

/**
 * What a value is, decided once from type, format and keywords. One row a kind; the same names stand in `server/data/kinds` (storage, wire,
 * filters, files) and in `admin` (`KINDS`: display, input, filter input). docs/architecture.md says how one is added.
 */
const KINDS = {
  integer: {
    ...inCell,
    types: ['integer'],
    plainNumber: true,
    adds: 'integer',
    default: ['a whole number', Number.isInteger],
  },
  /** A whole number of 64 bits: on the wire its digits as a text where a JSON number would lose some. */
  int64: {
    ...inCell,
    types: ['integer'],
    format: 'int64',
    plainNumber: true,
    adds: 'integer',
    default: ['a whole number of 64 bits, beyond 2^53 its digits as a text', isWireInt64],
  },
  number: { ...inCell, types: ['number'], plainNumber: true, adds: 'decimal', default: ['a number', isNumber] },
  money: {
    ...inCell,
    widgets: ['money'],
    operator: 'range',
    adds: 'money',
    default: [
      (digits) => `an amount of ${decimalsInWords(digits)}`,
      (value, digits) => isNumber(value) && isAmount(value as number, digits),
    ],
  },
  percent: { ...inCell, widgets: ['percent'], adds: 'decimal', default: ['a number', isNumber] },
  string: { ...inCell, title: true, masked: true, operator: 'contains', default: ['a text', isText], dynamic: 'uuid' },
  text: { widgets: ['text'], operator: 'contains', inText: true, masked: true, default: ['a text', isText] },
  boolean: { cell: true, filter: true, types: ['boolean'], default: ['true or false', (value) => value === !!value] },
  date: {
    ...inCell,
    format: 'date',
    filter: true,
    operator: 'range',
    day: true,
    default: ['a day ("2026-12-31")', isDay],
    dynamic: 'today',
  },
  dateTime: {
    ...inCell,
    format: 'date-time',
    filter: true,
    operator: 'range',
    day: true,
    moment: true,
    default: ['a time ("2026-12-31 09:30:00")', isMoment],
    dynamic: 'now',
  },
  time: {
    ...inCell,
    widgets: ['time'],
    format: 'time',
    default: ['a time of day ("09:30")', (value) => matches(value, /^\d\d:\d\d(:\d\d)?$/)],
  },
  /** A number or word of a code table. */
  code: { cell: true, filter: true, coded: true },
  /** The id of a related record. */
  ref: {
    ...relation,
    inText: true,
    relation: 'one',
    default: ['an id', (value) => Number.isInteger(value) && (value as number) > 0],
  },
  refs: { ...relation, relation: 'many', several: true, default: ['a list of ids', Array.isArray] },
  file: { uploaded: true, column: true, widgets: ['file', 'image'], default: ['the name of a file', isText] },
  files: { uploaded: true, widgets: ['files', 'images'], several: true, default: ['a list of names', Array.isArray] },
  json: { widgets: ['geo-area', 'geo-point', 'sentences'], types: ['object', 'array'], several: true, document: true },
  computed: { computed: true },
} as const satisfies Readonly<Record<string, KindFacts>>;

/** Names of the kinds of values: amounts, days, relations and so on. */
export type FieldKind = keyof typeof KINDS;

const ALL = Object.entries(KINDS) as readonly (readonly [FieldKind, KindFacts])[];

const BY_WIDGET = new Map<unknown, FieldKind>(
  ALL.flatMap(([kind, { widgets = [] }]) => widgets.map((widget) => [widget, kind] as const)),
);
const BY_TYPE = new Map<unknown, FieldKind>(
  ALL.flatMap(([kind, { types = [], format }]) => (format ? [] : types.map((type) => [type, kind] as const))),
);
const BY_FORMAT = new Map<unknown, FieldKind>(
  ALL.flatMap(([kind, { types, format }]) => (format && !types ? [[format, kind] as const] : [])),
);
const BY_BOTH = new Map<string, FieldKind>(
  ALL.flatMap(([kind, { types = [], format }]) =>
    format ? types.map((type) => [`${String(type)} ${format}`, kind] as const) : [],
  ),
);

/** What kind of value a property holds. Keywords win over type and format. */
export function kindOf(property: PropertySchema): FieldKind {
  if (property['x-compute'] || property['x-template']) return 'computed';
  const type = Array.isArray(property.type) ? property.type.find((one) => one !== 'null') : property.type;
  if (property['x-ref']) return type === 'array' ? 'refs' : 'ref';
  const special = BY_WIDGET.get(property['x-widget']);
  if (special) return special;
  if ((property['x-codes'] || choicesOf(property)) && type !== 'array') return 'code';
  return (
    BY_BOTH.get(`${String(type)} ${property.format}`) ?? BY_TYPE.get(type) ?? BY_FORMAT.get(property.format) ?? 'string'
  );
}

/** The kind whose values a default that is found out at saving has. */
export const kindOfDefault = (dynamic: KindFacts['dynamic']): FieldKind =>
  ALL.find(([, facts]) => facts.dynamic === dynamic)![0];

type Kinded = { readonly kind: FieldKind };

/** What declarations need to know of a field's kind. */
export const factsOf = ({ kind }: Kinded): KindFacts => KINDS[kind];

/** Whether a field has a column of its own. */
export const isStored = (field: Kinded): boolean => !factsOf(field).computed;

/** Whether a field is a JSON document. */
export const isDocument = (field: Kinded): boolean => factsOf(field).document === true;

/** Whether a field names records of another entity: one, several, or none at all. */
export const relationOf = (field: Kinded): 'one' | 'many' | undefined => factsOf(field).relation;
