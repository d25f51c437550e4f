import { sql } from 'kysely';
import {
  areLastSuper,
  emailOf,
  hasOverage,
  readMap,
  subjectOf,
  valuesOf,
  wordsIn,
  type Claims,
  type Provider,
} from '../../../auth/index.ts';
import type { Context, Row } from '../../../contract.ts';
import { refuse } from '../../../errors.ts';
import { scopeProperty } from '../../identity.ts';
import { freeUsername, requireOwnSignInNames } from '../../signInNames.ts';
import { endOtherWays, widens } from './otherWays.ts';

/** The account of a provider, and whose it is. */
export interface Recognised {
  readonly userId: number;
  readonly identityId: number;
}

type Rights = Readonly<Record<string, unknown>>;

const ALL = 'all';

/** The role that the claims say, or for a new user that of the provider. Undefined: no claim says one, and the user keeps his or hers. */
async function roleOf(context: Context, provider: Provider, claims: Claims): Promise<number | undefined> {
  const { roleClaim, roleMap, name } = provider;
  if (!roleClaim) return undefined;
  if (hasOverage(claims, roleClaim)) throw refuse('msg.oidc.tooManyGroups', { name });
  const said = valuesOf(claims, roleClaim);
  const code = (readMap(roleMap) ?? []).find(({ value }) => said.includes(value))?.target;
  if (code === undefined) throw refuse('msg.oidc.noRole', { name });
  const { rows } = await sql<{ id: number }>`select id from role where code = ${code}`.execute(context.db);
  if (!rows[0]) throw refuse('msg.oidc.noRole', { name });
  return rows[0].id;
}

/** Which records of the scope the claims say; undefined: no claim says any. */
function scopeOf({ model }: Context, { scopeClaim, scopeMap, name }: Provider, claims: Claims): Rights | undefined {
  const property = scopeProperty(model);
  if (!scopeClaim || property === undefined) return undefined;
  const said = valuesOf(claims, scopeClaim);
  const targets = (readMap(scopeMap) ?? [])
    .filter(({ value }) => said.includes(value))
    .flatMap(({ target }) => wordsIn(target));
  if (targets.length === 0) throw refuse('msg.oidc.noScope', { name });
  if (targets.includes(ALL)) return { dataScope: 0 };
  return { dataScope: 1, [property]: [...new Set(targets.map(Number))].toSorted((a, b) => a - b) };
}

/** What the provider calls the user. */
function calledBy({ preferred_username: preferred }: Claims, email: string | undefined): string {
  return typeof preferred === 'string' && preferred !== '' ? preferred : (email ?? 'user');
}

async function makeUser(context: Context, provider: Provider, claims: Claims, rights: Rights): Promise<number> {
  const roleId = rights['roleId'] ?? provider.roleId;
  if (roleId === null) throw refuse('msg.oidc.noRole', { name: provider.name });
  const email = emailOf(provider.issuer, claims);
  const username = await freeUsername(context.db, calledBy(claims, email?.address));
  await requireOwnSignInNames(context.db, { username });
  const property = scopeProperty(context.model);
  const called = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 60) : '';
  const { id } = await context.write.insert('user', {
    ...(property !== undefined && { dataScope: 1, [property]: [] }),
    ...rights,
    roleId,
    username,
    name: called || username,
    ...(email?.verified && email.address.length <= 100 && { email: email.address }),
    status: 1,
  });
  return id;
}

/** Whether the address is verified, and of a domain of the provider's list. Whoever has none of a list is not let in. */
function isOurs({ name, issuer, domains }: Provider, claims: Claims): boolean {
  const email = emailOf(issuer, claims);
  const ours = wordsIn(domains).map((domain) => domain.toLowerCase());
  const is = email?.verified === true && ours.includes(email.domain);
  if (ours.length > 0 && !is) throw refuse('msg.oidc.domain', { name });
  return is;
}

/** The one user with this verified address, whom the account may belong to; undefined: nobody has it. */
async function userByEmail(
  context: Context,
  provider: Provider,
  claims: Claims,
  ours: boolean,
): Promise<number | undefined> {
  const { name, linksByEmail } = provider;
  const email = emailOf(provider.issuer, claims);
  if (!email) return undefined;
  const { rows } = await sql<{ id: number; status: number; taken: boolean }>`
    select u.id, u.status, exists(select from "_userIdentity" i where i."userId" = u.id and i."providerId" = ${provider.id}) as taken
    from "user" u where u."deleteTime" is null and lower(u.email) = ${email.address} order by u.id limit 2 for share of u
  `.execute(context.db);
  const [user, other] = rows;
  if (!user) return undefined;
  if (other) throw refuse('msg.oidc.twoUsers');
  if (!linksByEmail || !ours || user.taken) throw refuse('msg.oidc.emailTaken', { name });
  if (user.status !== 1) throw refuse('msg.user.locked');
  return user.id;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Gives the user what the claims say, no more and no less. */
async function follow(context: Context, provider: Provider, user: Row, rights: Rights): Promise<void> {
  const id = user['id'] as number;
  const changed = Object.entries(rights).filter(([name, value]) => !isSame(user[name], value));
  if (changed.length === 0) return;
  if (changed.some(([name]) => name === 'roleId') && (await areLastSuper(context.db, [id])))
    throw refuse('msg.user.lastSuper');
  const lost = widens(context, user, rights) ? await endOtherWays(context, provider, user) : {};
  await context.write.update('user', id, { ...Object.fromEntries(changed), ...lost });
}

/**
 * Whose account of the provider it is: known from before, the user with the same verified address, or a new one, as the provider may. Refuses everybody
 * else, and whoever is given no role.
 */
export async function signInAs(context: Context, provider: Provider, claims: Claims): Promise<Recognised> {
  const { db } = context;
  const { issuer, name } = provider;
  const subject = subjectOf(issuer, claims);
  if (subject === undefined) throw refuse('msg.oidc.untrusted', { name });
  // Two first sign-ins at once make one user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${issuer} ${subject}`}, 0))`.execute(db);
  const ours = isOurs(provider, claims);
  const roleId = await roleOf(context, provider, claims);
  const rights = { ...(roleId !== undefined && { roleId }), ...scopeOf(context, provider, claims) };
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, "userId" from "_userIdentity" where issuer = ${issuer} and subject = ${subject}
  `.execute(db);
  let identityId = rows[0]?.id;
  let userId = rows[0]?.userId;
  if (userId === undefined) {
    userId = await userByEmail(context, provider, claims, ours);
    if (userId === undefined && !provider.makesUsers) throw refuse('msg.oidc.notInvited', { name });
    userId ??= await makeUser(context, provider, claims, rights);
  }
  const { rows: users } = await sql<Row>`
    select * from "user" where id = ${userId} and status = 1 and "deleteTime" is null and "roleId" is not null for update
  `.execute(db);
  if (!users[0]) throw refuse('msg.user.locked');
  await follow(context, provider, users[0], rights);
  if (identityId === undefined) {
    const made = await sql<{ id: number }>`
      insert into "_userIdentity" ("providerId", issuer, subject, "userId") values (${provider.id}, ${issuer}, ${subject}, ${userId}) returning id
    `.execute(db);
    identityId = made.rows[0]!.id;
  }
  return { userId, identityId };
}
