import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permits } from '../../../model/index.ts';
import type { Command, Context, ServerModule } from '../../contract.ts';
import type { DataLayer } from '../../data/index.ts';
import { forbidden } from '../../errors.ts';
import type { Actors } from '../actors.ts';
import { addJsonType } from '../bodies.ts';
import type { Answer } from '../envelope.ts';
import { noteFailure } from '../errorAnswers.ts';
import { settleChanges } from '../guard.ts';
import type { KeyDoor } from '../keyDoor.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { GROUP, providerConfig, resourceTypes, schemas, USER } from './definitions.ts';
import { idOf } from './filter.ts';
import { changeGroup, createGroup, deleteGroup, listGroups, readGroup } from './groups.ts';
import { patched, taken } from './patch.ts';
import { chosenOf, listOf, names, pageOf, requireVersion, type Json, type Resource } from './resource.ts';
import { SCIM_TYPE, scimError, ScimRefusal } from './scimRefusal.ts';
import { changeUser, createUser, deleteUser, listUsers, readUser, takeTurn, type UserRules } from './users.ts';

interface ScimParts {
  readonly data: DataLayer;
  readonly module: Pick<ServerModule, 'hooks'>;
  readonly commands: readonly Command[];
  readonly actors: Actors;
  readonly keys: KeyDoor;
  /** Where the application stands for others, `https://desk.example.com/back`; without it the host of the request. */
  readonly home?: string;
}

/** One kind of resource, and what its calls do. */
interface Kind {
  readonly path: '/Users' | '/Groups';
  readonly schema: string;
  readonly log: string;
  readonly keys: {
    readonly read: string;
    readonly add: string;
    readonly change: readonly string[];
    readonly delete: string;
  };
  readonly list: (
    context: Context,
    query: Json,
    base: string,
  ) => Promise<{ readonly total: number; readonly resources: readonly Resource[] }>;
  readonly read: (context: Context, id: number, base: string, query?: Json) => Promise<Resource>;
  readonly create: (context: Context, resource: Json) => Promise<number>;
  readonly change: (context: Context, before: Resource, resource: Json) => Promise<void>;
  readonly delete: (context: Context, id: number) => Promise<void>;
}

const scimAnswer = (
  body: Json | undefined,
  more: { http?: number; headers?: Record<string, string> } = {},
): Answer => ({
  http: more.http ?? (body ? 200 : 204),
  headers: { ...(body && { 'content-type': SCIM_TYPE }), ...more.headers },
  ...(body && { body: JSON.stringify(body) }),
});

/** One resource, as it was asked for. */
function oneAnswer({ query }: FastifyRequest, resource: Resource, http = 200): Answer {
  const { location, version } = resource.meta;
  const headers = { etag: version, ...(http === 201 && { location }) };
  return scimAnswer(chosenOf(query as Json).of(resource), { http, headers });
}

function idIn({ params }: FastifyRequest): number {
  const id = idOf((params as { readonly id: string }).id);
  if (id === undefined) throw new ScimRefusal(404, undefined, 'There is no such resource');
  return id;
}

/** Answers calls of one kind of resource: each is one transaction, with its line in the operation log, which names the key. */
function addKind(app: FastifyInstance, data: DataLayer, kind: Kind, baseOf: (request: FastifyRequest) => string): void {
  const log = (action: string) => ({ log: { module: kind.log, action }, door: 'SCIM' });
  const one = `${kind.path}/{id}`;

  /** Changes one resource, if it still is what the caller has read, and answers what it is then. */
  async function change(request: FastifyRequest, wanted: (before: Resource) => Promise<Json>): Promise<Resource> {
    const id = idIn(request);
    request.logged = { object: String(id) };
    const base = baseOf(request);
    const text = await data.change(callerOf(request), async (context) => {
      await takeTurn(context);
      const before = await kind.read(context, id, base);
      requireVersion(request.headers['if-match'], before);
      await kind.change(context, before, await wanted(before));
      return kind.read(context, id, base);
    });
    return JSON.parse(text) as Resource;
  }

  addRoute(app, {
    method: 'GET',
    path: kind.path,
    permission: kind.keys.read,
    async handle(request) {
      const query = request.query as Json;
      const page = pageOf(query);
      const { total, resources } = await data.read(callerOf(request), (context) =>
        kind.list(context, query, baseOf(request)),
      );
      const { of } = chosenOf(query);
      return scimAnswer(listOf(resources.map(of), total, page));
    },
  });
  addRoute(app, {
    method: 'GET',
    path: one,
    permission: kind.keys.read,
    async handle(request) {
      const id = idIn(request);
      const found = await data.read(callerOf(request), (context) =>
        kind.read(context, id, baseOf(request), request.query as Json),
      );
      const known = names(request.headers['if-none-match'], found);
      return known
        ? scimAnswer(undefined, { http: 304, headers: { etag: found.meta.version } })
        : oneAnswer(request, found);
    },
  });
  addRoute(app, {
    method: 'POST',
    path: kind.path,
    permission: kind.keys.add,
    ...log('save'),
    async handle(request) {
      const resource = await taken(kind.schema, request.body);
      const base = baseOf(request);
      const text = await data.change(callerOf(request), async (context) =>
        kind.read(context, await kind.create(context, resource), base),
      );
      return oneAnswer(request, JSON.parse(text) as Resource, 201);
    },
  });
  addRoute(app, {
    method: 'PUT',
    path: one,
    permission: kind.keys.change,
    ...log('save'),
    handle: async (request) => oneAnswer(request, await change(request, () => taken(kind.schema, request.body))),
  });
  addRoute(app, {
    method: 'PATCH',
    path: one,
    permission: kind.keys.change,
    ...log('save'),
    async handle(request) {
      const after = await change(request, (before) => patched(kind.schema, before, request.body));
      // A group may have thousands of members, and nobody reads them again.
      if (kind.schema === GROUP) return scimAnswer(undefined, { headers: { etag: after.meta.version } });
      return oneAnswer(request, after);
    },
  });
  addRoute(app, {
    method: 'DELETE',
    path: one,
    permission: kind.keys.delete,
    ...log('delete'),
    async handle(request) {
      const id = idIn(request);
      request.logged = { object: String(id) };
      await data.change(callerOf(request), async (context) => {
        await takeTurn(context);
        requireVersion(request.headers['if-match'], await kind.read(context, id, baseOf(request)));
        await kind.delete(context, id);
        return null;
      });
      return scimAnswer(undefined);
    },
  });
}

