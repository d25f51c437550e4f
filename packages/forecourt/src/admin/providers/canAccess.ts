import { permissionKey, permits, type Action, type ResourceEntry } from '../../model/index.ts';

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

/** Whether the declaration of a resource has to be known to decide. */
export const isDeclaredAction = (action: string): boolean => action !== 'list' && !(action in WORDS);

/**
 * Whether a user with these permission paths may do `action` on a resource: the list needs the route key, the verbs
 * `${base}-${word}`, a declared action one of its own keys. Without a resource `action` is a whole key. Unknown is refused.
 */
export function canAccess(
  permissions: ReadonlySet<string>,
  resource: (Pick<ResourceEntry, 'permission'> & { readonly actions?: readonly Action[] }) | undefined,
  action: string,
): boolean {
  if (!resource) return permits(permissions, action);
  if (action === 'list') return permits(permissions, resource.permission.route);
  const word = WORDS[action];
  if (word) return permits(permissions, permissionKey(resource.permission, word));
  const declared = resource.actions?.find((one) => one.name === action);
  return declared ? permits(permissions, declared.keys) : permits(permissions, action);
}
