import {
  exportParameters,
  exportPath,
  importPath,
  permissionKey,
  type Entity,
  type Resource,
} from '../../../model/index.ts';
import { INTEGER, list, NOTHING, object, orNull, STRING } from '../../../calls/index.ts';
import {
  add,
  BINARY,
  body,
  download,
  envelope,
  IDEMPOTENCY,
  parameter,
  personOnly,
  proofOf,
  type Json,
  type Paths,
} from '../openapiParts.ts';
import { MIME_TYPES } from './exports.ts';

const FILE = download(Object.values(MIME_TYPES));

const COLUMN = object({
  header: STRING,
  field: orNull(STRING),
  label: STRING,
  as: { enum: ['named', 'labelled', 'unknown', 'notWritable', 'twice'] },
});
const COUNTS = [
  'rows',
  'waiting',
  'creates',
  'updates',
  'unchanged',
  'bad',
  'created',
  'updated',
  'failed',
  'errorPages',
];
const STATE = object({
  id: INTEGER,
  state: { enum: ['checked', 'running', 'done'] },
  fileName: STRING,
  encoding: STRING,
  headerRow: INTEGER,
  answers: list(object({ about: STRING, label: STRING, value: STRING })),
  columns: list(COLUMN),
  ...Object.fromEntries(COUNTS.map((name) => [name, INTEGER])),
  errors: list(object({ row: INTEGER, field: STRING, label: STRING, message: STRING })),
});

/** A file that can be read in several ways. */
const ASKING = object({
  state: { const: 'asking' },
  fileName: STRING,
  questions: list(
    object({
      about: {
        type: 'string',
        description: 'encoding, separator, sheet, header, dates:<property> or numbers:<property>',
      },
      label: STRING,
      remembered: { ...orNull(STRING), description: 'What the user chose for the last file' },
      choices: list(
        object({
          value: STRING,
          rows: { ...list(list(STRING)), description: 'First rows; of a column, cells as written and as read' },
        }),
      ),
    }),
  ),
});
const CHOICES: Json = {
  type: 'string',
  description: 'JSON object: how to read the file where it does not say, by what a question is about',
};

/** The export of a resource; `filters` are its list's parameters. */
export function addExportPath(paths: Paths, resource: Resource, filters: readonly Json[]): void {
  const path = exportPath(resource);
  if (!path) return;
  const { name } = resource;
  const called = exportParameters(resource);
  const paged = new Set(['pageNo', 'pageSize']);
  add(paths, 'GET', path, {
    tags: [name],
    summary: `Export ${name}`,
    'x-permission': permissionKey(resource.permission, 'export'),
    parameters: [
      ...filters.filter((one) => !paged.has(String(one['name']))),
      parameter(called.format, 'query', { enum: ['csv', 'xlsx'], default: 'csv' }),
      parameter(called.values, 'query', {
        enum: ['labels', 'raw'],
        default: 'labels',
        description: 'raw: property names, ids and codes, to be imported again',
      }),
      parameter(called.columns, 'query', { type: 'string', description: 'Properties, separated by commas' }),
    ],
    responses: FILE,
  });
}

/** The declared import in one call, and the file to fill in for it. */
function addImportAtOncePaths(paths: Paths, { name, permission, api, entity }: Resource): void {
  const about = { tags: [name], 'x-permission': permissionKey(permission, 'import') };
  if (api.importTemplate)
    add(paths, 'GET', api.importTemplate, {
      ...about,
      summary: `A file to fill in, for ${name}`,
      parameters: [parameter('format', 'query', { enum: ['csv', 'xlsx'], default: 'csv' })],
      responses: FILE,
    });
  if (!api.importAtOnce) return;
  const failed = list(object({ row: INTEGER, message: STRING }));
  add(paths, 'POST', api.importAtOnce, {
    ...about,
    summary: `Import a file of ${name} in one call`,
    parameters: [IDEMPOTENCY],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: BINARY, choices: CHOICES } },
        },
      },
    },
    ...personOnly(entity),
    responses: { ...envelope(object({ created: INTEGER, failed })), ...proofOf(entity) },
  });
}

/** The calls of a resource's import. */
export function addImportPaths(paths: Paths, resource: Resource, entity: Pick<Entity, 'log' | 'fields'>): void {
  addImportAtOncePaths(paths, resource);
  const path = importPath(resource, entity);
  if (!path) return;
  const { name, permission } = resource;
  const about = (summary: string): Json => ({
    tags: [name],
    summary: `${summary} ${name}`,
    'x-permission': permissionKey(permission, 'import'),
  });
  const upload = {
    type: 'object',
    required: ['file'],
    properties: {
      file: BINARY,
      updateBy: { type: 'string', description: 'Unique property by which rows without id find their record' },
      choices: CHOICES,
    },
  };
  const open = object({ open: orNull(STATE), updateKeys: list(STRING) });
  add(paths, 'GET', path, { ...about('The import to go on with, of'), responses: envelope(open) });
  add(paths, 'POST', path, {
    ...about('Check a file for the import of'),
    parameters: [IDEMPOTENCY],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } },
    ...personOnly(entity),
    responses: { ...envelope({ anyOf: [STATE, ASKING] }), ...proofOf(entity) },
  });
  add(paths, 'GET', `${path}/template`, {
    ...about('A file to fill in, for the import of'),
    parameters: [parameter('format', 'query', { enum: ['xlsx', 'csv'], default: 'xlsx' })],
    responses: FILE,
  });
  add(paths, 'GET', `${path}/{id}`, {
    ...about('State of an import of'),
    parameters: [parameter('pageNo', 'query', { type: 'integer', description: 'Page of the errors' })],
    responses: envelope(STATE),
  });
  add(paths, 'POST', `${path}/{id}/run`, {
    ...about('Write the next rows (until the state is done) of an import of'),
    parameters: [IDEMPOTENCY],
    requestBody: { ...body({ type: 'object' }), required: false },
    ...personOnly(entity),
    responses: { ...envelope(STATE), ...proofOf(entity) },
  });
  add(paths, 'DELETE', `${path}/{id}`, { ...about('Give up an import of'), responses: envelope(NOTHING) });
}
