import type { Field, Model, PropertySchema } from '../model.ts';
import type { Sample } from './calls.ts';

/** One property of a record made wrong. */
export interface Wrong {
  readonly reason: string;
  readonly value: unknown;
  /** Where the refusal must be; the property itself when absent. */
  readonly at?: string;
}

export const UNKNOWN_RECORD = 'an unknown record';
const UNKNOWN_ID = 999_999_999;
const UNKNOWN_CODE = 987_654;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'money', 'percent']);

/** Values just beyond what a schema allows of one number, text or list. */
function beyond(schema: PropertySchema): Wrong[] {
  const wrong: Wrong[] = [];
  const add = (reason: string, value: unknown): unknown => wrong.push({ reason, value });
  if (schema.maxLength !== undefined) add('a text too long', 'x'.repeat(schema.maxLength + 1));
  if (schema.minLength !== undefined && schema.minLength > 1) add('a text too short', 'x'.repeat(schema.minLength - 1));
  if (typeof schema.minimum === 'number') add('a number too small', schema.minimum - 1);
  if (typeof schema.maximum === 'number') add('a number too large', schema.maximum + 1);
  if (typeof schema.exclusiveMinimum === 'number') add('the limit itself', schema.exclusiveMinimum);
  if (typeof schema.exclusiveMaximum === 'number') add('the limit itself', schema.exclusiveMaximum);
  if (schema.format === 'email') add('no address', 'nobody');
  if (schema.format === 'date') add('no day of the calendar', '2026-02-30');
  if (schema.format === 'date-time') add('no time', 'tomorrow');
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test('§ §')) add('a text of another pattern', '§ §');
  return wrong;
}

/** The same inside a document, with the path of each. */
function beyondNested(model: Model, schema: PropertySchema, value: unknown, path: string): Wrong[] {
  if (Array.isArray(value) && schema.items) {
    const [first, ...rest] = value as unknown[];
    if (first === undefined) return [];
    return beyondNested(model, schema.items, first, `${path}.0`).map((one) => ({
      ...one,
      value: [one.value, ...rest],
    }));
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const document = value as Sample;
  return Object.entries(schema.properties).flatMap(([name, part]) => {
    const at = `${path}.${name}`;
    const alone: Wrong[] = part['x-codes']
      ? [{ reason: 'an unknown code', value: UNKNOWN_CODE }]
      : part['x-ref']
        ? [{ reason: UNKNOWN_RECORD, value: UNKNOWN_ID }]
        : beyond(part);
    const deeper = document[name] === undefined ? [] : beyondNested(model, part, document[name], at);
    const missing = schema.required?.includes(name)
      ? [{ reason: 'nothing', value: Object.fromEntries(Object.entries(document).filter(([key]) => key !== name)), at }]
      : [];
    return [
      ...alone.map((one) => ({ ...one, value: { ...document, [name]: one.value }, at })),
      ...deeper.map((one) => ({ ...one, value: { ...document, [name]: one.value } })),
      ...missing,
    ];
  });
}

/** The day, second or number before another. */
function before(value: unknown): unknown {
  if (typeof value === 'number') return value - 1;
  const day = new Date(`${String(value).slice(0, 10)}T00:00:00Z`);
  const earlier = new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10);
  return String(value).length > 10 ? `${earlier} 00:00:00` : earlier;
}

/** Wrong values of one property of an otherwise valid record, one for each thing that its schema says. */
export function wrongValues(model: Model, field: Field, record: Sample): Wrong[] {
  const { schema, kind, name } = field;
  const own = kind === 'file' || kind === 'code' || kind === 'ref' || kind === 'json' ? [] : beyond(schema);
  const wrong: Wrong[] = [...own];
  const add = (reason: string, value: unknown): unknown => wrong.push({ reason, value });
  if (field.required) add('nothing', null);
  if (field.required && (kind === 'string' || kind === 'text')) add('only blanks', '');
  if (NUMBERS.has(kind)) add('a word', 'many');
  if (kind === 'integer') add('half a number', 0.5 + Math.ceil(Number(schema.minimum ?? 1)));
  if (kind === 'money') add('a fraction of the smallest coin', 0.001 + Number(schema.minimum ?? 1));
  if (kind === 'boolean') add('a number', 2);
  if (kind === 'code') add('an unknown code', UNKNOWN_CODE);
  if (kind === 'ref') add(UNKNOWN_RECORD, UNKNOWN_ID);
  if (kind === 'refs') add(UNKNOWN_RECORD, [UNKNOWN_ID]);
  if (kind === 'string' && schema.maxLength !== undefined) add('a list', ['x']);
  if (Array.isArray(record[name]) && kind === 'json') {
    const list = record[name] as unknown[];
    if (schema.minItems) add('too few', list.slice(0, schema.minItems - 1));
    if (schema.maxItems !== undefined && list.length > 0)
      add(
        'too many',
        Array.from({ length: schema.maxItems + 1 }, () => list[0]),
      );
  }
  if (kind === 'json' && record[name] !== null && record[name] !== undefined)
    wrong.push(...beyondNested(model, schema, record[name], name));
  const limit = field.after === undefined ? undefined : record[field.after];
  if (limit !== undefined && limit !== null && limit !== '') add(`less than ${field.after}`, before(limit));
  return wrong;
}
