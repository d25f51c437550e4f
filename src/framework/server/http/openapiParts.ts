/** What the descriptions of calls are made of. */
export type Json = Record<string, unknown>;

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
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

export type Paths = Record<string, Record<string, Json>>;

export function add(paths: Paths, method: string, path: string, operation: Json): void {
  const parameters = [
    ...pathParameters(path).map((name) => parameter(name, 'path', name === 'id' ? INTEGER : STRING)),
    ...((operation['parameters'] as Json[] | undefined) ?? []),
  ];
  (paths[`/api${path}`] ??= {})[method.toLowerCase()] ??= {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
  };
}

export const body = (schema: unknown): Json => ({ required: true, content: { 'application/json': { schema } } });
