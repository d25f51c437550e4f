import { needsProof, openingKeys, permissionKey, type Model, type Resource } from '../../model/index.ts';
import type { Actor, Command } from '../contract.ts';
import { MOST_ROWS } from './bounded.ts';
import {
  allows,
  BadArguments,
  idOf,
  inAddress,
  numberOf,
  object,
  objectOf,
  requireKnown,
  textOf,
  type ApiCall,
  type Json,
  type Keys,
  type Tool,
} from './tool.ts';

/** Rows of a page, where nothing else is asked for. */
const ROWS = 20;

/** Who may do what, and what goes out to other systems, is decided by persons. */
const OF_PERSONS: ReadonlySet<string> = new Set(['user', 'role', 'menu', 'apiKey', 'webhook', 'webhookDelivery']);
export const isOfPersons = ({ entity }: Resource): boolean => OF_PERSONS.has(entity.name) || needsProof(entity);

/** A tool over one resource: who may use it there, and the call that it makes. */
interface Way {
  readonly keys: Keys;
  call(args: Json): ApiCall;
}

export type Ways = ReadonlyMap<string, Way>;

const RESOURCE = { type: 'string', description: 'Name of a resource; `describe` says what each is' };
const ID = { type: ['integer', 'string'], description: 'Id of the record' };
const FIELDS = {
  type: 'array',
  items: { type: 'string' },
  description: 'Only these properties, beside the id: shorter answers',
};

const FIND: Readonly<Record<string, Json>> = {
  keyword: { type: 'string', description: 'A text to search for' },
  filter: {
    type: 'object',
    description: 'Values by the names of filters; `describe` has the names. A range is nameStart and nameEnd.',
  },
  sort: { type: 'string', description: 'Name of the property to sort by' },
  order: { enum: ['ascend', 'descend'] },
  page: { type: 'integer', minimum: 1, description: 'Default 1' },
  pageSize: { type: 'integer', minimum: 1, maximum: MOST_ROWS, description: `Default ${ROWS}` },
  fields: FIELDS,
};

const fieldsOf = (args: Json): string | undefined => {
  const fields = args['fields'];
  if (fields === undefined || fields === null) return undefined;
  if (!Array.isArray(fields) || !fields.every((one) => typeof one === 'string'))
    throw new BadArguments('"fields" is a list of names');
  return fields.length === 0 ? undefined : fields.join();
};

const filterOf = (args: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOf(args, 'filter'))
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, inAddress(value)]),
  );

/** The page that is asked for. */
export const pageOf = (args: Json): { readonly page: number; readonly pageSize: number } => ({
  page: numberOf(args, 'page', { least: 1, most: 1_000_000 }) ?? 1,
  pageSize: numberOf(args, 'pageSize', { least: 1, most: MOST_ROWS }) ?? ROWS,
});

/** Parameters that are the page's, whatever a filter is called. */
const PAGED: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'sortField', 'sortOrder', 'fields', 'keyword']);

function listCall({ name, dialect, api }: Resource, args: Json): ApiCall {
  requireKnown(args, ['resource', ...Object.keys(FIND)]);
  const { page, pageSize } = pageOf(args);
  const [filter, fields, keyword, sort, order] = [
    filterOf(args),
    fieldsOf(args),
    textOf(args, 'keyword'),
    textOf(args, 'sort'),
    textOf(args, 'order'),
  ];
  const wrong = Object.keys(filter).find((one) => PAGED.has(one));
  if (wrong !== undefined) throw new BadArguments(`"${wrong}" is no filter`);
  const narrowed: Readonly<Record<string, string>> = fields === undefined ? {} : { fields };
  if (dialect === 'simple-rest') {
    const first = (page - 1) * pageSize;
    return {
      method: 'GET',
      path: `/resources/${name}`,
      query: {
        range: JSON.stringify([first, first + pageSize - 1]),
        ...(sort !== undefined && { sort: JSON.stringify([sort, order === 'descend' ? 'DESC' : 'ASC']) }),
        filter: JSON.stringify({ ...filter, ...(keyword !== undefined && { q: keyword }) }),
        ...narrowed,
      },
    };
  }
  return {
    method: 'GET',
    path: api.list!,
    query: {
      ...filter,
      pageNo: String(page),
      pageSize: String(pageSize),
      ...(keyword !== undefined && { keyword }),
      ...(sort !== undefined && { sortField: sort, sortOrder: order ?? 'ascend' }),
      ...narrowed,
    },
  };
}

