import type { Entity, Field, Resource } from './model.ts';

type Paths = Pick<Resource, 'name' | 'dialect' | 'api'>;

/** Path below /api of a resource's export: the declared one, else `/resources/{name}/export` for whatever has a list. */
export function exportPath({ name, dialect, api }: Paths): string | undefined {
  return api.export ?? (dialect === 'simple-rest' || api.list ? `/resources/${name}/export` : undefined);
}

/**
 * Path below /api of a resource's import: the declared one, else `/resources/{name}/import`. None for what the generic save does not
 * write: logs, and records that come to be by commands alone.
 */
export function importPath(resource: Paths, entity: Pick<Entity, 'log'>): string | undefined {
  const { name, dialect, api } = resource;
  if (entity.log) return undefined;
  return api.import ?? (dialect === 'simple-rest' || api.save ? `/resources/${name}/import` : undefined);
}

/** Whether a column of an import may carry this property. Secrets may not: a file, and what is kept of it, would hold them readable. */
export const isImportable = (field: Field): boolean =>
  !field.readOnly && !field.builtIn && field.kind !== 'computed' && !field.sensitive;
