import { sql, type RawBuilder } from 'kysely';
import type { Context, ResourceHooks } from '../../contract.ts';
import { Refusal } from '../../errors.ts';
import { GROUP } from './definitions.ts';
import { idOf, isId, isText, whereOf, type Comparisons } from './filter.ts';
import { isObject, withMeta, type Json, type Page, type Resource } from './resource.ts';
import { ScimRefusal } from './scimRefusal.ts';
import { takeTurn, isAdmitted } from './users.ts';

interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly number[] | null;
  readonly createTime: Date | null;
  readonly updateTime: Date | null;
}

const MOST_MEMBERS = 10_000;
const ROLES = sql`role r left join "_scimGroup" g on g."roleId" = r.id`;

/** Who does not see users does not find groups by them. */
const comparisonsFor = (context: Context): Comparisons => ({
  displayname: isText(sql`r.name`),
  externalid: isText(sql`g."externalId"`, true),
  id: isId(sql`r.id`),
  ...(context.can('user-list') && {
    'members.value': (value: unknown) => {
      const id = idOf(value) ?? 0;
      return sql<boolean>`exists (
        select from "user" m where m.id = ${id} and m."roleId" = r.id and m."deleteTime" is null and ${context.inScope('user', 'm')}
      )`;
    },
  }),
});

const shown = ({ id, name, externalId, members, createTime, updateTime }: RoleRow, base: string): Resource =>
  withMeta(
    {
      schemas: [GROUP],
      id: String(id),
      ...(externalId !== null && { externalId }),
      displayName: name,
      ...(members && { members: members.map((one) => ({ value: String(one) })) }),
    },
    { type: 'Group', base, created: createTime, changed: updateTime },
  );

/** Members are the users of the role whom the key sees; not asked for, or not to be seen, they are left out. */
async function rowsOf(
  context: Context,
  where: RawBuilder<boolean>,
  { members, more = sql`` }: { readonly members: boolean; readonly more?: RawBuilder<unknown> },
): Promise<readonly RoleRow[]> {
  const listed = members
    ? sql`array(
        select u.id from "user" u where u."roleId" = r.id and u."deleteTime" is null and ${context.inScope('user', 'u')} order by u.id
      )`
    : sql`null::bigint[]`;
  const { rows } = await sql<RoleRow>`
    select r.id, r.name, g."externalId", ${listed} as members, r."createTime", r."updateTime"
    from ${ROLES} where ${context.inScope('role', 'r')} and ${where} order by r.id ${more}
  `.execute(context.db);
  return rows;
}

export async function listGroups(
  context: Context,
  filter: unknown,
  { startIndex, count }: Page,
  { base, members }: { readonly base: string; readonly members: boolean },
) {
  const where = await whereOf(filter, comparisonsFor(context));
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${ROLES} where ${context.inScope('role', 'r')} and ${where}
  `.execute(context.db);
  const more = sql`limit ${count} offset ${startIndex - 1}`;
  const page = count === 0 ? [] : await rowsOf(context, where, { members: members && context.can('user-list'), more });
  return { total: rows[0]!.total, resources: page.map((row) => shown(row, base)) };
}

export async function readGroup(context: Context, id: number, base: string, members = true): Promise<Resource> {
  await context.row('role', id);
  const asked = { members: members && context.can('user-list') };
  const [row] = await rowsOf(context, sql<boolean>`r.id = ${id}`, asked);
  if (!row) throw new ScimRefusal(404, undefined, 'There is no such group');
  return shown(row, base);
}

function nameIn(resource: Json): string {
  const name = resource['displayName'];
  if (typeof name !== 'string' || name.trim() === '')
    throw new ScimRefusal(400, 'invalidValue', 'A group has a displayName');
  return name.trim();
}

function externalIn({ externalId }: Json): string | null {
  if (typeof externalId !== 'string' || externalId === '') return null;
  if (externalId.length > 200) throw new ScimRefusal(400, 'invalidValue', 'externalId has at most 200 characters');
  return externalId;
}

/** Ids of the members; undefined where none are said. */
function membersIn({ members }: Json): ReadonlySet<number> | undefined {
  if (!Array.isArray(members)) return undefined;
  if (members.length > MOST_MEMBERS)
    throw new ScimRefusal(400, 'tooMany', `A group has at most ${MOST_MEMBERS} members`);
  const ids = members.map((member) => (isObject(member) ? idOf(member['value']) : undefined));
  if (ids.includes(undefined)) throw unknownMember();
  return new Set(ids as number[]);
}

const unknownMember = (): ScimRefusal => new ScimRefusal(400, 'invalidValue', 'A member is no user that this key sees');

async function requireFreeName({ db }: Context, id: number | null, name: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from role where lower(name) = lower(${name}) and id is distinct from ${id}::bigint) as taken
  `.execute(db);
  if (rows[0]!.taken) throw new ScimRefusal(409, 'uniqueness', 'Another group has this displayName');
}

