import { sql } from 'kysely';
import { defineCall, ID, list, NOTHING, object, orNull, STRING, typed } from '../../calls/index.ts';
import { permissionKey, type Resource } from '../../model/index.ts';
import { defineCommand, type Command, type Context } from '../contract.ts';
import { notFound, Refusal, refuseFields } from '../errors.ts';

/** What a view shows: in the words of the list's address, so that it opens nothing that the address would not. */
export interface ViewContent {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly columns?: readonly string[];
  readonly view?: string;
}

/** So many a user may have of one list. */
const MOST_VIEWS = 50;
/** Characters of a view as JSON. */
const LONGEST = 8_000;

const NAME = { type: 'string', maxLength: 60 } as const;
const WORD = { type: 'string', maxLength: 100 } as const;
const BOOLEAN = typed<boolean>({ type: 'boolean' });
const CONTENT = typed<ViewContent>({
  type: 'object',
  additionalProperties: false,
  required: ['filter'],
  properties: {
    filter: { type: 'object', maxProperties: 50, additionalProperties: true },
    sort: {
      type: 'object',
      additionalProperties: false,
      required: ['field', 'order'],
      properties: { field: WORD, order: { enum: ['ASC', 'DESC'] } },
    },
    columns: { type: 'array', maxItems: 100, items: WORD },
    view: WORD,
  },
});

const READ = defineCall({
  method: 'GET',
  path: '/account/views',
  summary: 'Saved views of a list: own ones, and those that the own role is given',
  permission: 'session',
  input: object({ resource: WORD }),
  answer: object({
    mayShare: BOOLEAN,
    views: list(
      object({
        id: ID,
        name: STRING,
        mine: BOOLEAN,
        role: orNull(object({ id: ID, name: STRING })),
        isDefault: BOOLEAN,
        content: CONTENT,
      }),
    ),
  }),
});

const SAVE = defineCall({
  method: 'POST',
  path: '/account/views/save',
  summary: 'Save a view of a list, for oneself or for a role; what is left out stays',
  permission: 'session',
  input: object(
    { resource: WORD },
    {
      id: ID,
      name: NAME,
      roleId: orNull(ID),
      isDefault: BOOLEAN,
      content: CONTENT,
    },
  ),
  answer: object({ id: ID }),
  log: { module: 'account', action: 'saveView', object: 'id' },
  success: 'msg.success.save',
});

const DELETE = defineCall({
  method: 'POST',
  path: '/account/views/delete',
  summary: 'Delete a saved view',
  permission: 'session',
  input: object({ id: ID }),
  answer: NOTHING,
  log: { module: 'account', action: 'deleteView', object: 'id' },
  success: 'msg.success.delete',
});

interface Stored {
  readonly id: number;
  readonly resource: string;
  readonly name: string;
  readonly ownerId: number;
  readonly roleId: number | null;
  readonly isDefault: boolean;
  readonly content: ViewContent;
}

/** Whoever may edit roles gives them views. */
const mayShare = (context: Context): boolean => {
  const role = context.model.resources.get('role');
  return role !== undefined && context.can(permissionKey(role.permission, 'edit'));
};

function requireList(context: Context, name: string): Resource {
  const resource = context.model.resources.get(name);
  if (!resource) throw refuseFields({ resource: 'msg.unknownRecord' });
  context.require(resource.permission.route);
  return resource;
}

/** One view, locked: an own one, or one that a role was given, for those who may give. */
async function viewFor(context: Context, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`select * from "_savedView" where id = ${id} for update`.execute(context.db);
  const [view] = rows;
  const isOpen = view && (view.ownerId === context.actor.id || (view.roleId !== null && mayShare(context)));
  if (!isOpen) throw notFound();
  return view;
}

/** Filters as the address of the list has them. */
const inAddress = (filter: ViewContent['filter']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
      return text === '' ? [] : [[name, text]];
    }),
  );

