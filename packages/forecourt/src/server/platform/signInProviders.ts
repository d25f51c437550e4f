import { sql } from 'kysely';
import { permits, WILDCARD } from '../../model/index.ts';
import { providerPurpose, readMap, tenantOf, wordsIn } from '../auth/index.ts';
import type { Context, ResourceHooks, Row } from '../contract.ts';
import { refuse, refuseFields } from '../errors.ts';
import { scopeProperty } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireOwnRole } from './users.ts';

/** A provider gives roles: whoever may not manage roles does not manage providers either. */
const ROLES = 'role-edit';
/** Issuers of Entra that stand for every company there is. */
const ANY_TENANT = ['common', 'organizations', 'consumers'];
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const ALL = 'all';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function requireIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) throw refuseFields({ issuer: 'msg.oidc.notAnIssuer' });
  if (ANY_TENANT.includes(tenantOf(issuer) ?? '')) throw refuseFields({ issuer: 'msg.oidc.anyTenant' });
}

/** Nobody gives a role by a provider that he or she could not give by hand. */
async function requireRoles(saved: Row, context: Context): Promise<void> {
  const mapped = text(saved['roleClaim']) === '' ? [] : readMap(saved['roleMap'] as string | null);
  if (!mapped) throw refuseFields({ roleMap: 'msg.oidc.notAMap' });
  if (text(saved['roleClaim']) !== '' && mapped.length === 0) throw refuseFields({ roleMap: 'msg.required' });
  const codes = [...new Set(mapped.map(({ target }) => target))];
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from role where code = any(${codes}::text[])
  `.execute(context.db);
  const unknown = codes.find((code) => !rows.some((role) => role.code === code));
  if (unknown !== undefined) throw refuseFields({ roleMap: ['msg.oidc.unknownRole', { code: unknown }] });
  const given = [...rows.map(({ id }) => id), ...(saved['roleId'] ? [saved['roleId'] as number] : [])];
  for (const id of given) await requireOwnRole(context, id);
  if (saved['makesUsers'] === true && given.length === 0) throw refuseFields({ roleId: 'msg.required' });
}

async function requireScopes(saved: Row, scope: HeldScope, context: Context): Promise<void> {
  if (text(saved['scopeClaim']) === '') return;
  const { model, db } = context;
  const property = scopeProperty(model);
  if (property === undefined || !model.scopeEntity) throw refuseFields({ scopeClaim: 'msg.oidc.noScopes' });
  const mapped = readMap(saved['scopeMap'] as string | null);
  if (!mapped || mapped.length === 0) throw refuseFields({ scopeMap: mapped ? 'msg.required' : 'msg.oidc.notAMap' });
  const words = [...new Set(mapped.flatMap(({ target }) => wordsIn(target)))];
  const wrong = words.find((word) => word !== ALL && !/^[1-9]\d{0,14}$/.test(word));
  if (wrong !== undefined) throw refuseFields({ scopeMap: ['msg.oidc.unknownScope', { id: wrong }] });
  const ids = words.filter((word) => word !== ALL).map(Number);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(model.scopeEntity)} where id = any(${ids}::bigint[])
  `.execute(db);
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined) throw refuseFields({ scopeMap: ['msg.oidc.unknownScope', { id: unknown }] });
  const rights = words.includes(ALL) ? { dataScope: 0 } : { dataScope: 1, [property]: ids };
  await scope.require({ ...rights }, context);
}

/** Passwords are switched off only while somebody can still sign in without the provider. */
async function requireEmergency(saved: Row, context: Context): Promise<void> {
  if (saved['passwordsOff'] !== true) return;
  const id = saved['emergencyUserId'] as number | null | undefined;
  if (!id) throw refuseFields({ emergencyUserId: 'msg.required' });
  const { rows } = await sql`
    select from "user" where id = ${id} and status = 1 and "deleteTime" is null and "roleId" is not null and password is not null
  `.execute(context.db);
  if (rows.length === 0) throw refuseFields({ emergencyUserId: 'msg.oidc.noEmergency' });
}

const reachesAll = (row: Row | null): boolean => row?.['linksByEmail'] === true || row?.['passwordsOff'] === true;

/** Providers sign in whoever they say: never as more than whoever sets them up may give (D-PERM-10). */
export const signInProviderHooks = (scope: HeldScope): ResourceHooks => ({
  async beforeSave({ values, before }, context) {
    context.require(ROLES);
    const saved: Row = { ...before, ...values };
    // It signs in as users who are there, or keeps everybody out: for who holds all that they hold.
    const isWhole = permits(context.actor.permissions, WILDCARD) && context.actor.scope === 'all';
    if (!isWhole && (reachesAll(saved) || reachesAll(before))) throw refuse('msg.oidc.needsAll');
    if (typeof values['issuer'] === 'string') values['issuer'] = values['issuer'].trim();
    const issuer = text(saved['issuer']);
    requireIssuer(issuer);
    const domains = wordsIn(saved['domains'] as string | null).map((domain) => domain.toLowerCase().replace(/^@/, ''));
    const wrong = domains.find((domain) => !DOMAIN.test(domain));
    if (wrong !== undefined) throw refuseFields({ domains: ['msg.oidc.notADomain', { domain: wrong }] });
    if (saved['linksByEmail'] === true && domains.length === 0) throw refuseFields({ domains: 'msg.required' });
    values['domains'] = domains.length === 0 ? null : domains.join(', ');
    await requireRoles(saved, context);
    await requireScopes(saved, scope, context);
    await requireEmergency(saved, context);
    const secret = values['secret'];
    if (typeof secret === 'string' && secret !== '') values['secret'] = context.seal(secret, providerPurpose(issuer));
    else delete values['secret'];
  },
});