/** A code that no role has, from what the directory calls the group. */
async function freeCode({ db }: Context, name: string): Promise<string> {
  const plain =
    name
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^[^A-Za-z]+|-+$/g, '')
      .slice(0, 30) || 'group';
  const { rows } = await sql<{
    code: string;
  }>`select code from role where lower(code) like ${`${plain.toLowerCase()}%`}`.execute(db);
  const held = new Set(rows.map(({ code }) => code.toLowerCase()));
  for (let count = 1; ; count++) {
    const code = count === 1 ? plain : `${plain}-${count}`;
    if (!held.has(code.toLowerCase())) return code;
  }
}

/** Gives or takes the role of one user, by the rules of the user screen. */
async function setRole(context: Context, userId: number, roleId: number | null): Promise<void> {
  const { rows } = await sql`
    select from "user" u left join "_scimUser" s on s."userId" = u.id where u.id = ${userId} and ${isAdmitted}
  `.execute(context.db);
  if (rows.length === 0) throw unknownMember();
  try {
    await context.save('user', { id: userId, roleId }, { incomplete: true });
  } catch (error) {
    if (error instanceof Refusal && error.code === 404) throw unknownMember();
    throw error;
  }
}

/** A user has one role: who joins leaves the one before, who leaves has none. */
async function setMembers(context: Context, roleId: number, before: ReadonlySet<number>, after: ReadonlySet<number>) {
  const joining = [...after].filter((id) => !before.has(id)).toSorted((a, b) => a - b);
  const leaving = [...before].filter((id) => !after.has(id)).toSorted((a, b) => a - b);
  if (joining.length + leaving.length > 0) for (const key of ['user-list', 'user-edit']) context.require(key);
  for (const id of joining) await setRole(context, id, roleId);
  for (const id of leaving) await setRole(context, id, null);
}

async function keepExternal({ db }: Context, id: number, externalId: string | null): Promise<void> {
  await sql`
    insert into "_scimGroup" ("roleId", "externalId") values (${id}, ${externalId})
    on conflict ("roleId") do update set "externalId" = excluded."externalId"
  `.execute(db);
}

/** Makes a role without any permission: those are given by people, on the role screen. */
export async function createGroup(context: Context, resource: Json): Promise<number> {
  await takeTurn(context);
  const name = nameIn(resource);
  await requireFreeName(context, null, name);
  const code = await freeCode(context, name);
  const { id } = await context.save('role', { name, code, menuIds: [] });
  await keepExternal(context, id, externalIn(resource));
  await setMembers(context, id, new Set(), membersIn(resource) ?? new Set());
  return id;
}

/** Makes the group what the resource says; members that are not said stay. */
export async function changeGroup(context: Context, before: Resource, resource: Json): Promise<void> {
  const id = Number(before.id);
  const name = nameIn(resource);
  if (name !== before['displayName']) {
    context.require('role-edit');
    await requireFreeName(context, id, name);
    await context.save('role', { id, name });
  }
  const externalId = externalIn(resource);
  if (externalId !== externalIn(before)) {
    context.require('role-edit');
    await keepExternal(context, id, externalId);
  }
  const members = membersIn(resource);
  // Who does not see the members would be told that they are as asked for.
  if (members) context.require('user-list');
  if (members) await setMembers(context, id, membersIn(before) ?? new Set(), members);
}

export async function deleteGroup(context: Context, hooks: ResourceHooks | undefined, id: number): Promise<void> {
  await takeTurn(context);
  const row = await context.row('role', id, { lock: true });
  await hooks?.beforeDelete?.(row as never, context);
  await context.write.delete('role', id);
}
