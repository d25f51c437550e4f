import { permissionKey, reachPath, undeletePath, type Resource } from '../../../model/index.ts';
import { ID, INTEGER, list, object, STRING } from '../../../calls/index.ts';
import { add, body, envelope, parameter, personOnly, proofOf, type Json, type Paths } from '../openapiParts.ts';

/** Asks a list for the soft-deleted rows, each with its `deleteTime`. */
export const DELETED_PARAMETER: Json = {
  ...parameter('deleted', 'query', { type: 'boolean' }),
  description: 'true: the deleted rows in place of the others; needs the permission to delete',
};

/** What became of several records: how many were changed, and which were not and why. */
export const DELETED_SEVERAL: Json = object({
  count: INTEGER,
  failures: list(object({ id: INTEGER, message: STRING }, { name: STRING })),
});

/** The way back for deleted rows of one resource, where they are soft-deleted. */
export function addUndeletePath(paths: Paths, resource: Resource): void {
  const path = undeletePath(resource);
  if (!path) return;
  const { name, permission, entity } = resource;
  add(paths, 'POST', path, {
    tags: [name],
    summary: `Take back that ${name} were deleted`,
    'x-permission': permissionKey(permission, 'delete'),
    requestBody: body(object({ ids: { type: 'array', items: ID, minItems: 1, maxItems: 200 } })),
    ...personOnly(entity),
    responses: { ...envelope(DELETED_SEVERAL), ...proofOf(entity) },
  });
}

/** What a deletion takes along, where it does. */
export function addReachPath(paths: Paths, resource: Resource): void {
  const path = reachPath(resource);
  if (!path) return;
  const effect = { enum: ['cascade', 'clear'] };
  add(paths, 'GET', path, {
    tags: [resource.name],
    summary: `What a deletion of ${resource.name} takes along`,
    'x-permission': permissionKey(resource.permission, 'delete'),
    parameters: [parameter('ids', 'query', { type: 'array', items: ID, minItems: 1, maxItems: 200 }, true)],
    responses: envelope(list(object({ resource: STRING, title: STRING, count: INTEGER, effect }))),
  });
}
