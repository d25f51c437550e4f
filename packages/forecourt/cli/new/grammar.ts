import type { CodeTables, PropertySchema } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import { UsageError } from '../application/options.ts';

/** One field as it was written, and what it becomes. */
export interface FieldSpec {
  readonly name: string;
  readonly required: boolean;
  readonly property: PropertySchema;
}

interface Kind {
  /** What may stand in brackets, as the help shows it. */
  readonly argument?: string;
  readonly needsArgument?: boolean;
  property(argument: string | undefined, field: string, codes: CodeTables): PropertySchema;
}

const number = (text: string | undefined, field: string, fallback: number): number => {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`${field}: "${text}" is no length; write a whole number`);
  return Number(text);
};

/** `1..10`, `0..` or `..100`. */
function limits(text: string | undefined, field: string): PropertySchema {
  if (text === undefined) return {};
  const match = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(text);
  if (!match || text === '..') throw new UsageError(`${field}: "${text}" is no range; write 1..10, 0.. or ..100`);
  const [minimum, maximum] = [match[1], match[2]].map((part) => (part === undefined ? undefined : Number(part)));
  return { minimum, maximum };
}

const files = (widget: 'images' | 'files', count: string | undefined, field: string): PropertySchema => ({
  type: 'array',
  items: { type: 'string', maxLength: 100 },
  maxItems: number(count, field, 9),
  'x-widget': widget,
});
const plain = (property: PropertySchema): Kind => ({ property: () => property });

/** Every kind of value by the word that `--fields` uses for it. */
export const KINDS: Readonly<Record<string, Kind>> = {
  string: { argument: 'length', property: (size, field) => ({ type: 'string', maxLength: number(size, field, 100) }) },
  text: {
    argument: 'length',
    property: (size, field) => ({ type: 'string', 'x-widget': 'text', maxLength: number(size, field, 500) }),
  },
  integer: { argument: 'range', property: (range, field) => ({ type: 'integer', ...limits(range, field) }) },
  int64: {
    argument: 'range',
    property: (range, field) => ({ type: 'integer', format: 'int64', ...limits(range, field) }),
  },
  number: { argument: 'range', property: (range, field) => ({ type: 'number', ...limits(range, field) }) },
  money: {
    argument: 'range',
    property: (range, field) => ({ type: 'number', 'x-widget': 'money', minimum: 0, ...limits(range, field) }),
  },
  percent: {
    argument: 'range',
    property: (range, field) => ({
      type: 'number',
      'x-widget': 'percent',
      minimum: 0,
      maximum: 100,
      ...limits(range, field),
    }),
  },
  boolean: plain({ type: 'boolean' }),
  date: plain({ type: 'string', format: 'date' }),
  dateTime: plain({ type: 'string', format: 'date-time' }),
  time: plain({ type: 'string', 'x-widget': 'time', pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }),
  codes: {
    argument: 'table',
    needsArgument: true,
    property: (table, _field, codes) => ({
      type: typeof codes[table!]?.[0]?.code === 'string' ? 'string' : 'integer',
      'x-codes': table,
    }),
  },
  ref: {
    argument: 'entity',
    needsArgument: true,
    property: (resource) => ({ type: 'integer', 'x-ref': { resource: resource! } }),
  },
  refs: {
    argument: 'entity',
    needsArgument: true,
    property: (resource) => ({
      type: 'array',
      items: { type: 'integer' },
      uniqueItems: true,
      'x-ref': { resource: resource! },
    }),
  },
  image: plain({ type: 'string', 'x-widget': 'image', maxLength: 100 }),
  images: { argument: 'count', property: (count, field) => files('images', count, field) },
  file: plain({ type: 'string', 'x-widget': 'file', maxLength: 100 }),
  files: { argument: 'count', property: (count, field) => files('files', count, field) },
  phone: plain({ type: 'string', 'x-widget': 'phone', maxLength: 30, pattern: '^\\+?[0-9][0-9 -]{3,28}$' }),
  email: plain({ type: 'string', format: 'email', maxLength: 100 }),
  uri: plain({ type: 'string', format: 'uri', maxLength: 500 }),
  secret: plain({
    type: 'string',
    'x-widget': 'secret',
    maxLength: 200,
    writeOnly: true,
    'x-sensitive': true,
    'x-bound-to': [],
  }),
  eighths: plain({ type: 'integer', 'x-widget': 'eighths', minimum: 0, maximum: 8 }),
  point: plain({ type: 'object', 'x-widget': 'geo-point' }),
  area: plain({ type: 'object', 'x-widget': 'geo-area' }),
  json: plain({ type: 'object' }),
  computed: {
    argument: 'column',
    needsArgument: true,
    property: (column) => ({ type: 'string', 'x-compute': column }),
  },
};

export const GRAMMAR = `A field is  name:kind  with marks behind it; fields are separated by spaces.

  name:string!        ! must be filled in
  code:string(20)!*   * no two rows share it
  city:ref(city)+     + indexed
  days:integer(1..365)=3      = default

Kinds: ${Object.entries(KINDS)
  .map(([kind, { argument, needsArgument }]) =>
    argument === undefined ? kind : needsArgument ? `${kind}(${argument})` : `${kind}[(${argument})]`,
  )
  .join(', ')}.`;

const FIELD = /^([^:]+):([A-Za-z]+\d*)(?:\(([^()]*)\))?([!*+]*)(?:=(.*))?$/;

function defaultValue(text: string, { type }: PropertySchema, field: string): unknown {
  if (type === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new UsageError(`${field}: the default is true or false`);
  }
  if (type !== 'integer' && type !== 'number') return text;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))
    throw new UsageError(`${field}: "${text}" is no ${type === 'integer' ? 'whole number' : 'number'}`);
  return value;
}

/** Reads `name:string! cityId:ref(city)`. Throws UsageError that names the field and what was probably meant. */
export function parseFields(text: string, codes: CodeTables = {}): FieldSpec[] {
  const words = text.split(/[\s,]+(?![^(]*\))/).filter(Boolean);
  const fields = words.map((word): FieldSpec => {
    const match = FIELD.exec(word);
    if (!match) throw new UsageError(`"${word}" is no field; write name:kind, like  price:money!`);
    const [, name = '', kindName = '', argument, marks, fallback] = match;
    const kind = Object.hasOwn(KINDS, kindName) ? KINDS[kindName]! : undefined;
    if (!kind) throw new UsageError(`${name}: there is no kind "${kindName}"${meant(kindName, Object.keys(KINDS))}`);
    if (argument !== undefined && kind.argument === undefined)
      throw new UsageError(`${name}: ${kindName} takes nothing in brackets`);
    if (kind.needsArgument && !argument)
      throw new UsageError(
        `${name}: ${kindName} needs its ${kind.argument} in brackets: ${name}:${kindName}(${kind.argument})`,
      );
    const property = {
      ...kind.property(argument, name, codes),
      ...(marks?.includes('*') ? { 'x-unique': true } : {}),
      ...(marks?.includes('+') ? { 'x-index': true } : {}),
    };
    const withDefault =
      fallback === undefined ? property : { ...property, default: defaultValue(fallback, property, name) };
    return { name, required: marks?.includes('!') ?? false, property: withDefault };
  });
  const twice = fields.find((field, index) => fields.findIndex((other) => other.name === field.name) !== index);
  if (twice) throw new UsageError(`the field "${twice.name}" stands there twice`);
  return fields;
}
