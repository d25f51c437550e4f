import { permissionKey, permits } from '../../model/index.ts';
import type { ResourceEntry } from '../model/adminModel.ts';

/** react-admin's action names and the words of the permission vocabulary they stand for (D-PERM-03, D-PERM-04). */
const WORDS: Readonly<Record<string, string>> = {
  create: 'add',
  edit: 'edit',
  delete: 'delete',
  show: 'detail',
  search: 'query',
  import: 'import',
  export: 'export',
};

/**
 * Whether a user with these permission paths may do `action` on a resource: the list needs the route key, the verbs
 * `${base}-${word}`, a declared action one of its own keys. Without a resource `action` is a whole key. Unknown is refused.
 */
export function canAccess(
  permissions: ReadonlySet<string>,
  resource: ResourceEntry | undefined,
  action: string,
): boolean {
  if (!resource) return permits(permissions, action);
  if (action === 'list') return permits(permissions, resource.permission.route);
  const word = WORDS[action];
  if (word) return permits(permissions, permissionKey(resource.permission, word));
  const declared = resource.actions.find((one) => one.name === action);
  return declared ? permits(permissions, declared.keys) : permits(permissions, action);
}