const placed = (path: string, id: string): string => path.replaceAll('{id}', id);

/** Ways of one tool over all resources that have it. */
function waysOf(
  model: Model,
  commands: readonly Command[],
  way: (resource: Resource) => (Way & { readonly at: string }) | undefined,
): Ways {
  const served = new Map<string, Command>(commands.map((command) => [`${command.method} ${command.path}`, command]));
  return new Map(
    [...model.resources.values()].flatMap((resource) => {
      const own = way(resource);
      if (!own) return [];
      // A command at the same path is what answers, and its permission what counts.
      const command = served.get(own.at);
      if (command && (command.proof || command.permission === 'public' || command.permission === 'signed')) return [];
      return [[resource.name, command ? { ...own, keys: command.permission } : own] as const];
    }),
  );
}

/** One record of a resource that only has a list. */
const rowOf = ({ permission }: Resource, list: string): Way & { readonly at: string } => ({
  keys: permission.route,
  at: `GET ${list}`,
  call: (args) => ({
    ...{ method: 'GET', path: list, one: true },
    query: { ids: idOf(args), pageNo: '1', pageSize: '1' },
  }),
});

/** The ways to records, by tool. */
export interface RecordWays {
  readonly find: Ways;
  readonly read: Ways;
  readonly create: Ways;
  readonly update: Ways;
  readonly delete: Ways;
}

export function recordWays(model: Model, commands: readonly Command[]): RecordWays {
  const of = (way: (resource: Resource) => (Way & { readonly at: string }) | undefined): Ways =>
    waysOf(model, commands, way);
  const simple = ({ dialect }: Resource): boolean => dialect === 'simple-rest';
  const changes = (resource: Resource): boolean => !resource.entity.log && !isOfPersons(resource);
  const key = ({ permission }: Resource, word: string): string => permissionKey(permission, word);
  const saving = (resource: Resource, changed: boolean): (Way & { readonly at: string }) | undefined => {
    const { name, api } = resource;
    if (!changes(resource) || (!simple(resource) && !api.save)) return undefined;
    const own = `/resources/${name}`;
    const keys = key(resource, changed ? 'edit' : 'add');
    const valuesOf = (args: Json): Json => {
      const values = objectOf(args, 'values');
      if ('id' in values) throw new BadArguments('The id does not belong into "values"');
      return values;
    };
    if (!changed)
      return {
        keys,
        at: simple(resource) ? `POST ${own}` : `POST ${api.save}`,
        call: (args) => ({ method: 'POST', path: simple(resource) ? own : api.save!, body: valuesOf(args) }),
      };
    return {
      keys,
      at: simple(resource) ? `PUT ${own}/{id}` : `POST ${api.save}`,
      call(args) {
        const id = idOf(args);
        if (simple(resource)) return { method: 'PUT', path: `${own}/${id}`, body: valuesOf(args) };
        return { method: 'POST', path: api.save!, body: { ...valuesOf(args), id: Number(id) } };
      },
    };
  };
  return {
    find: of((resource) => {
      if (!simple(resource) && !resource.api.list) return undefined;
      return {
        keys: resource.permission.route,
        at: simple(resource) ? `GET /resources/${resource.name}` : `GET ${resource.api.list}`,
        call: (args) => listCall(resource, args),
      };
    }),
    read: of((resource) => {
      const { list, info } = resource.api;
      const path = simple(resource) ? `/resources/${resource.name}/{id}` : info;
      if (path === undefined) return list === undefined ? undefined : rowOf(resource, list);
      return {
        keys: openingKeys(resource),
        at: `GET ${path}`,
        call: (args) => ({ method: 'GET', path: placed(path, idOf(args)) }),
      };
    }),
    create: of((resource) => saving(resource, false)),
    update: of((resource) => saving(resource, true)),
    delete: of((resource) => {
      const path = simple(resource) ? `/resources/${resource.name}/{id}` : resource.api.delete;
      if (!changes(resource) || resource.entity.deletion === 'never' || path === undefined) return undefined;
      return {
        keys: key(resource, 'delete'),
        at: `DELETE ${path}`,
        call: (args) => ({ method: 'DELETE', path: placed(path, idOf(args)) }),
      };
    }),
  };
}

