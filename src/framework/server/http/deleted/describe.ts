import { permissionKey, undeletePath, type Resource } from '../../../model/index.ts';
import { add, body, envelope, INTEGER, parameter, STRING, type Json, type Paths } from '../openapiParts.ts';

/** Asks a list for the soft-deleted rows, each with its `deleteTime`. */
export const DELETED_PARAMETER: Json = {
  ...parameter('deleted', 'query', { type: 'boolean' }),
  description: 'true: the deleted rows in place of the others; needs the permission to delete',
};

const FAILURE: Json = { type: 'object', properties: { id: INTEGER, message: STRING } };

/** The way back for deleted rows of one resource, where they are soft-deleted. */
export function addUndeletePath(paths: Paths, resource: Resource): void {
  const path = undeletePath(resource);
  if (!path) return;
  const { name, permission } = resource;
  add(paths, 'POST', path, {
    tags: [name],
    summary: `Take back that ${name} were deleted`,
    'x-permission': permissionKey(permission, 'delete'),
    requestBody: body({
      type: 'object',
      required: ['ids'],
      properties: { ids: { type: 'array', items: INTEGER, minItems: 1, maxItems: 200 } },
    }),
    responses: envelope({
      type: 'object',
      properties: { count: INTEGER, failures: { type: 'array', items: FAILURE } },
    }),
  });
}
