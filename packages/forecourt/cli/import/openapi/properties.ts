import type { PropertySchema } from '../../../src/model/index.ts';
import { meansLongText, meansMoney } from '../imported.ts';
import { limits, exclusive } from './nested.ts';
import type { DocumentSchema } from './readDocument.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Keywords that mean the same on both sides. */
const SHARED = ['readOnly', 'writeOnly', 'minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'] as const; // prettier-ignore
const FORMATS: readonly string[] = ['date', 'date-time', 'time', 'email', 'uri'];
const INT4_MAX = 2_147_483_647;

/** Whole numbers have 64 bits unless the document says that 32 are enough. */
const isSmall = ({ format, minimum, maximum }: DocumentSchema): boolean =>
  format === 'int32' || (minimum !== undefined && maximum !== undefined && minimum >= -INT4_MAX && maximum <= INT4_MAX);

function addFormat(property: Mutable<PropertySchema>, format: string, note: (why: string) => void): void {
  if (FORMATS.includes(format)) property.format = format as 'date';
  else if (format === 'password')
    Object.assign(property, { 'x-widget': 'secret', writeOnly: true, 'x-sensitive': true, 'x-bound-to': [] });
  else if (format !== 'uuid') note(`the format ${format} is not checked`);
}

const INT64_SIZE = 2 ** 63;
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** A whole number of 64 bits. Limits that are those of 64 bits say nothing; others that a JSON number does not hold are named. */
function makeLarge(property: Mutable<PropertySchema>, note: (why: string) => void): void {
  property.format = 'int64';
  for (const name of LIMITS) {
    const limit = property[name];
    if (limit === undefined || Number.isSafeInteger(limit)) continue;
    delete property[name];
    if (Math.abs(limit) !== INT64_SIZE)
      note(`the ${name} ${limit} is not carried over: only whole numbers of at most 15 digits limit one of 64 bits`);
  }
}

const STEP_OF_AMOUNTS = 0.01;

/** A plain value: a text, a number, true or false. `type` is its type, `key` what the document calls it. */
export function plain(schema: DocumentSchema, type: string, key: string, note: (why: string) => void): PropertySchema {
  const { format } = schema;
  const property: Mutable<PropertySchema> = { type: type as 'string', ...limits(schema, SHARED) };
  exclusive(schema, property);
  if (type === 'integer' && !isSmall(schema)) {
    if (format === 'int64') makeLarge(property, note);
    else note('becomes a whole number of 32 bits until "format": "int64" says more');
  }
  if (type === 'number' && meansMoney(key) && (schema.multipleOf ?? STEP_OF_AMOUNTS) >= STEP_OF_AMOUNTS)
    property['x-widget'] = 'money';
  if (type === 'string' && format) addFormat(property, format, note);
  if (type === 'string' && !property.format) {
    const long = (schema.maxLength ?? 0) > 255 || (schema.maxLength === undefined && meansLongText(key));
    if (long) property['x-widget'] ??= 'text';
  }
  const { default: value } = schema;
  if (value === undefined || value === null || value === '') return property;
  const exact = type !== 'integer' || Number.isSafeInteger(value);
  if (property.format === 'date-time' || typeof value !== (type === 'integer' ? 'number' : type) || !exact)
    note(`the default ${JSON.stringify(value)} is not carried over`);
  else property.default = value;
  return property;
}