/** Resources for which the actor may use a tool. */
export const allowedNames = (ways: Ways, actor: Actor): readonly string[] =>
  [...ways].filter(([, { keys }]) => allows(keys, actor)).map(([name]) => name);

interface RecordTool extends Pick<Tool, 'name' | 'way' | 'confirms' | 'destroys' | 'pages'> {
  readonly title: string;
  readonly description: string;
  readonly properties: Json;
  readonly required: readonly string[];
}

function overResources(tool: RecordTool, ways: Ways): Tool {
  const { title, description, properties, required, ...rest } = tool;
  return {
    ...rest,
    text(actor) {
      const names = allowedNames(ways, actor);
      if (names.length === 0) return undefined;
      const schema = object({ resource: { ...RESOURCE, enum: names }, ...properties }, ['resource', ...required]);
      return { title, description, inputSchema: schema };
    },
    call(args, actor) {
      requireKnown(args, ['resource', ...Object.keys(properties)]);
      const name = textOf(args, 'resource') ?? '';
      const way = ways.get(name);
      if (!way || !allows(way.keys, actor)) throw new BadArguments(`There is no resource "${name.slice(0, 60)}" here`);
      return way.call(args);
    },
  };
}

const VALUES = { type: 'object', description: 'Values by the names of properties; `describe` has their schema' };

/** `find`, `read`, `create`, `update` and `delete`, over all resources of the model. */
export const recordTools = (ways: RecordWays): readonly Tool[] => [
  overResources(
    {
      name: 'find',
      way: 'get',
      confirms: false,
      destroys: false,
      pages: true,
      title: 'Find records',
      description: 'Rows of one resource, a page at a time. Personal values may be masked.',
      properties: FIND,
      required: [],
    },
    ways.find,
  ),
  overResources(
    {
      name: 'read',
      way: 'get',
      confirms: false,
      destroys: false,
      title: 'Read a record',
      description: 'One record with all that belongs to it.',
      properties: { id: ID },
      required: ['id'],
    },
    ways.read,
  ),
  overResources(
    {
      name: 'create',
      way: 'change',
      confirms: false,
      destroys: false,
      title: 'Create a record',
      description: 'Makes a record. `describe` has the schema of its values under "create".',
      properties: { values: VALUES },
      required: ['values'],
    },
    ways.create,
  ),
  overResources(
    {
      name: 'update',
      way: 'change',
      confirms: false,
      destroys: false,
      title: 'Change a record',
      description:
        'Changes the given values of a record and leaves the others. With `updateTime` as it was read, a record that somebody else has changed meanwhile is refused.',
      properties: { id: ID, values: VALUES },
      required: ['id', 'values'],
    },
    ways.update,
  ),
  overResources(
    {
      name: 'delete',
      way: 'change',
      confirms: true,
      destroys: true,
      title: 'Delete a record',
      description: 'Deletes a record, with what is declared to go with it.',
      properties: { id: ID },
      required: ['id'],
    },
    ways.delete,
  ),
];
