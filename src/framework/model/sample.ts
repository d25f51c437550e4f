import { holds } from './conditions.ts';
import type { Entity, Field, Model } from './model.ts';
import type { Random } from './random.ts';
import type { PropertySchema, RefKeyword } from './schema.ts';

/** What a sample record is made with. */
export interface SampleSource {
  readonly random: Random;
  /** Distinct for every record of an entity; makes unique values unique. */
  readonly ordinal: number;
  /** How often this record was made before and collided with another; without it unique texts get their number at once. */
  readonly attempt?: number;
  /** The instant around which times lie, epoch milliseconds. */
  readonly now: number;
  /** Id of some record of a resource that fits (`where` of x-ref), undefined when there is none. */
  reference(resource: string, where?: RefKeyword['where']): number | undefined;
  /** A text of that many letters that fits a pattern, where no example helps. */
  matching?(pattern: string, length: { readonly least: number; readonly most: number }): string;
}

/** How many of the records have a value that they need not have. */
const FILLED = 0.8;
const DAY_MS = 86_400_000;
const SPAN_DAYS = 365;
const DEFAULT_RANGE = 1_000;
const DEFAULT_TEXT = 60;
/** So often a unique text is tried as it is before it gets a number. */
const PLAIN_ATTEMPTS = 5;

/** `{Silent|Golden} {Harbour|Garden}` → one of each. */
const filled = (template: string, random: Random): string =>
  template.replace(/\{([^{}]+)\}/g, (_whole, choices: string) => random.pick(choices.split('|')));

const two = (value: number): string => String(value).padStart(2, '0');
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const clockOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

function numberBetween(schema: PropertySchema, random: Random, decimals: number): number {
  const step = schema.multipleOf ?? 10 ** -decimals;
  const low = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + step);
  const top =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? low + DEFAULT_RANGE : schema.exclusiveMaximum - step);
  const steps = Math.floor((top - low) / step + 1e-9);
  return Number((low + random.int(0, Math.max(0, steps)) * step).toFixed(decimals));
}

/** Unique values take the examples in turn as long as there are some. */
const exampleFor = (examples: readonly string[], unique: boolean, { random, ordinal, attempt }: SampleSource): string =>
  (unique && attempt === 0 ? examples[ordinal - 1] : undefined) ?? random.pick(examples);

function textOf(name: string, schema: PropertySchema, unique: boolean, source: SampleSource): string {
  const { random, ordinal } = source;
  const examples = schema.examples as readonly string[] | undefined;
  if (schema.format === 'email') return `${name}${ordinal}@example.com`;
  if (schema.format === 'uri') return `https://example.com/${ordinal}`;
  if (!examples && schema.pattern) {
    if (!source.matching) throw new Error(`"${name}" has a pattern: it needs examples to make samples from`);
    return source.matching(schema.pattern, { least: schema.minLength ?? 1, most: schema.maxLength ?? DEFAULT_TEXT });
  }
  const text = examples ? filled(exampleFor(examples, unique, source), random) : `${name} ${ordinal}`;
  const most = schema.maxLength ?? DEFAULT_TEXT;
  const distinct =
    unique && examples && (source.attempt ?? PLAIN_ATTEMPTS) >= PLAIN_ATTEMPTS ? `${text} ${ordinal}` : text;
  return distinct.slice(0, most).padEnd(schema.minLength ?? 0, 'x');
}

function jsonOf(schema: PropertySchema, model: Model, source: SampleSource): unknown {
  const { random } = source;
  if (schema.items) {
    const count = random.int(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3));
    const items = Array.from({ length: count }, () => jsonOf(schema.items!, model, source));
    return schema.uniqueItems ? items.filter((one, at) => items.indexOf(one) === at) : items;
  }
  if (schema.properties) {
    const parts = Object.entries(schema.properties);
    const document: Record<string, unknown> = {};
    for (const [name, part] of parts) document[name] = partOf(name, part, model, source);
    for (const [name, part] of parts)
      if (part['x-after']) document[name] = after(formOf(part), document[name], document[part['x-after']], random);
    return document;
  }
  return schema.type === 'object' ? {} : partOf('value', schema, model, source);
}

