import { callChangesPath, historyPath, openingKeys, permissionKey, type Resource } from '../../../model/index.ts';
import { INTEGER, list, object, orNull, SAVED, STRING } from '../../../calls/index.ts';
import { add, body, envelope, IDEMPOTENCY, parameter, type Paths } from '../openapiParts.ts';

const CHANGES = list(
  object(
    { field: STRING, before: {}, after: {} },
    { titles: { ...object({}, { before: STRING, after: STRING }), description: 'Of relations' } },
  ),
);

const ENTRY = object({
  id: INTEGER,
  time: { ...STRING, description: 'Wall clock of the zone of the application' },
  userId: orNull(INTEGER),
  userName: STRING,
  event: { ...STRING, description: 'Module and action of the call, or what happened' },
  created: { type: 'boolean' },
  restored: { ...orNull(STRING), description: 'Time of the version that was brought back' },
  restorable: { type: 'boolean' },
  changes: CHANGES,
});

const PAGE = object({
  list: list(ENTRY),
  pageNo: INTEGER,
  pageSize: INTEGER,
  total: INTEGER,
  totalPage: INTEGER,
});

const DIFFERENCE = object({
  updateTime: STRING,
  changes: CHANGES,
  left: {
    ...list(object({ field: STRING, reason: { enum: ['gone', 'state', 'readOnly', 'permission', 'locked'] } })),
    description: 'What stays as it is, and why',
  },
});

const CHANGED = object({
  records: list(
    object({
      resource: STRING,
      id: INTEGER,
      title: STRING,
      happened: { enum: ['created', 'changed', 'deleted'] },
      changes: CHANGES,
    }),
  ),
  others: { ...INTEGER, description: 'Further records that are not shown' },
});

/** What a call of the operation log changed. */
export function addCallChangesPaths(paths: Paths, resource: Resource): void {
  const path = callChangesPath(resource);
  if (!path) return;
  add(paths, 'GET', path, {
    tags: [resource.name],
    summary: 'What this call changed, record by record',
    'x-permission': permissionKey(resource.permission, 'detail'),
    responses: envelope(CHANGED),
  });
}

/** History and restore of one resource, where its schema asks for them. */
export function addHistoryPaths(paths: Paths, resource: Resource, restorable: boolean): void {
  const path = historyPath(resource);
  if (!path) return;
  const { name, permission } = resource;
  const tags = [name];
  const edit = permissionKey(permission, 'edit');
  add(paths, 'GET', path, {
    tags,
    summary: `History of a ${name}, newest first`,
    'x-permission': openingKeys(resource),
    parameters: ['pageNo', 'pageSize'].map((one) => parameter(one, 'query', INTEGER)),
    responses: envelope(PAGE),
  });
  if (!restorable) return;
  add(paths, 'GET', `${path}/{entry}`, {
    tags,
    summary: `What restoring this version of a ${name} would change`,
    'x-permission': edit,
    responses: envelope(DIFFERENCE),
  });
  add(paths, 'POST', `${path}/{entry}/restore`, {
    tags,
    summary: `Restore a version of a ${name}`,
    'x-permission': edit,
    parameters: [IDEMPOTENCY],
    requestBody: body({
      type: 'object',
      properties: {
        updateTime: { type: 'string', description: 'Of the record as it was read; another one is a conflict' },
      },
    }),
    responses: envelope(SAVED),
  });
}
