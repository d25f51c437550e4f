import type { Resource } from './model.ts';
import { permissionKey } from './permissionKey.ts';
import { exportPath, importPath } from './transfer.ts';

interface OfferedKey {
  /** What follows the base: one of the nine words, the name of a step, or a word that an `x-access` or a rule of `x-rows` says. */
  readonly word: string;
  readonly key: string;
}

/**
 * The keys of a resource that a role can be given. Its calls, actions, guarded properties and rules about rows ask for
 * them, and so do actions of `others` in its name.
 */
export function offeredKeys(resource: Resource, others: Iterable<Resource> = []): readonly OfferedKey[] {
  const { entity, actions, permission } = resource;
  const words = [
    'query',
    'detail',
    ...(entity.log ? [] : ['add', 'edit', ...(entity.deletion === 'never' ? [] : ['delete'])]),
    ...(importPath(resource, entity) ? ['import'] : []),
    ...(exportPath(resource) ? ['export'] : []),
  ];
  const guarded = entity.fields.flatMap(({ access }) => [access?.read, access?.write].flatMap((word) => word ?? []));
  const excepted = entity.rows.flatMap(({ except }) => except ?? []);
  const prefix = `${permission.base}-`;
  const elsewhere = [...others].flatMap((other) => other.actions.flatMap(({ keys }) => keys));
  const own = [
    ...actions.flatMap(({ keys }) => keys),
    ...elsewhere,
    ...[...guarded, ...excepted].map((word) => permissionKey(permission.base, word)),
  ];
  const keys = new Map<string, string>(words.map((word) => [permissionKey(permission, word), word]));
  for (const key of own) if (key.startsWith(prefix) && !keys.has(key)) keys.set(key, key.slice(prefix.length));
  return [...keys].filter(([key, word]) => key !== word).map(([key, word]) => ({ word, key }));
}
