import type { ConditionKeyword } from './conditions.ts';
import type { Shape } from './shapes.ts';

/**
 * The vocabulary as data: which keywords a schema may use, where, and what their values look like. The check of a schema file and the
 * published JSON Schema (vocabulary.generated.json) are both made from these tables.
 */
type Keywords = Readonly<Record<string, Shape>>;

const text: Shape = { type: 'string', minLength: 1 };
const number: Shape = { type: 'number' };
const count: Shape = { type: 'integer', minimum: 0 };
const flag: Shape = { type: 'boolean' };
const anything: Shape = {};
const names: Shape = { type: 'array', items: text, minItems: 1 };
const code: Shape = { anyOf: [{ type: 'string' }, { type: 'number' }] };
const messageKey = text;
/** Names, each by another: `{ "shopId": "fromShopId" }`. */
const named: Shape = { type: 'object', additionalProperties: text };
/** Rows by the values of their fields: `{ "status": [1, 2] }`. */
const rows: Shape = { type: 'object', additionalProperties: { type: 'array', items: code, minItems: 1 } };
const object = (
  properties: Readonly<Record<string, Shape>>,
  required: readonly string[],
  ...examples: readonly object[]
): Shape => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...(examples.length > 0 && { examples }),
});

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** Looked at by the walk over the schema itself. */
export const CONDITION: Shape = { $ref: '#/$defs/condition' };
const PROPERTY: Shape = { $ref: '#/$defs/property' };
const PROPERTIES: Shape = { type: 'object', additionalProperties: PROPERTY };

/** What holds only for some records: read by conditionals.ts before anything else. */
const BRANCH: Shape = { $ref: '#/$defs/branch' };
const branches: Shape = { type: 'array', items: BRANCH, minItems: 1 };
export const CONDITIONAL_KEYWORDS = {
  oneOf: branches,
  allOf: branches,
  if: CONDITION,
  then: BRANCH,
  else: BRANCH,
  dependentRequired: { type: 'object', additionalProperties: { type: 'array', items: text } },
} as const satisfies Keywords;

/** Keywords of JSON Schema that are understood nowhere, or not where somebody may put them. */
export const SOMETIMES_KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(CONDITIONAL_KEYWORDS),
  'anyOf',
  'not',
  'dependentSchemas',
  'patternProperties',
]);

export const PROPERTY_KEYWORDS = {
  type: { anyOf: [{ enum: types }, { type: 'array', items: { enum: types }, minItems: 1 }] },
  format: { enum: ['date', 'date-time', 'time', 'email', 'uri', 'int64'] },
  enum: { type: 'array', minItems: 1 },
  const: anything,
  default: anything,
  readOnly: flag,
  writeOnly: flag,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  items: PROPERTY,
  properties: PROPERTIES,
  required: { type: 'array', items: text },
  additionalProperties: flag,
  description: { type: 'string' },
  examples: { type: 'array', minItems: 1 },
  'x-ref': object(
    {
      resource: text,
      as: text,
      with: { ...named, examples: [{ author: 'bookId.author' }] },
      where: { ...rows, examples: [{ status: [1, 2] }] },
      by: { ...named, examples: [{ shopId: 'fromShopId' }] },
    },
    ['resource'],
    { resource: 'car' },
  ),
  'x-codes': text,
  'x-unique': { anyOf: [flag, messageKey] },
  'x-index': flag,
  'x-mask': { enum: ['phone', 'name', 'idCard'] },
  'x-normal': object(
    { as: { enum: ['phone', 'code'] }, country: text },
    ['as'],
    { as: 'phone', country: 'countryCode' },
    { as: 'code' },
  ),
  'x-sensitive': flag,
  'x-bound-to': { type: 'array', items: text },
  'x-private': { anyOf: [flag, text] },
  'x-proof': flag,
  'x-personal': { enum: ['identity', 'other'] },
  'x-widget': {
    enum: [
      'money',
      'text',
      'image',
      'images',
      'file',
      'files',
      'secret',
      'phone',
      'geo-area',
      'geo-point',
      'percent',
      'time',
      'eighths',
      'failure',
      'sentences',
      'words',
    ],
  },
  'x-show': CONDITION,
  'x-edit': CONDITION,
  'x-once': flag,
  'x-locked': messageKey,
  'x-require': CONDITION,
  'x-access': object({ read: text, write: text }, [], { read: 'edit', write: 'edit' }),
  'x-compute': text,
  'x-default': { enum: ['now', 'today', 'uuid'] },
  'x-precision': { type: 'integer', minimum: 1, maximum: 6, examples: [3] },
  'x-after': text,
  'x-on-delete': { enum: ['refuse', 'cascade', 'clear'] },
  'x-years': { type: 'array', items: count, minItems: 2, maxItems: 2 },
  'x-span': messageKey,
  'x-message': messageKey,
  'x-was': text,
  'x-template': text,
  'x-format': {
    type: 'object',
    properties: { decimals: count, prefix: text, suffix: text, percent: flag },
    additionalProperties: false,
    examples: [{ decimals: 1, suffix: 'km' }],
  },
  'x-many': object({ resource: text, field: text, free: { const: true } }, ['resource', 'field'], {
    resource: 'line',
    field: 'invoiceId',
  }),
  'x-languages': PROPERTY,
} as const satisfies Keywords;

