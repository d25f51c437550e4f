import type { FastifyInstance } from 'fastify';
import type { Entity, Field, Model, Resource } from '../../model/index.ts';
import type { Command, InputSchema, ResourceHooks, ServerModule } from '../contract.ts';
import { MAX_PAGE_SIZE, recordSchema } from '../data/index.ts';
import { sometimes } from './openapiConditions.ts';
import { addOwnPaths } from './openapiOwn.ts';
import { jsonAnswer } from './envelope.ts';
import { addRoute } from './route.ts';
import {
  add,
  answered,
  body,
  envelope,
  IDEMPOTENCY,
  INTEGER,
  parameter,
  pathParameters,
  reference,
  referring,
  STRING,
  type Json,
  type Paths,
} from './openapiParts.ts';
import { addUndeletePath, DELETED_PARAMETER } from './deleted/index.ts';
import { addCallChangesPaths, addHistoryPaths, isRestorable } from './history/index.ts';
import { addExportPath, addImportPaths } from './transfer/index.ts';
import { addSearchPath } from './search.ts';

/** One property as it is on the wire. */
export function propertyOf(field: Field): Json {
  const { readOnly, writeOnly, schema } = field;
  const plain = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-')));
  const note = field.schema['x-codes']
    ? `Code table ${field.codes}.`
    : field.ref
      ? `Id of ${field.ref.resource}.`
      : undefined;
  return {
    ...plain,
    ...(readOnly && { readOnly }),
    ...(writeOnly && { writeOnly }),
    ...(note && { description: [schema.description, note].filter(Boolean).join(' ') }),
  };
}

function entitySchema(entity: Entity): Json {
  const properties: Json = {};
  for (const field of entity.fields) {
    properties[field.name] = propertyOf(field);
    if (field.ref)
      properties[field.ref.as] = {
        type: 'string',
        readOnly: true,
      };
    for (const name of Object.keys(field.ref?.with ?? {})) properties[name] = { readOnly: true };
  }
  for (const { name, resource } of entity.many) properties[name] = { type: 'array', items: reference(resource) };
  const required = entity.fields
    .filter((field) => field.required && !field.readOnly && !field.show)
    .map((field) => field.name);
  const conditional = sometimes(entity);
  return {
    type: 'object',
    ...(entity.schema.title && { title: entity.schema.title }),
    properties,
    ...(required.length > 0 && { required }),
    ...(conditional.length > 0 && { allOf: conditional }),
  };
}

const page = (name: string): Json => ({
  type: 'object',
  properties: {
    list: { type: 'array', items: answered(name) },
    pageNo: INTEGER,
    pageSize: INTEGER,
    total: INTEGER,
    totalPage: INTEGER,
  },
});

function listParameters(resource: Resource): Json[] {
  const filters = resource.list.filters.flatMap((filter) =>
    filter.operator === 'range' ? [`${filter.name}Start`, `${filter.name}End`] : [filter.name],
  );
  return [
    parameter('pageNo', 'query', INTEGER),
    parameter('pageSize', 'query', {
      type: 'integer',
      description: `More than ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}`,
    }),
    parameter('sortField', 'query', STRING),
    parameter('sortOrder', 'query', { enum: ['ascend', 'descend'] }),
    parameter('id', 'query', INTEGER),
    parameter('ids', 'query', STRING),
    ...filters.filter((name) => name !== 'id' && name !== 'ids').map((name) => parameter(name, 'query', STRING)),
    ...(resource.entity.deletion === 'soft' && !filters.includes('deleted') ? [DELETED_PARAMETER] : []),
  ];
}

