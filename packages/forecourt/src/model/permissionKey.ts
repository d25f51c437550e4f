import { WILDCARD } from './permissions.ts';
import type { PermissionWord, ResourceDeclaration } from './resource.ts';

type Permission = NonNullable<ResourceDeclaration['permission']>;

/** The nine words of the permission vocabulary (D-PERM-04). */
export const WORDS: readonly PermissionWord[] = [
  'add', 'delete', 'edit', 'query', 'detail', 'enable', 'disable', 'import', 'export',
]; // prettier-ignore

/** Rights that are no key of a role. */
const WHOLE: ReadonlySet<string> = new Set([WILDCARD, 'session', 'public']);

/**
 * The whole permission key of a word, `<base>-<word>`, as the resource's `permission` (or a bare base) says. A word has no hyphen: one of the
 * nine, the name of a step, or what an `x-access` calls its right. What has one is a whole key already.
 */
export function permissionKey(permission: Permission | string, word: string): string {
  if (typeof permission !== 'string')
    return permissionKey(permission.base, permission.words?.[word as PermissionWord] ?? word);
  return word.includes('-') || WHOLE.has(word) ? word : `${permission}-${word}`;
}
