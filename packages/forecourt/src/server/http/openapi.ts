import type { FastifyInstance } from 'fastify';
import { ID, INTEGER, list, NOTHING, object, SAVED, STRING, type FileSchema } from '../../calls/index.ts';
import { narrowedDescription, type Model, type Resource } from '../../model/index.ts';
import type { Command, InputSchema, ServerModule } from '../contract.ts';
import { MAX_PAGE_SIZE } from '../data/index.ts';
import { addOwnPaths } from './openapiOwn.ts';
import { jsonAnswer } from './envelope.ts';
import { addRoute } from './route.ts';
import {
  add,
  bare,
  body,
  download,
  envelope,
  IDEMPOTENCY,
  SIGNATURE,
  parameter,
  PROBLEM,
  PROOF,
  proofOf,
  pathParameters,
  reference,
  referring,
  REFUSAL,
  type Json,
  type Paths,
} from './openapiParts.ts';
import { addReachPath, addUndeletePath, DELETED_PARAMETER, DELETED_SEVERAL } from './deleted/index.ts';
import { addCallChangesPaths, addHistoryPaths, isRestorable } from './history/index.ts';
import { addPrivateFilePaths } from './files/index.ts';
import { schemasOf } from './openapiRecords.ts';
import { addExportPath, addImportPaths } from './transfer/index.ts';
import { addSearchPath } from './search.ts';

/** One page of a list. */
const page = (rows: Json): Json =>
  object(
    { list: list(rows), pageNo: INTEGER, pageSize: INTEGER, total: INTEGER, totalPage: INTEGER },
    { totalAtLeast: { type: 'boolean', description: 'There are more; the total is an estimate' } },
  );

/** Narrows the rows of a list. */
const FIELDS_PARAMETER: Json = {
  ...parameter('fields', 'query', STRING),
  description:
    'Names of properties of a row, separated by commas: only these are answered, beside the id. With the name of a relation come its title and what else is told of its record',
};

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
    ...(filters.includes('fields') ? [] : [FIELDS_PARAMETER]),
    ...(resource.entity.deletion === 'soft' && !filters.includes('deleted') ? [DELETED_PARAMETER] : []),
  ];
}

function addResourcePaths(paths: Paths, resource: Resource, whole: Json | undefined): void {
  const { name, api, entity, permission } = resource;
  const [row, info, create, change] = ['row', 'info', 'create', 'change'].map((way) => reference(`${name}.${way}`));
  const tags = [name];
  const writable = !entity.log;
  const listing = {
    tags,
    summary: `List ${name}`,
    'x-permission': permission.route,
    parameters: listParameters(resource),
    responses: envelope(whole ? { anyOf: [page(row!), whole] } : page(row!)),
  };
  if (resource.dialect === 'simple-rest') {
    const path = `/resources/${name}`;
    const parameters = ['range', 'sort', 'filter'].map((one) => parameter(one, 'query', STRING));
    add(paths, 'GET', path, {
      ...listing,
      parameters: [...parameters, FIELDS_PARAMETER],
      responses: bare({ anyOf: [list(row!), reference('Refusal')] }, '200', 'The page; Content-Range says of how many'),
    });
    addExportPath(paths, resource, parameters.slice(1));
    add(paths, 'GET', `${path}/{id}`, {
      tags,
      summary: `Read ${name}`,
      responses: bare({ anyOf: [info, reference('Refusal')] }),
    });
    if (!writable) return;
    add(paths, 'POST', path, {
      tags,
      summary: `Create ${name}`,
      parameters: [IDEMPOTENCY],
      requestBody: body(create),
      responses: bare(info, '201', 'The record'),
    });
    add(paths, 'PUT', `${path}/{id}`, {
      tags,
      summary: `Change ${name}`,
      requestBody: body({ allOf: [change], description: 'The id is that of the address' }),
      responses: bare({ anyOf: [info, reference('Refusal')] }),
    });
    if (entity.deletion !== 'never')
      add(paths, 'DELETE', `${path}/{id}`, {
        tags,
        summary: `Delete ${name}`,
        responses: bare({ anyOf: [object({ id: ID }), reference('Refusal')] }),
      });
    return;
  }
  if (api.list) add(paths, 'GET', api.list, listing);
  if (api.options)
    add(paths, 'GET', api.options, {
      tags,
      summary: `Options of ${name}`,
      responses: envelope({
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: INTEGER }, description: 'What a choice shows' },
      }),
    });
  if (api.info) add(paths, 'GET', api.info, { tags, summary: `Read ${name}`, responses: envelope(info) });
  addExportPath(paths, resource, listParameters(resource));
  if (!writable) return;
  if (api.save)
    add(paths, 'POST', api.save, {
      tags,
      summary: `Create ${name} (no id) or change it (id)`,
      parameters: [IDEMPOTENCY],
      requestBody: body({ anyOf: [create, change] }),
      responses: { ...envelope(SAVED), ...proofOf(entity) },
    });
  if (api.delete) add(paths, 'DELETE', api.delete, { tags, summary: `Delete ${name}`, responses: envelope(NOTHING) });
  if (api.deleteMany) {
    add(paths, 'POST', api.deleteMany, {
      tags,
      summary: `Delete several ${name}`,
      requestBody: body(object({ ids: list(ID) })),
      responses: envelope(DELETED_SEVERAL),
    });
  }
}

