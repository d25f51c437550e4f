import { sql } from 'kysely';
import { isEmergencyUser, leaveNoneAlone, type Provider } from '../../../auth/index.ts';
import type { Context, Row } from '../../../contract.ts';
import { scopeProperty } from '../../identity.ts';
import { revokeKeys } from '../../revokeKeys.ts';

/** Whether the user gets more by these rights: another role, or records of the scope that were not there. */
export function widens({ model }: Context, user: Row, rights: Row): boolean {
  if ('roleId' in rights && rights['roleId'] !== user['roleId']) return true;
  const property = scopeProperty(model);
  if (property === undefined || !('dataScope' in rights) || user['dataScope'] === 0) return false;
  const held = (user[property] ?? []) as readonly number[];
  return rights['dataScope'] === 0 || (rights[property] as readonly number[]).some((id) => !held.includes(id));
}

/**
 * What a provider gives is for who comes by it. An e-mail address is what somebody typed: whoever else may have the password, a key or another account of this
 * user does not get it, too. Answers what the user loses with the change. The emergency user, whom somebody with all rights has chosen, keeps everything.
 */
export async function endOtherWays(context: Context, provider: Provider, user: Row): Promise<Row> {
  const { db } = context;
  const id = user['id'] as number;
  if (await isEmergencyUser(db, id)) return {};
  await sql`delete from "_userIdentity" where "userId" = ${id} and "providerId" <> ${provider.id}`.execute(db);
  await sql`update "_passwordLink" set "tokenHash" = null where "userId" = ${id}`.execute(db);
  await leaveNoneAlone(db, id);
  await revokeKeys(context, id);
  return user['password'] === null ? {} : { password: null };
}