const usersKind = (rules: UserRules): Kind => ({
  path: '/Users',
  schema: USER,
  log: 'user',
  keys: { read: 'user-list', add: 'user-add', change: ['user-edit'], delete: 'user-delete' },
  list: (context, query, base) => listUsers(context, query['filter'], pageOf(query), base),
  read: readUser,
  create: createUser,
  change: (context, before, resource) => changeUser(context, rules, before, resource),
  delete: (context, id) => deleteUser(context, rules, id),
});

const groupsKind = (hooks: ServerModule['hooks']): Kind => ({
  path: '/Groups',
  schema: GROUP,
  log: 'role',
  // Members are users, names are roles: which of the two it was is asked for inside.
  keys: { read: 'role-list', add: 'role-add', change: ['role-edit', 'user-edit'], delete: 'role-delete' },
  list: (context, query, base) =>
    listGroups(context, query['filter'], pageOf(query), { base, members: chosenOf(query).wants('members') }),
  read: (context, id, base, query = {}) => readGroup(context, id, base, chosenOf(query).wants('members')),
  create: createGroup,
  change: changeGroup,
  delete: (context, id) => deleteGroup(context, hooks?.['role'], id),
});

/** What the server says of itself. */
function addDiscovery(app: FastifyInstance, baseOf: (request: FastifyRequest) => string): void {
  const whole = { startIndex: 1, count: 100 };
  const told = (path: string, of: (base: string, request: FastifyRequest) => Json): void =>
    addRoute(app, {
      method: 'GET',
      path,
      permission: 'session',
      handle: async (request) => scimAnswer(of(baseOf(request), request)),
    });
  const found = (all: readonly Json[], { params }: FastifyRequest): Json => {
    const one = all.find(({ id }) => id === (params as { readonly id: string }).id);
    if (!one) throw new ScimRefusal(404, undefined, 'There is no such resource');
    return one;
  };
  told('/ServiceProviderConfig', providerConfig);
  told('/Schemas', (base) => listOf(schemas(base), schemas(base).length, whole));
  told('/Schemas/{id}', (base, request) => found(schemas(base), request));
  told('/ResourceTypes', (base) => listOf(resourceTypes(base), resourceTypes(base).length, whole));
  told('/ResourceTypes/{id}', (base, request) => found(resourceTypes(base), request));
}

async function refuse(reply: FastifyReply, status: number, body: Json): Promise<FastifyReply> {
  return reply.code(status).type(SCIM_TYPE).send(JSON.stringify(body));
}

/**
 * `/scim/v2`: a company's directory keeps users and their roles (RFC 7643, 7644). Whoever calls shows an API key that directories may use; what it may
 * do is what the user of the key may, by the rules of the screens of users and roles.
 */
export function addScim(app: FastifyInstance, { data, module, commands, actors, keys, home }: ScimParts): void {
  const baseOf = ({ protocol, host }: FastifyRequest): string => `${home ?? `${protocol}://${host}`}/scim/v2`;
  const lock = commands.find(({ path }) => path === '/admin/user/lock');
  if (!lock) throw new Error('nothing locks users');

  void app.register(
    (scim, _options, done) => {
      addJsonType(scim, 'application/scim+json');
      settleChanges(scim, actors);
      scim.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await keys.admitDirectory(request, reply);
        if (request.is404) return;
        const { permission } = request.routeOptions.config;
        if (permission === undefined || (permission !== 'session' && !permits(request.actor.permissions, permission)))
          throw forbidden();
      });
      scim.setErrorHandler(async (thrown, request, reply) => {
        const error = await data.lineage.explain(thrown);
        const { status, body } = scimError(error, await noteFailure(error, { request, reply, data }));
        return refuse(reply, status, body);
      });
      scim.setNotFoundHandler(() => {
        throw new ScimRefusal(404, undefined, 'There is no such endpoint');
      });
      addDiscovery(scim, baseOf);
      addKind(scim, data, usersKind({ hooks: module.hooks?.['user'], lock }), baseOf);
      addKind(scim, data, groupsKind(module.hooks), baseOf);
      done();
    },
    { prefix: '/scim/v2' },
  );
}