/** Asks the list once, as it will be asked: nothing is kept that it does not understand, or that its maker may not see. */
async function requireAnswered(context: Context, resource: Resource, content: ViewContent): Promise<void> {
  if (JSON.stringify(content).length > LONGEST) throw refuseFields({ content: 'msg.view.tooLong' });
  const { filter, sort, columns = [], view } = content;
  const shown = [...resource.list.columns, ...resource.list.hiddenColumns];
  if (columns.some((name) => !shown.includes(name))) throw refuseFields({ content: 'msg.view.unknown' });
  if (view !== undefined && view !== 'table' && !Object.hasOwn(resource.list.views, view))
    throw refuseFields({ content: 'msg.view.unknown' });
  try {
    const order = sort && {
      sortField: sort.field,
      sortOrder: sort.order === 'DESC' ? 'descend' : 'ascend',
    };
    await context.list(resource.name, {
      ...inAddress(filter),
      ...order,
      pageNo: '1',
      pageSize: '1',
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    throw refuseFields({ content: 'msg.view.unknown' });
  }
}

async function requireRoom(context: Context, resource: string): Promise<void> {
  const { id } = context.actor;
  await sql`select from "user" where id = ${id} for no key update`.execute(context.db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from "_savedView" where "ownerId" = ${id} and resource = ${resource}
  `.execute(context.db);
  if (rows[0]!.count >= MOST_VIEWS)
    throw new Refusal('msg.view.tooMany', {
      code: 409,
      params: { count: MOST_VIEWS },
    });
}

/** Refuses a role that may do or read what the caller may not. */
type RequireOwnRole = (context: Context, roleId: number) => Promise<void>;

/** What a role has is changed by those who may edit that role, whoever made it. */
async function requireGiver(context: Context, roleId: number, requireOwnRole: RequireOwnRole): Promise<void> {
  if (!mayShare(context)) context.require(permissionKey(context.model.resources.get('role')!.permission, 'edit'));
  await requireOwnRole(context, roleId);
}

async function requireRole(context: Context, id: number): Promise<void> {
  const { rows } = await sql`select from role where id = ${id} for key share`.execute(context.db);
  if (rows.length === 0) throw refuseFields({ roleId: 'msg.unknownRecord' });
}

async function requireFreeName(
  context: Context,
  { id, ownerId, resource, name }: Omit<Stored, 'content'>,
): Promise<void> {
  const { rows } = await sql`
    select from "_savedView"
    where "ownerId" = ${ownerId} and resource = ${resource} and lower(name) = lower(${name}) and id <> ${id}
  `.execute(context.db);
  if (rows.length > 0) throw refuseFields({ name: 'msg.view.nameExists' });
}

const readViews = defineCommand(READ, {
  async run({ resource }, context) {
    requireList(context, resource);
    const shares = mayShare(context);
    const { rows } = await sql<Omit<Stored, 'ownerId'> & { mine: boolean; roleName: string | null }>`
      select v.id, v.name, v."ownerId" = ${context.actor.id} as mine, v."roleId", r.name as "roleName", v."isDefault", v.content
      from "_savedView" v left join role r on r.id = v."roleId"
      where v.resource = ${resource}
        and (v."ownerId" = ${context.actor.id} or (v."roleId" is not null and (${shares} or v."roleId" = ${context.actor.roleId})))
      order by lower(v.name), v.id
    `.execute(context.db);
    return {
      mayShare: shares,
      views: rows.map(({ id, name, mine, roleId, roleName, isDefault, content }) => ({
        id,
        name,
        mine,
        role: roleId === null ? null : { id: roleId, name: roleName ?? '' },
        isDefault,
        content,
      })),
    };
  },
});

const saveView = (requireOwnRole: RequireOwnRole): Command =>
  defineCommand(SAVE, {
    async run({ id, resource: name, ...given }, context) {
      const resource = requireList(context, name);
      const before = id === undefined ? undefined : await viewFor(context, id);
      if (before && before.resource !== name) throw refuseFields({ resource: 'msg.unknownRecord' });
      if (!before) await requireRoom(context, name);
      const after: Stored = {
        id: 0,
        ownerId: context.actor.id,
        roleId: null,
        isDefault: false,
        name: '',
        content: { filter: {} },
        ...before,
        ...given,
        resource: name,
      };
      const view = {
        ...after,
        name: after.name.trim(),
        isDefault: after.isDefault && after.roleId !== null,
      };
      if (view.name === '') throw refuseFields({ name: 'msg.required' });
      if (!before && !given.content) throw refuseFields({ content: 'msg.required' });
      for (const roleId of new Set([before?.roleId ?? null, view.roleId]))
        if (roleId !== null) await requireGiver(context, roleId, requireOwnRole);
      if (view.roleId !== null) await requireRole(context, view.roleId);
      if (given.content) await requireAnswered(context, resource, given.content);
      await requireFreeName(context, view);
      return store(context, view);
    },
  });

async function store(
  context: Context,
  { id, resource, name, ownerId, roleId, isDefault, content }: Stored,
): Promise<{ id: number }> {
  if (isDefault)
    await sql`
      update "_savedView" set "isDefault" = false where "roleId" = ${roleId} and resource = ${resource} and "isDefault" and id <> ${id}
    `.execute(context.db);
  const { rows } = await (
    id === 0
      ? sql<{ id: number }>`
          insert into "_savedView" (resource, name, "ownerId", "roleId", "isDefault", content)
          values (${resource}, ${name}, ${ownerId}, ${roleId}, ${isDefault}, ${JSON.stringify(content)}::jsonb) returning id
        `
      : sql<{ id: number }>`
          update "_savedView" set name = ${name}, "roleId" = ${roleId}, "isDefault" = ${isDefault},
            content = ${JSON.stringify(content)}::jsonb, "updateTime" = now()
          where id = ${id} returning id
        `
  ).execute(context.db);
  return { id: rows[0]!.id };
}

const deleteView = (requireOwnRole: RequireOwnRole): Command =>
  defineCommand(DELETE, {
    async run({ id }, context) {
      const view = await viewFor(context, id);
      if (view.ownerId !== context.actor.id) requireList(context, view.resource);
      if (view.roleId !== null) await requireGiver(context, view.roleId, requireOwnRole);
      await sql`delete from "_savedView" where id = ${view.id}`.execute(context.db);
      return null;
    },
  });

/** Views of lists on the server: private, or given to a role, of which one is what the list begins with. */
export const savedViewCommands = (requireOwnRole: RequireOwnRole): readonly Command[] => [
  readViews,
  saveView(requireOwnRole),
  deleteView(requireOwnRole),
];

/** What the lists of a role begin with, by resource. */
export async function defaultViews(
  db: Context['db'],
  roleId: number | null,
): Promise<Readonly<Record<string, ViewContent>>> {
  const { rows } = await sql<{ resource: string; content: ViewContent }>`
    select resource, content from "_savedView" where "roleId" = ${roleId} and "isDefault"
  `.execute(db);
  return Object.fromEntries(rows.map(({ resource, content }) => [resource, content]));
}
