/** What the descriptions of calls are made of. */
export type Json = Record<string, unknown>;

/** What a save of a resource takes. */
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
export const STRING: Json = { type: 'string' };
export const INTEGER: Json = { type: 'integer' };

export const envelope = (data: unknown): Json => ({
  '200': {
    description: 'Done, or refused: then `statusCode` is 400, 404 or 409 and `data.errors` names fields.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['statusCode', 'message', 'data'],
          properties: { statusCode: INTEGER, message: STRING, data },
        },
      },
    },
  },
  '401': { $ref: '#/components/responses/Failure' },
  '403': { $ref: '#/components/responses/Failure' },
});

export const parameter = (
  name: string,
  place: 'path' | 'query' | 'header',
  schema: unknown,
  required = place === 'path',
): Json => ({ name, in: place, required, schema });

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

export const IDEMPOTENCY = parameter('Idempotency-Key', 'header', { type: 'string', minLength: 1, maxLength: 200 });

/** `GET /order/log/{id}` is `getOrderLogById`: the same for as long as the call stands where it stands. */
export const operationId = (method: string, path: string): string =>
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