/** A rectangle somewhere on land or sea. */
function areaOf(random: Random): unknown {
  const [west, south] = [random.int(-17_900, 17_900) / 100, random.int(-4_000, 6_000) / 100];
  const [east, north] = [west + 0.5, south + 0.5];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

const formOf = ({ format }: PropertySchema): string => (format === 'date-time' ? 'dateTime' : (format ?? ''));

/** Widgets whose values are names of uploaded files. */
const FILES: ReadonlySet<string> = new Set(['image', 'file']);

/** A value inside a document. */
function partOf(name: string, schema: PropertySchema, model: Model, source: SampleSource): unknown {
  const { random, now } = source;
  const codes = schema['x-codes'];
  if (codes) return random.pick(model.codes[codes] ?? []).code;
  if (schema.enum) return random.pick(schema.enum);
  if (FILES.has(schema['x-widget'] ?? '')) return '';
  if (schema['x-ref']) return source.reference(schema['x-ref'].resource, schema['x-ref'].where) ?? null;
  if (schema.properties || schema.items || schema.type === 'object') return jsonOf(schema, model, source);
  if (schema.format === 'date') return dateOf(now - random.int(0, SPAN_DAYS) * DAY_MS);
  if (schema.format === 'date-time') return clockOf(now - random.int(0, SPAN_DAYS) * DAY_MS);
  if (schema.format === 'time' || schema['x-widget'] === 'time') return `${two(random.int(0, 23))}:00`;
  if (schema.type === 'boolean') return random.chance(0.5);
  if (schema.type === 'integer') return numberBetween(schema, random, 0);
  if (schema.type === 'number') return numberBetween(schema, random, 2);
  return textOf(name, schema, false, source);
}

function valueOf(field: Field, entity: Entity, model: Model, source: SampleSource): unknown {
  const { random, now } = source;
  const { schema } = field;
  const unique = entity.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name);
  switch (field.kind) {
    case 'ref':
      return source.reference(field.ref!.resource, field.ref!.where) ?? null;
    case 'refs': {
      const ids = Array.from({ length: random.int(schema.minItems ?? 1, schema.maxItems ?? 3) }, () =>
        source.reference(field.ref!.resource, field.ref!.where),
      );
      return [...new Set(ids.filter((id) => id !== undefined))];
    }
    case 'money':
    case 'number':
    case 'percent':
      return numberBetween(schema, random, 2);
    case 'integer':
      return unique ? (schema.minimum ?? 1) + source.ordinal : numberBetween(schema, random, 0);
    case 'string':
    case 'text':
      return textOf(field.name, schema, unique, source);
    case 'file':
      return '';
    case 'files':
      return [];
    case 'json':
      if (schema['x-widget'] === 'geo-area') return areaOf(random);
      // A place lies within the limits of its coordinates; nobody knows where without them.
      return schema['x-widget'] === 'geo-point' && !schema.properties ? null : jsonOf(schema, model, source);
    case 'date':
      return dateOf(now - random.int(0, SPAN_DAYS) * DAY_MS);
    case 'dateTime':
      return clockOf(now - random.int(0, SPAN_DAYS * 24) * (DAY_MS / 24));
    default:
      return partOf(field.name, schema, model, source);
  }
}

/** A value that may not lie before or below another one. */
function after(form: string, value: unknown, other: unknown, random: Random): unknown {
  if (other === null || other === undefined || other === '') return value;
  if (form === 'date') return dateOf(Date.parse(`${String(other)}T00:00:00Z`) + random.int(1, 7) * DAY_MS);
  if (form === 'dateTime')
    return clockOf(Date.parse(`${String(other).replace(' ', 'T')}Z`) + random.int(1, 7 * 24) * (DAY_MS / 24));
  if (typeof value === 'number' && typeof other === 'number') return Math.max(value, other);
  return value;
}

/**
 * A record in wire form that the schema accepts: texts from the schema's `examples` (each may hold choices, `{Silent|Golden} Harbour`), numbers
 * within their limits, coded values, relations to what `reference` knows, conditions obeyed. What need not be there is there four times in
 * five. The state field is left out: only actions write it.
 */
export function sampleRecord(model: Model, entity: Entity, source: SampleSource): Record<string, unknown> {
  const { random } = source;
  const record: Record<string, unknown> = {};
  const writable = entity.fields.filter(
    (field) => !field.builtIn && !field.readOnly && field.name !== entity.stateField,
  );
  for (const field of writable) {
    const needed = field.required || field.require !== undefined;
    if (!needed && field.default !== undefined && !random.chance(FILLED)) continue;
    const value = needed || random.chance(FILLED) ? valueOf(field, entity, model, source) : null;
    record[field.name] = field.after && value !== null ? after(field.kind, value, record[field.after], random) : value;
  }
  for (const field of writable) if (field.show && !holds(field.show, record)) delete record[field.name];
  return record;
}