export const ENTITY_KEYWORDS = {
  ...CONDITIONAL_KEYWORDS,
  $schema: text,
  $id: text,
  title: text,
  description: { type: 'string' },
  type: { const: 'object' },
  required: { type: 'array', items: text },
  additionalProperties: flag,
  properties: PROPERTIES,
  'x-title': names,
  'x-search': names,
  'x-scope': { anyOf: [text, names] },
  'x-rows': {
    type: 'object',
    additionalProperties: object({ where: { type: 'object' }, like: text, except: text }, []),
    examples: [{ own: { where: { properties: { userId: { const: '$user' } } }, except: 'all' } }],
  },
  'x-zone': text,
  'x-person': text,
  'x-unique': {
    type: 'array',
    items: object({ fields: names, message: messageKey, where: rows }, ['fields'], { fields: ['shopId', 'name'] }),
    examples: [[{ fields: ['shopId', 'name'] }]],
  },
  'x-index': {
    type: 'array',
    items: {
      anyOf: [
        names,
        object({ fields: names, below: { ...names, minItems: 2, maxItems: 2 } }, ['fields', 'below'], {
          fields: ['state', 'createTime'],
          below: ['paid', 'price'],
        }),
      ],
    },
  },
  'x-states': object(
    {
      field: text,
      initial: code,
      transitions: {
        type: 'array',
        items: object({ action: text, from: { type: 'array', items: code, minItems: 1 }, to: code }, [
          'action',
          'from',
          'to',
        ]),
      },
      editable: { type: 'array', items: code },
      deletable: { anyOf: [{ type: 'array', items: code }, CONDITION] },
      save: flag,
    },
    ['field', 'initial', 'transitions'],
    { field: 'status', initial: 0, transitions: [{ action: 'approve', from: [0], to: 1 }] },
  ),
  'x-exclude': object(
    {
      key: names,
      interval: { type: 'array', items: text, minItems: 2, maxItems: 2 },
      where: rows,
      message: messageKey,
    },
    ['key', 'interval', 'message'],
    { key: ['roomId'], interval: ['startsAt', 'endsAt'], where: { status: [1, 2] }, message: 'msg.duplicate' },
  ),
  'x-view': object({ of: text, where: rows, as: text }, ['of'], { of: 'order', where: { status: [3] } }),
  'x-tree': text,
  'x-delete': { enum: ['soft', 'never'] },
  'x-history': flag,
  'x-log': { enum: [true, false, 'append'] },
  'x-internal': flag,
  'x-missing': messageKey,
} as const satisfies Keywords;

const conditions: Shape = { type: 'array', items: CONDITION, minItems: 1 };

export const CONDITION_KEYWORDS: Readonly<Record<ConditionKeyword, Shape>> = {
  const: anything,
  enum: { type: 'array', minItems: 1 },
  type: { enum: types },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  pattern: text,
  contains: CONDITION,
  required: { type: 'array', items: text },
  properties: { type: 'object', additionalProperties: CONDITION },
  allOf: conditions,
  anyOf: conditions,
  oneOf: conditions,
  not: CONDITION,
};

/** A property says what it holds through one of these. */
export const TELLS_TYPE = ['type', 'enum', 'x-compute', 'x-template', 'x-codes'] as const;
