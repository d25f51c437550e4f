import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import { gregorian, isCalendarDay } from '../../model/index.ts';
import { badAmount } from '../data/index.ts';
import type { InputSchema } from '../contract.ts';
import { refuseFields, type FieldErrors } from '../errors.ts';

/** Wall-clock times as the wire has them (D-GEN-06): `2026-12-01 10:00:00`, seconds may be left out. */
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

function createAjv(): Ajv2020 {
  // 19.99 is a multiple of 0.01 only when rounding errors of doubles are forgiven.
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    // What was sent, beside what is wrong with it.
    verbose: true,
    multipleOfPrecision: 6,
    // Compiling the schema of schemas is a twentieth of a start; a test holds every input against it (httpOpenapi.test.ts).
    validateSchema: false,
  });
  formats.default(ajv, ['email', 'uri']);
  ajv.addFormat('date', isCalendarDay);
  ajv.addFormat('time', /^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?|24:00(:00)?)$/);
  ajv.addFormat('date-time', (text) => isCalendarDay(WALL_CLOCK.exec(text)?.[1] ?? ''));
  // Inputs may be built from properties of schemas/*.json, whose own words say nothing about validity.
  ajv.addVocabulary(
    [
      'ref',
      'codes',
      'unique',
      'index',
      'mask',
      'normal',
      'sensitive',
      'proof',
      'bound-to',
      'widget',
      'show',
      'edit',
      'require',
      'access',
      'compute',
      'after',
      'message',
    ].map((word) => `x-${word}`),
  );
  return ajv;
}

let ajv: Ajv2020 | undefined;

/** By what their schemas say: calls that follow from the model get theirs anew whenever the application is built, and many say the same. */
const validators = new Map<string, ValidateFunction>();

/** The compiled schema. Throws where it is none. */
export function validatorOf(schema: InputSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  let validate = validators.get(text);
  if (!validate) {
    const closed =
      'additionalProperties' in schema || 'unevaluatedProperties' in schema
        ? schema
        : { ...schema, additionalProperties: false };
    ajv ??= createAjv();
    validators.set(text, (validate = ajv.compile(closed)));
  }
  return validate;
}

type Message = FieldErrors[string];

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  date: 'msg.badDate',
  'date-time': 'msg.badDate',
  time: 'msg.badTime',
  email: 'msg.badEmail',
};
const TYPE_MESSAGES: Readonly<Record<string, string>> = { integer: 'msg.badInteger', number: 'msg.badNumber' };

/** A step of tenths, hundredths or less is what an amount has. */
function refusalOfStep(step: number): string {
  const digits = [1, 2, 3, 4].find((count) => step === 10 ** -count);
  return digits === undefined ? 'msg.invalid' : badAmount(digits);
}

/** A text of another form; a time with a year of the Buddhist calendar is told which one it probably means (D-GEN-19). */
function refusalOfForm(text: unknown, pattern: string): Message {
  const meant = typeof text === 'string' ? gregorian(text, new Date().getFullYear()) : undefined;
  return meant !== undefined && new RegExp(pattern, 'u').test(meant)
    ? ['msg.buddhistYear', { year: String(text).slice(0, 4), date: meant.slice(0, 10) }]
    : 'msg.badFormat';
}

