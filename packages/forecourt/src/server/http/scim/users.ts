import { sql, type RawBuilder } from 'kysely';
import { forgetDevices, lockSuperAdministrators } from '../../auth/index.ts';
import type { Command, Context, ResourceHooks, Row } from '../../contract.ts';
import { permissionKey, rightTo } from '../../../model/index.ts';
import { scopeProperty } from '../identity.ts';
import { revokeKeys } from '../revokeKeys.ts';
import { freeUsername, requireOwnSignInNames } from '../signInNames.ts';
import { USER } from './definitions.ts';
import { isId, isText, whereOf, type Comparisons } from './filter.ts';
import { isObject, withMeta, type Json, type Page, type Resource } from './resource.ts';
import { ScimRefusal } from './scimRefusal.ts';

/** What changes of users go through: the rules of the user screen. */
export interface UserRules {
  readonly hooks: ResourceHooks | undefined;
  /** Locks and unlocks. */
  readonly lock: Pick<Command, 'run'>;
}

interface UserRow {
  readonly id: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly status: number;
  readonly roleId: number | null;
  readonly role: string | null;
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly createTime: Date | null;
  readonly updateTime: Date | null;
}

const USERS = sql`"user" u left join "_scimUser" s on s."userId" = u.id left join role r on r.id = u."roleId"`;
const USER_NAME = sql`coalesce(s."userName", u.username)`;

/**
 * Who has applied for an account waits for an administrator. A directory that took the application for its own user of that name would let in
 * whoever applied, with a password and a phone that nobody has looked at.
 */
export const isAdmitted = sql<boolean>`(u.status = 1 or u."roleId" is not null or s."userId" is not null)`;

/** Whether the role of this key reads a property of users, in full. */
function mayRead({ model, actor, can }: Context, name: string): boolean {
  const word = model.entities.get('user')!.byName.get(name)?.access?.read;
  const permission = model.resources.get('user')?.permission;
  const allowed = word === undefined || (permission !== undefined && can(permissionKey(permission, word)));
  return allowed && !['hidden', 'masked'].includes(rightTo(actor, 'user', name));
}

/** What the role of this key does not read it does not find users by. */
const comparisonsFor = (context: Context): Comparisons => ({
  username: isText(USER_NAME),
  externalid: isText(sql`s."externalId"`, true),
  ...(mayRead(context, 'email') && { 'emails.value': isText(sql`u.email`) }),
  ...(mayRead(context, 'name') && { displayname: isText(sql`u.name`) }),
  active: (value) => sql<boolean>`(u.status = 1) = ${String(value).toLowerCase() === 'true'}`,
  id: isId(sql`u.id`),
});

const filled = (values: Readonly<Record<string, string | null>>): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

function shown(context: Context, row: UserRow, base: string): Resource {
  const { id, name, email, status, roleId, role, userName, externalId, givenName, familyName } = row;
  const content = {
    schemas: [USER],
    id: String(id),
    ...filled({ externalId }),
    userName,
    ...(mayRead(context, 'name') && {
      name: filled({ formatted: name, givenName, familyName }),
      ...filled({ displayName: name }),
    }),
    ...(email && mayRead(context, 'email') && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: status === 1,
    groups: roleId === null ? [] : [{ value: String(roleId), display: role, type: 'direct' }],
  };
  return withMeta(content, { type: 'User', base, created: row.createTime, changed: row.updateTime });
}

async function rowsOf(context: Context, where: RawBuilder<boolean>, more = sql``): Promise<readonly UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.name, u.email, u.status, u."roleId", r.name as role, ${USER_NAME} as "userName", s."externalId", s."givenName", s."familyName",
      u."createTime", u."updateTime"
    from ${USERS}
    where u."deleteTime" is null and ${isAdmitted} and ${context.inScope('user', 'u')} and ${where} order by u.id ${more}
  `.execute(context.db);
  return rows;
}

export async function listUsers(context: Context, filter: unknown, { startIndex, count }: Page, base: string) {
  const where = await whereOf(filter, comparisonsFor(context));
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${USERS}
    where u."deleteTime" is null and ${isAdmitted} and ${context.inScope('user', 'u')} and ${where}
  `.execute(context.db);
  const page = count === 0 ? [] : await rowsOf(context, where, sql`limit ${count} offset ${startIndex - 1}`);
  return { total: rows[0]!.total, resources: page.map((row) => shown(context, row, base)) };
}

/** The user as the protocol shows it. Throws as the user screen does where there is none. */
export async function readUser(context: Context, id: number, base: string): Promise<Resource> {
  await context.row('user', id);
  const [row] = await rowsOf(context, sql<boolean>`u.id = ${id}`);
  if (!row) throw new ScimRefusal(404, undefined, 'There is no such user');
  return shown(context, row, base);
}

/** What is kept of a user, as it was sent. */
interface Sent {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly formatted: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly active: boolean | undefined;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Of several addresses the main one, or that of work. */
function emailIn(emails: unknown): string | null {
  const all = Array.isArray(emails) ? emails.filter(isObject) : [];
  const one = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === 'work') ?? all[0];
  return textOf(one?.['value']);
}

function sentOf(resource: Json): Sent {
  const name = isObject(resource['name']) ? resource['name'] : {};
  const userName = textOf(resource['userName']);
  if (userName === null || userName.length > 200)
    throw new ScimRefusal(400, 'invalidValue', 'A userName has 1 to 200 characters');
  const { active } = resource;
  const sent = {
    userName,
    externalId: textOf(resource['externalId']),
    givenName: textOf(name['givenName']),
    familyName: textOf(name['familyName']),
    formatted: textOf(name['formatted']),
    displayName: textOf(resource['displayName']),
    email: emailIn(resource['emails']),
    active: typeof active === 'boolean' ? active : undefined,
  };
  for (const part of ['externalId', 'givenName', 'familyName'] as const)
    if ((sent[part] ?? '').length > 200)
      throw new ScimRefusal(400, 'invalidValue', `${part} has at most 200 characters`);
  return sent;
}

