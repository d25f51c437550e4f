import { createHash } from 'node:crypto';
import type { Actor } from '../contract.ts';

/**
 * Header of every answer to a signed-in user: changes when what the user may do or see has changed, or after how many minutes without use the page
 * ends the session. The pages compare it with the one of
 * their user info and ask again, so that menu and buttons follow with the next click (D-AUTH-02).
 */
export const RIGHTS_HEADER = 'x-rights';

const LENGTH = 12;
const versions = new WeakMap<Actor, string>();

/** The same for the same rights and limit, in every process; tells nothing of the rights. */
export const rightsVersion = (actor: Actor, idleMinutes: number | null): string =>
  idleMinutes === null ? versionOf(actor) : `${versionOf(actor)}.${idleMinutes}`;

function versionOf(actor: Actor): string {
  const known = versions.get(actor);
  if (known !== undefined) return known;
  const rights = JSON.stringify([actor.roleId, [...actor.permissions].sort(), actor.scope, actor.facts, actor.fields]);
  const version = createHash('sha256').update(rights).digest('base64url').slice(0, LENGTH);
  versions.set(actor, version);
  return version;
}