/** The house's message for what ajv found, the same texts as of generic saves. */
function messageOf({ keyword, params, data }: ErrorObject): Message {
  const limit = (params as { limit?: number }).limit;
  switch (keyword) {
    case 'required':
      return 'msg.required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'msg.unknownField';
    case 'type':
      return TYPE_MESSAGES[String(params['type'])] ?? 'msg.invalid';
    case 'enum':
    case 'const':
      return 'msg.unknownCode';
    case 'format':
      return FORMAT_MESSAGES[String(params['format'])] ?? 'msg.badFormat';
    case 'pattern':
      return refusalOfForm(data, String(params['pattern']));
    case 'minLength':
      return limit === 1 ? 'msg.required' : ['msg.tooShort', { min: limit }];
    case 'maxLength':
      return ['msg.tooLong', { max: limit }];
    case 'minimum':
      return ['msg.tooSmall', { min: limit }];
    case 'maximum':
      return ['msg.tooLarge', { max: limit }];
    case 'exclusiveMinimum':
      return ['msg.mustExceed', { min: limit }];
    case 'exclusiveMaximum':
      return ['msg.mustBeBelow', { max: limit }];
    case 'minItems':
      return limit === 1 ? 'msg.required' : ['msg.tooFew', { min: limit }];
    case 'maxItems':
      return ['msg.tooMany', { max: limit }];
    case 'uniqueItems':
      return 'msg.twice';
    case 'multipleOf':
      return refusalOfStep(Number(params['multipleOf']));
    default:
      return 'msg.invalid';
  }
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const at = instancePath
    .slice(1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .split('/')
    .filter((part) => part !== '');
  if (keyword === 'required') at.push(String(params['missingProperty']));
  if (keyword === 'additionalProperties') at.push(String(params['additionalProperty']));
  return at.join('.') || 'body';
}

function errorsOf(errors: readonly ErrorObject[]): FieldErrors {
  const fields: Record<string, Message> = Object.create(null) as Record<string, Message>;
  for (const error of errors.slice(0, 100)) fields[fieldOf(error).slice(0, 200)] ??= messageOf(error);
  return { ...fields };
}

type PropertySchemas = Readonly<
  Record<string, { readonly type?: string | readonly string[]; readonly items?: { readonly type?: string } }>
>;

/** A value out of the address as its schema means it; what does not fit stays text and fails validation. */
function fromUrl(text: unknown, schema: PropertySchemas[string] | undefined): unknown {
  const types = typeof schema?.type === 'string' ? [schema.type] : (schema?.type ?? []);
  if (types.includes('array')) {
    const parts = Array.isArray(text) ? text : String(text).split(',');
    return parts.map((part) => fromUrl(part, schema?.items));
  }
  if (typeof text !== 'string') return text;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Refuses a property that comes by more than one of body, query and path: none of them overrides another. */
function requireOnce(sources: readonly (readonly string[])[]): void {
  const seen = new Set<string>();
  const twice: Record<string, string> = {};
  for (const name of sources.flat()) {
    if (seen.has(name)) twice[name.slice(0, 200)] = 'msg.givenTwice';
    seen.add(name);
  }
  if (Object.keys(twice).length > 0) throw refuseFields(twice);
}

type InputReader<I> = (request: FastifyRequest) => I;

/**
 * Reads path, query and body taken together by an input schema, which is compiled when it is asked for first: a start would compile hundreds, of which a
 * day needs some. The reader refuses, with a message a field, whatever the schema
 * does not allow; unknown properties always, and one that comes by two ways. Values of the address are converted by their type and count as absent when empty;
 * `null` in a body counts as absent where the schema does not allow it.
 */
export function readInput<I = Record<string, unknown>>(schema: InputSchema): InputReader<I> {
  let validate: ValidateFunction | undefined;
  const properties = (schema['properties'] ?? {}) as PropertySchemas;
  const nullable = (name: string): boolean => {
    const type = properties[name]?.type;
    return (
      !(name in properties) || type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
    );
  };
  return (request) => {
    const { body } = request;
    if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
      throw refuseFields({ body: 'msg.invalid' });
    const input = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
      if (value !== null || nullable(name)) input[name] = value;
    }
    const [query, params] = [request.query as object, request.params as object];
    requireOnce([Object.keys(body ?? {}), Object.keys(query), Object.keys(params)]);
    for (const [name, value] of [...Object.entries(query), ...Object.entries(params)]) {
      if (value !== '') input[name] = fromUrl(value, Object.hasOwn(properties, name) ? properties[name] : undefined);
    }
    validate ??= validatorOf(schema);
    if (!validate(input)) throw refuseFields(errorsOf(validate.errors ?? []));
    return input as I;
  };
}