function addResourcePaths(paths: Paths, resource: Resource, info: Json | undefined): void {
  const { name, api, entity, permission } = resource;
  const tags = [name];
  const writable = !entity.log;
  const saved = { type: 'object', properties: { id: INTEGER, updateTime: STRING } };
  const list = {
    tags,
    summary: `List ${name}`,
    'x-permission': permission.route,
    parameters: listParameters(resource),
    responses: envelope(page(entity.name)),
  };
  if (resource.dialect === 'simple-rest') {
    const path = `/resources/${name}`;
    const record = (status: string): Json => ({
      [status]: { description: 'The record', content: { 'application/json': { schema: answered(entity.name) } } },
    });
    const parameters = ['range', 'sort', 'filter'].map((one) => parameter(one, 'query', STRING));
    add(paths, 'GET', path, {
      ...list,
      parameters,
      responses: {
        '200': {
          description: 'The page; Content-Range says of how many',
          content: { 'application/json': { schema: { type: 'array', items: answered(entity.name) } } },
        },
      },
    });
    addExportPath(paths, resource, parameters.slice(1));
    add(paths, 'GET', `${path}/{id}`, { tags, summary: `Read ${name}`, responses: record('200') });
    if (!writable) return;
    add(paths, 'POST', path, {
      tags,
      summary: `Create ${name}`,
      parameters: [IDEMPOTENCY],
      requestBody: body(reference(name)),
      responses: record('201'),
    });
    add(paths, 'PUT', `${path}/{id}`, {
      tags,
      summary: `Change ${name}`,
      requestBody: body(reference(name)),
      responses: record('200'),
    });
    if (entity.deletion !== 'never')
      add(paths, 'DELETE', `${path}/{id}`, {
        tags,
        summary: `Delete ${name}`,
        responses: { '200': { description: 'Deleted' } },
      });
    return;
  }
  if (api.list) add(paths, 'GET', api.list, list);
  if (api.options)
    add(paths, 'GET', api.options, {
      tags,
      summary: `Options of ${name}`,
      responses: envelope({
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: INTEGER }, description: 'What a choice shows' },
      }),
    });
  if (api.info)
    add(paths, 'GET', api.info, { tags, summary: `Read ${name}`, responses: envelope(info ?? answered(entity.name)) });
  addExportPath(paths, resource, listParameters(resource));
  if (!writable) return;
  if (api.save)
    add(paths, 'POST', api.save, {
      tags,
      summary: `Create ${name} (no id) or change it (id)`,
      parameters: [IDEMPOTENCY],
      requestBody: body(reference(name)),
      responses: envelope(saved),
    });
  if (api.delete)
    add(paths, 'DELETE', api.delete, { tags, summary: `Delete ${name}`, responses: envelope({ type: 'null' }) });
  if (api.deleteMany) {
    const ids = { type: 'object', required: ['ids'], properties: { ids: { type: 'array', items: INTEGER } } };
    add(paths, 'POST', api.deleteMany, {
      tags,
      summary: `Delete several ${name}`,
      requestBody: body(ids),
      responses: envelope({ type: 'object', properties: { count: INTEGER } }),
    });
  }
}

function addCommandPath(paths: Paths, command: Command): void {
  const { method, path, summary, described, answer, permission, log } = command;
  const input = described ?? command.input;
  const inPath = new Set(pathParameters(path));
  const properties = (input['properties'] ?? {}) as Record<string, InputSchema>;
  const required = new Set((input['required'] ?? []) as string[]);
  const rest = Object.keys(properties).filter((name) => !inPath.has(name));
  const withoutPath = {
    ...input,
    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
    required: rest.filter((name) => required.has(name)),
  };
  add(paths, method, path, {
    tags: [log?.module ?? path.split('/')[1]!],
    summary,
    'x-permission': permission,
    ...(permission === 'public' && { security: [] }),
    ...(method === 'POST'
      ? { parameters: [IDEMPOTENCY], requestBody: body(withoutPath) }
      : { parameters: rest.map((name) => parameter(name, 'query', properties[name], required.has(name))) }),
    responses:
      'contentMediaType' in answer
        ? { '200': { description: 'The file', content: { [String(answer['contentMediaType'])]: { schema: STRING } } } }
        : envelope(referring(answer)),
  });
}

/** What a description is made of beside the model. */
interface Described {
  readonly commands: readonly Command[];
  readonly hooks?: ServerModule['hooks'];
  readonly title: string;
}

/** The record of an info call whose hook adds to it. */
function infoOf(model: Model, { entity }: Resource, hooks: ResourceHooks | undefined): Json | undefined {
  const adds = hooks?.adds as { readonly properties: Json; readonly required?: readonly string[] } | undefined;
  if (!adds) return undefined;
  const { properties, required, ...record } = recordSchema(model, entity);
  return referring({
    ...record,
    required: [...new Set([...required, ...(adds.required ?? [])])],
    properties: { ...properties, ...adds.properties },
  }) as Json;
}

/** The OpenAPI 3.1 document of everything the model and the commands offer. */
export function describeApi(model: Model, { commands, hooks = {}, title }: Described): Json {
  const paths: Paths = {};
  const served = new Set(commands.map(({ method, path }) => `${method} ${path}`));
  for (const command of commands) addCommandPath(paths, command);
  for (const resource of model.resources.values()) {
    addImportPaths(paths, resource, resource.entity);
    addCallChangesPaths(paths, resource);
    addHistoryPaths(paths, resource, isRestorable(resource, served));
    addUndeletePath(paths, resource);
    addResourcePaths(paths, resource, infoOf(model, resource, hooks[resource.entity.name]));
  }
  addOwnPaths(paths);
  addSearchPath(paths);
  const tags = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one['tags'] as readonly string[])),
  );
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/', description: 'The server that answers this' }],
    tags: [...tags].sort().map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries([
        ...[...model.resources.values()].map((resource) => [resource.name, entitySchema(resource.entity)]),
        ...[...model.entities.values()].map((entity) => [
          `${entity.name}.answer`,
          referring(recordSchema(model, entity)),
        ]),
      ]),
      responses: {
        Failure: {
          description: 'No living session (401) or no permission (403)',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { statusCode: INTEGER, message: STRING, data: {} } },
            },
          },
        },
      },
    },
  };
}

/** The description for developers who are signed in and may see the menu table. */
export function addOpenApi(app: FastifyInstance, describe: () => Json): void {
  let text: string | undefined;
  addRoute(app, {
    method: 'GET',
    path: '/openapi.json',
    permission: 'menu-list',
    handle: async () => jsonAnswer((text ??= JSON.stringify(describe()))),
  });
}
