import type { JsonType, PropertySchema } from '../../../src/model/index.ts';
import { isObject } from '../../../src/model/shapes.ts';
import { freeName, type Naming } from '../naming.ts';
import type { DocumentSchema, DocumentSchemas } from './readDocument.ts';
import { componentOf, flattened, typesOf, withoutNull } from './resolve.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Whatever JSON can say. */
export const ANYTHING: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean'];
const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'object', 'array'];

/** Keywords of nested values that mean the same on both sides. */
const LIMITS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

export function limits(schema: DocumentSchema, keywords: readonly (keyof DocumentSchema)[] = LIMITS): PropertySchema {
  return Object.fromEntries(
    keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  );
}

/** OpenAPI 3.0 says with a flag that a limit is not part of the range, 3.1 says it with the limit itself. */
export function exclusive(schema: DocumentSchema, property: Mutable<PropertySchema>): void {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof exclusiveMinimum === 'number') property.exclusiveMinimum = exclusiveMinimum;
  else if (exclusiveMinimum === true && schema.minimum !== undefined) {
    property.exclusiveMinimum = schema.minimum;
    delete property.minimum;
  }
  if (typeof exclusiveMaximum === 'number') property.exclusiveMaximum = exclusiveMaximum;
  else if (exclusiveMaximum === true && schema.maximum !== undefined) {
    property.exclusiveMaximum = schema.maximum;
    delete property.maximum;
  }
}

/** Words or numbers, each once: the values of an enum, or the one of a const. Undefined where they are something else. */
export function choices({ enum: values, const: one }: DocumentSchema): (string | number)[] | undefined {
  const all = [...new Set(Array.isArray(values) ? values : [one])].filter((value) => value !== null && value !== '');
  const type = typeof all[0];
  const fit = all.every((value) => typeof value === type && (type === 'string' || Number.isFinite(value)));
  return fit && all.length > 0 && (type === 'string' || type === 'number') ? (all as (string | number)[]) : undefined;
}

interface Nesting {
  readonly schemas: DocumentSchemas;
  readonly naming: Naming;
  readonly note: (what: string, why: string) => void;
}

/** A nested document: its parts by type, without relations. `what` is its place, `seen` the components around it. */
export function nested(
  from: Nesting,
  given: unknown,
  what: string,
  seen: readonly string[] = [],
): Mutable<PropertySchema> {
  const schema = withoutNull(isObject(given) ? (given as DocumentSchema) : {});
  const component = componentOf(schema) ?? schema.$ref;
  if (component !== undefined && seen.includes(component)) {
    from.note(what, 'holds itself: a document of any form from here on');
    return { type: 'object' };
  }
  const whole = flattened(from.schemas, schema);
  const below = component === undefined ? seen : [...seen, component];
  if (whole.anyOf || whole.oneOf || whole.not) {
    from.note(what, 'a choice of schemas becomes a value of any form');
    return { type: ANYTHING };
  }
  if (isObject(whole.properties)) return documentOf(from, whole, what, below);
  const types = typesOf(whole).filter((type) => TYPES.includes(type)) as JsonType[];
  if (types.length > 1) return { type: types };
  const [type] = types;
  const values = whole.enum !== undefined || whole.const !== undefined ? choices(whole) : undefined;
  if (values && (type === undefined || (type === 'string') === (typeof values[0] === 'string')))
    return { type: typeof values[0] === 'string' ? 'string' : (type ?? 'number'), enum: values };
  if (values === undefined && (whole.enum !== undefined || whole.const !== undefined))
    from.note(what, 'the values are not checked: they are neither words nor numbers');
  if (type === undefined) {
    from.note(what, 'has no type: a value of any form');
    return { type: ANYTHING };
  }
  if (type === 'array') return listOf(from, whole, what, below);
  if (type === 'integer' && whole.format === 'int64')
    from.note(what, 'becomes a whole number of 32 bits, as every one inside a document or a list');
  const property: Mutable<PropertySchema> = { type, ...limits(whole) };
  exclusive(whole, property);
  return property;
}

function listOf(from: Nesting, whole: DocumentSchema, what: string, below: readonly string[]): Mutable<PropertySchema> {
  const size = limits(whole, ['minItems', 'maxItems', 'uniqueItems']);
  if (whole.prefixItems) {
    from.note(what, 'a list with a schema for each place becomes a list of values of any form');
    return { type: 'array', items: { type: ANYTHING }, ...size };
  }
  return { type: 'array', items: nested(from, whole.items ?? {}, `${what}[]`, below), ...size };
}

function documentOf(
  from: Nesting,
  whole: DocumentSchema,
  what: string,
  below: readonly string[],
): Mutable<PropertySchema> {
  const names = new Map<string, string>();
  for (const name of Object.keys(whole.properties!)) {
    const free = freeName(from.naming(name), (one) => [...names.values()].includes(one));
    if (free !== name) from.note(`${what}.${name}`, `is called ${free}: such a name cannot be`);
    names.set(name, free);
  }
  const required = (Array.isArray(whole.required) ? whole.required : []).flatMap((name) => names.get(name) ?? []);
  return {
    type: 'object',
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    properties: Object.fromEntries(
      [...names].map(([name, called]) => [called, nested(from, whole.properties![name], `${what}.${name}`, below)]),
    ),
  };
}