const bothNames = ({ givenName, familyName }: Pick<Sent, 'givenName' | 'familyName'>): string | null =>
  textOf([givenName, familyName].filter((part) => part !== null).join(' '));

/** What the user is called: what was sent anew, the name to be shown first. */
function nameOf(sent: Sent, before?: Sent): string | null {
  if (!before) return sent.displayName ?? sent.formatted ?? bothNames(sent) ?? sent.userName;
  if (sent.displayName !== null && sent.displayName !== before.displayName) return sent.displayName;
  if (sent.formatted !== null && sent.formatted !== before.formatted) return sent.formatted;
  const both = bothNames(sent);
  if (both !== null && both !== bothNames(before)) return both;
  return sent.displayName ?? sent.formatted ?? before.displayName;
}

const taken = (attribute: string): ScimRefusal =>
  new ScimRefusal(409, 'uniqueness', `Another user has this ${attribute}`);

/** Refuses a user name or an address that another user has, whoever made that one. */
async function requireFree({ db }: Context, id: number | null, { userName, email }: Partial<Sent>): Promise<void> {
  const { rows } = await sql<{ isNamed: boolean; hasEmail: boolean }>`
    select coalesce(bool_or(lower(${USER_NAME}) = lower(${userName ?? null}::text)), false) as "isNamed",
      coalesce(bool_or(lower(u.email) = lower(${email ?? null}::text)), false) as "hasEmail"
    from "user" u left join "_scimUser" s on s."userId" = u.id
    where u."deleteTime" is null and u.id is distinct from ${id}::bigint
      and (lower(${USER_NAME}) = lower(${userName ?? null}::text) or lower(u.email) = lower(${email ?? null}::text))
  `.execute(db);
  if (rows[0]!.isNamed) throw taken('userName');
  if (rows[0]!.hasEmail) throw taken('e-mail address');
}

async function keepNames(
  { db }: Context,
  id: number,
  { userName, externalId, givenName, familyName }: Sent,
): Promise<void> {
  // A user who was deleted elsewhere does not hold the name.
  await sql`
    delete from "_scimUser" s using "user" u where u.id = s."userId" and u."deleteTime" is not null and lower(s."userName") = lower(${userName})
  `.execute(db);
  await sql`
    insert into "_scimUser" ("userId", "userName", "externalId", "givenName", "familyName")
    values (${id}, ${userName}, ${externalId}, ${givenName}, ${familyName})
    on conflict ("userId") do update set "userName" = excluded."userName", "externalId" = excluded."externalId",
      "givenName" = excluded."givenName", "familyName" = excluded."familyName"
  `.execute(db);
}

/** Users and roles are changed by one directory call at a time, in one order: before any row. */
export const takeTurn = ({ db }: Context): Promise<void> => lockSuperAdministrators(db);

/** Makes a user without a role, who sees no record of the scope, and has no password. */
export async function createUser(context: Context, resource: Json): Promise<number> {
  await takeTurn(context);
  const sent = sentOf(resource);
  await requireFree(context, null, sent);
  const username = await freeUsername(context.db, sent.userName);
  await requireOwnSignInNames(context.db, { username });
  const property = scopeProperty(context.model);
  const { id } = await context.write.insert('user', {
    ...(property !== undefined && { dataScope: 1, [property]: [] }),
    username,
    name: username,
    status: sent.active === false ? 0 : 1,
  });
  const { email } = sent;
  await context.save('user', { id, name: nameOf(sent), ...(email !== null && { email }) }, { incomplete: true });
  await keepNames(context, id, sent);
  return id;
}

/** Whoever is switched off has nothing left that lets him or her in; sessions and links end by themselves. */
async function closeDoors(context: Context, id: number): Promise<void> {
  await revokeKeys(context, id);
  await forgetDevices(context.db, id);
}

/** Makes the user what the resource says: `active` that is not said stays. */
export async function changeUser(
  context: Context,
  { lock }: UserRules,
  before: Resource,
  resource: Json,
): Promise<void> {
  const id = Number(before.id);
  const [was, sent] = [sentOf(before), sentOf(resource)];
  const changed = (name: keyof Sent): boolean => sent[name] !== was[name];
  await requireFree(context, id, {
    ...(changed('userName') && { userName: sent.userName }),
    ...(changed('email') && sent.email !== null && { email: sent.email }),
  });
  const name = nameOf(sent, was);
  const values: Row = { ...(name !== was.displayName && { name }), ...(changed('email') && { email: sent.email }) };
  const names = (['userName', 'externalId', 'givenName', 'familyName'] as const).some(changed);
  if (names || Object.keys(values).length > 0) await context.save('user', { id, ...values }, { incomplete: true });
  if (names) await keepNames(context, id, sent);
  if (sent.active === undefined || sent.active === was.active) return;
  await lock.run({ ids: [id], locked: sent.active ? 0 : 1 }, context);
  if (!sent.active) await closeDoors(context, id);
}

export async function deleteUser(context: Context, { hooks }: UserRules, id: number): Promise<void> {
  const row = await context.row('user', id, { lock: true });
  await hooks?.beforeDelete?.(row as never, context);
  await closeDoors(context, id);
  await context.write.delete('user', id);
  await sql`delete from "_scimUser" where "userId" = ${id}`.execute(context.db);
}
