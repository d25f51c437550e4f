import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import {
  isMultipleOf,
  isStored,
  kindOf,
  mostEntries,
  type CodeTables,
  type Entity,
  type Field,
  type PropertySchema,
} from '../../../model/index.ts';
import { isAmount } from '../../../locale/index.ts';
import type { FieldErrors } from '../../errors.ts';
import { badAmount, kindFor, WALL_TIME } from '../kinds/index.ts';
import { placeOf, schemaAt } from './nested.ts';

type Schema = Record<string, unknown>;
type Issue = FieldErrors[string];

const MAX_STRING = 255;
const INT4 = 2_147_483_647;

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    // A time of day has no offset: the standard's own format would refuse every one.
    formats: { ...fullFormats, 'date-time': true, time: WALL_TIME },
  });
  // The keyword's own division loses the last digits of large numbers.
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    errors: false,
    validate: (step: number, value: number) => isMultipleOf(value, step),
  });
  // An amount is one that whole minor units hold exactly; the keyword says how many decimals the currency has.
  ajv.addKeyword({
    keyword: 'amount',
    type: 'number',
    errors: false,
    validate: (digits: number, value: number) => isAmount(value, digits),
  });
  return ajv;
}

/** With the first save: no start waits for it. */
let ajv: Ajv | undefined;

/** Keywords that mean to Ajv what they mean to a schema of ours. */
const KEPT = [
  'type',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'minItems',
  'uniqueItems',
  'required',
  'additionalProperties',
] as const;

/** One property as plain JSON Schema: extension keywords turned into limits, unlimited sizes limited, the rest as its kind says. */
function plain(property: PropertySchema, codes: CodeTables, digits: number): Schema {
  const { type, minimum, maximum, exclusiveMinimum } = property;
  const schema: Schema = Object.fromEntries(KEPT.map((keyword) => [keyword, property[keyword]]));
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('string')) schema['maxLength'] = property.maxLength ?? MAX_STRING;
  if (types.includes('integer'))
    Object.assign(schema, {
      minimum: minimum ?? (exclusiveMinimum === undefined ? -INT4 - 1 : undefined),
      maximum: maximum ?? INT4,
    });
  if (types.includes('array')) schema['maxItems'] = mostEntries(property);
  if (property.const !== undefined) schema['const'] = property.const;
  const choices =
    property.enum?.filter((value) => value !== null && value !== '') ??
    (property['x-codes'] && codes[property['x-codes']]?.map((value) => value.code));
  if (choices && !types.includes('array')) schema['enum'] = choices;
  if (property.items) schema['items'] = plain(property.items, codes, digits);
  if (property.properties)
    schema['properties'] = Object.fromEntries(
      Object.entries(property.properties).map(([name, part]) => [name, plain(part, codes, digits)]),
    );
  Object.assign(schema, kindFor({ kind: kindOf(property) }).shape?.(property, digits));
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** Calendar dates and wall-clock times are read by their kind, which knows the calendar. */
const fieldSchema = (field: Field, codes: CodeTables): Schema => {
  const schema = plain(field.schema, codes, field.digits);
  if (kindFor(field).check) delete schema['format'];
  return schema;
};

const validators = new WeakMap<Entity, ValidateFunction>();

function validatorOf(entity: Entity, codes: CodeTables): ValidateFunction {
  const known = validators.get(entity);
  if (known) return known;
  const properties = Object.fromEntries(
    entity.fields
      .filter((field) => !field.builtIn && isStored(field))
      .map((field) => [field.name, fieldSchema(field, codes)]),
  );
  ajv ??= createAjv();
  const compiled = ajv.compile({ type: 'object', properties });
  validators.set(entity, compiled);
  return compiled;
}

/** `field` is the property of the entity, `schema` that of the value itself, which may stand inside a document. */
function issue(error: ErrorObject, field: Field, schema: PropertySchema): Issue {
  const issues = kindFor({ kind: schema === field.schema ? field.kind : kindOf(schema) }).issues?.(field.digits) ?? {};
  const { params } = error as { params: Record<string, unknown> };
  const limit = params['limit'];
  switch (error.keyword) {
    case 'type':
      return params['type'] === 'integer'
        ? 'msg.badInteger'
        : params['type'] === 'number'
          ? (issues.number ?? 'msg.badNumber')
          : 'msg.invalid';
    case 'maxLength':
      return ['msg.tooLong', { max: limit }];
    case 'minLength':
      return ['msg.tooShort', { min: limit }];
    case 'maximum':
      return ['msg.tooLarge', { max: limit }];
    case 'minimum':
      return issues.minimum ?? ['msg.tooSmall', { min: limit }];
    case 'exclusiveMinimum':
      return ['msg.mustExceed', { min: limit }];
    case 'exclusiveMaximum':
      return ['msg.mustBeBelow', { max: limit }];
    case 'multipleOf':
      return 'msg.badFormat';
    case 'amount':
      return badAmount(field.digits);
    case 'minItems':
      return ['msg.tooFew', { min: limit }];
    case 'maxItems':
      return ['msg.tooMany', { max: limit }];
    case 'uniqueItems':
      return 'msg.twice';
    case 'enum':
    case 'const':
      return 'msg.unknownCode';
    case 'required':
      return schema['x-message'] ?? 'msg.required';
    case 'additionalProperties':
      return 'msg.unknownField';
    case 'pattern':
      return schema['x-widget'] === 'phone' ? 'msg.badPhone' : (issues.pattern ?? 'msg.badFormat');
    case 'format':
      return params['format'] === 'email'
        ? 'msg.badEmail'
        : params['format'] === 'date'
          ? 'msg.badDate'
          : params['format'] === 'time'
            ? 'msg.badTime'
            : 'msg.badFormat';
    default:
      return 'msg.invalid';
  }
}

/** Types, sizes, choices and patterns of the values given; the first mistake of each value, nested ones at their dotted path. */
export function checkShapes(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  codes: CodeTables,
): Record<string, Issue> {
  const validate = validatorOf(entity, codes);
  const errors: Record<string, Issue> = {};
  if (validate(values)) return errors;
  const failed = new Set<string>();
  for (const error of validate.errors ?? []) {
    const path = error.instancePath.slice(1).split('/');
    const field = entity.byName.get(path[0]!);
    if (!field) continue;
    const property =
      (error.params as Record<string, unknown>)['missingProperty'] ??
      (error.params as Record<string, unknown>)['additionalProperty'];
    const below = placeOf(field.schema, [...path.slice(1), ...(typeof property === 'string' ? [property] : [])]);
    const place = [field.name, ...below].join('.');
    if (failed.has(place)) continue;
    failed.add(place);
    errors[place] = issue(error, field, schemaAt(field.schema, below));
  }
  return errors;
}