function addCommandPath(paths: Paths, command: Command): void {
  const { method, path, summary, described, answer, permission, proof, log } = command;
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
    ...((permission === 'public' || permission === 'signed') && { security: [] }),
    ...(proof && { security: [{ session: [] }] }),
    ...(method === 'POST'
      ? { parameters: permission === 'signed' ? SIGNATURE : [IDEMPOTENCY], requestBody: body(withoutPath) }
      : { parameters: rest.map((name) => parameter(name, 'query', properties[name], required.has(name))) }),
    responses: {
      ...('mediaTypes' in answer
        ? download(answer['mediaTypes'] as FileSchema['mediaTypes'])
        : envelope(referring(answer))),
      ...(proof && PROOF),
    },
  });
}

/** What a description is made of beside the model. */
interface Described {
  readonly commands: readonly Command[];
  readonly hooks?: ServerModule['hooks'];
  readonly title: string;
  /** What all addresses begin with below a proxy. */
  readonly basePath?: string;
}

const REFUSED: Json = {
  'application/json': { schema: reference('Refusal') },
  'application/problem+json': { schema: reference('Problem') },
};

/** The OpenAPI 3.1 document of everything the model and the commands offer. */
export function describeApi(model: Model, { commands, hooks = {}, title, basePath = '' }: Described): Json {
  const paths: Paths = {};
  const served = new Set(commands.map(({ method, path }) => `${method} ${path}`));
  for (const command of commands) addCommandPath(paths, command);
  for (const resource of model.resources.values()) {
    addImportPaths(paths, resource, resource.entity);
    addCallChangesPaths(paths, resource);
    addHistoryPaths(paths, resource, isRestorable(resource, served));
    addUndeletePath(paths, resource);
    addReachPath(paths, resource);
    addResourcePaths(paths, resource, hooks[resource.name]?.wholeAnswer);
  }
  addPrivateFilePaths(paths, model);
  addOwnPaths(paths);
  addSearchPath(paths);
  const tags = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one['tags'] as readonly string[])),
  );
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'With the header `Accept-Version: 2` a call that is not done has a status of its own (400, 403, 404, 409, 422 …) and problem details (RFC 9457); else it is HTTP 200 with a `statusCode` from 400 on.',
    },
    servers: [{ url: `${basePath}/`, description: 'The server that answers this' }],
    tags: [...tags].sort().map((name) => ({ name })),
    security: [{ session: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/admin/user/login' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'fc_live_…', description: 'An API key, for programs' },
      },
      schemas: { ...schemasOf(model, hooks), Refusal: REFUSAL, Problem: PROBLEM },
      responses: {
        ProofNeeded: {
          description:
            'The password was proven more than ten minutes ago: prove it anew (POST /api/admin/user/prove), then repeat the call',
          content: REFUSED,
        },
        Failure: {
          description: 'No session that lives (401), no permission (403), or not now',
          content: REFUSED,
        },
      },
    },
  };
}

/** The description for developers who are signed in and may see the menu table. */
export function addOpenApi(app: FastifyInstance, model: Model, describe: () => Json): void {
  let text: string | undefined;
  addRoute(app, {
    method: 'GET',
    path: '/openapi.json',
    permission: 'menu-list',
    handle: async ({ actor }) =>
      jsonAnswer(
        actor.fields
          ? JSON.stringify(narrowedDescription(describe(), model.entities.values(), actor))
          : (text ??= JSON.stringify(describe())),
      ),
  });
}
