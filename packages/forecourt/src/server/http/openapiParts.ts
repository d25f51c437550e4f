import { INTEGER, object, STRING } from '../../calls/index.ts';
import { needsProof, type Entity } from '../../model/index.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from './signed.ts';

/** What the descriptions of calls are made of. */
export type Json = Record<string, unknown>;

/** A schema that is described once: `schemasOf` of the records says which there are. */
export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** A record of an entity as it is answered. */
export const answered = (entity: string): Json => reference(`${entity}.answer`);

/** A schema of a call, whose references to records name entities. */
export const referring = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(referring);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) =>
      keyword === '$ref' ? ['$ref', answered(value as string)['$ref']] : [keyword, referring(value)],
    ),
  );
};

const FAILURE = { $ref: '#/components/responses/Failure' };
/** No session, no permission, and whatever else keeps a call from being served. */
const FAILURES: Json = { '401': FAILURE, '403': FAILURE, default: FAILURE };

/** Of calls that need a recent proof of the password (D-AUTH-12). */
export const PROOF: Json = { '428': { $ref: '#/components/responses/ProofNeeded' } };
/** Of a call that never goes without it: no API key is enough. */
export const personOnly = (entity: Pick<Entity, 'fields'>): Json =>
  needsProof(entity) ? { security: [{ session: [] }] } : {};
/** Of calls that change records of this entity. */
export const proofOf = (entity: Pick<Entity, 'fields'>): Json => (needsProof(entity) ? PROOF : {});

const FIELD_ERRORS: Json = {
  type: 'object',
  description: 'Messages by the names of fields',
  additionalProperties: STRING,
};

/** What every call answers that was not done. */
export const REFUSAL: Json = object({
  statusCode: { ...INTEGER, minimum: 400 },
  message: { ...STRING, description: 'In the language of the request' },
  data: {
    type: ['object', 'null'],
    properties: {
      errors: FIELD_ERRORS,
    },
  },
});

/** The same for who asks for version 2 (RFC 9457). */
export const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: STRING,
    title: STRING,
    status: { ...INTEGER, minimum: 400 },
    detail: { ...STRING, description: 'In the language of the request' },
    code: { ...STRING, description: 'What it is, the same in every language' },
    errors: FIELD_ERRORS,
  },
};

/** The house's envelope around `data`; what is refused comes in it as well (D-API-01). */
export const envelope = (data: unknown): Json => ({
  '200': {
    description: 'Done (`statusCode` 200), or refused (400, 404 or 409)',
    content: {
      'application/json': {
        schema: {
          oneOf: [object({ statusCode: { const: 200 }, message: STRING, data: data as Json }), reference('Refusal')],
        },
      },
    },
  },
  ...FAILURES,
});

/** JSON without the envelope. Refusals have it all the same. */
export const bare = (schema: unknown, status = '200', description = 'Done'): Json => ({
  [status]: { description, content: { 'application/json': { schema } } },
  ...(status !== '200' && {
    '200': { description: 'Refused', content: { 'application/json': { schema: reference('Refusal') } } },
  }),
  ...FAILURES,
});

/** The same answers, or server-sent events with such data. */
export function withEvents(answers: Json): Json {
  const done = answers['200'] as { readonly content: Json };
  const events = { schema: { ...STRING, description: 'Events, each with JSON after `data:`' } };
  return { ...answers, '200': { ...done, content: { ...done.content, 'text/event-stream': events } } };
}

export const BINARY: Json = { type: 'string', format: 'binary' };
const fileSchema = (mediaType: string): Json => (/^text\/|\+xml/.test(mediaType) ? STRING : BINARY);

/** A file of one of these kinds; a refusal is JSON. */
export const download = (mediaTypes: readonly string[]): Json => ({
  '200': {
    description: 'The file, or why there is none',
    content: {
      ...Object.fromEntries(mediaTypes.map((one) => [one.split(';')[0], { schema: fileSchema(one) }])),
      'application/json': { schema: reference('Refusal') },
    },
  },
  ...FAILURES,
});

export const parameter = (
  name: string,
  place: 'path' | 'query' | 'header',
  schema: unknown,
  required = place === 'path',
): Json => ({ name, in: place, required, schema });

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

export const IDEMPOTENCY = parameter('Idempotency-Key', 'header', { type: 'string', minLength: 1, maxLength: 200 });

/** What a signed call says of itself: seconds since 1970, and the signature of version 2, or of the first where the sender may still use it. */
export const SIGNATURE = [
  parameter(TIMESTAMP_HEADER, 'header', { type: 'string', pattern: '^[0-9]{1,12}$' }, true),
  parameter(SIGNATURE_HEADER, 'header', { type: 'string', pattern: '^(v2=)?[0-9a-f]{64}$' }, true),
];

/** `GET /order/log/{id}` is `getOrderLogById`: the same for as long as the call stands where it stands. */
const operationId = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.replace(/\{(\w+)\}/g, 'by-$1').split(/[^\p{L}\p{N}_]+/u)]
    .filter((word) => word !== '')
    .map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

export type Paths = Record<string, Record<string, Json>>;

export function add(paths: Paths, method: string, path: string, operation: Json): void {
  const parameters = [
    ...pathParameters(path).map((name) => parameter(name, 'path', name === 'id' ? INTEGER : STRING)),
    ...((operation['parameters'] as Json[] | undefined) ?? []),
  ];
  (paths[`/api${path}`] ??= {})[method.toLowerCase()] ??= {
    operationId: operationId(method, path),
    ...operation,
    ...(parameters.length > 0 && { parameters }),
  };
}

export const body = (schema: unknown): Json => ({ required: true, content: { 'application/json': { schema } } });
export const formBody = (schema: unknown): Json => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema } },
});
