import { factsOf } from './kinds.ts';
import { reachesOthers } from './onDelete.ts';
import type { Field, Resource } from './model.ts';

type Recorded = Pick<Resource, 'name'> & { readonly entity: Pick<Resource['entity'], 'history'> };

/** Path below /api of a record's history, in either dialect; undefined where the schema asks for none. */
export const historyPath = ({ name, entity }: Recorded): string | undefined =>
  entity.history ? `/resources/${name}/{id}/history` : undefined;

/** Path below /api of what one call changed, by the id of its row; undefined for everything but the operation log. */
export const callChangesPath = ({ name }: Pick<Resource, 'name'>): string | undefined =>
  name === 'operationLog' ? `/resources/${name}/{id}/changes` : undefined;

type Removable = Pick<Resource, 'name' | 'dialect' | 'api'> & {
  readonly entity: Pick<Resource['entity'], 'deletion' | 'log'>;
};

/** Path below /api that takes back deletions, in either dialect; undefined where rows are not soft-deleted, or nobody can delete them. */
export function undeletePath({ name, dialect, api, entity }: Removable): string | undefined {
  if (entity.deletion !== 'soft' || entity.log) return undefined;
  return dialect === 'simple-rest' || api.delete || api.deleteMany ? `/resources/${name}/undelete` : undefined;
}

/** Path below /api that tells what a deletion takes along; undefined where it reaches no other records, or nobody can delete. */
export function reachPath({
  name,
  dialect,
  api,
  entity,
}: Pick<Removable, 'name' | 'dialect' | 'api'> & {
  readonly entity: Pick<Resource['entity'], 'deletion' | 'log' | 'dependents'>;
}): string | undefined {
  if (!reachesOthers(entity) || entity.deletion === 'never' || entity.log) return undefined;
  return dialect === 'simple-rest' || api.delete || api.deleteMany ? `/resources/${name}/reach` : undefined;
}

/** Whether the files of a property are read through their record only (`x-private`). */
export const isPrivateFile = (field: Pick<Field, 'privateBy'>): boolean => field.privateBy !== undefined;

/**
 * Path below /api of the bytes of a private file, in either dialect: that of the record through which it is read. Where several files may be meant, with the
 * name of one.
 */
export function privateFilePath(
  entity: string,
  { name, kind, privateBy }: Pick<Field, 'name' | 'kind' | 'privateBy'>,
): string {
  if (privateBy?.relation !== undefined) return `/resources/${privateBy.resource}/{id}/files/${entity}/${name}/{file}`;
  return `/resources/${entity}/{id}/files/${name}${factsOf({ kind }).several ? '/{file}' : ''}`;
}

/** Path below /api of one private file of a record. */
export const privateFileAddress = (
  entity: string,
  field: Pick<Field, 'name' | 'kind' | 'privateBy'>,
  record: Readonly<Record<string, unknown>>,
  file: string,
): string =>
  privateFilePath(entity, field)
    .replace('{id}', String(record[field.privateBy?.relation ?? 'id']))
    .replace('{file}', encodeURIComponent(file));

/** Whether a change of some properties of the entity needs a recent proof of the password (`x-proof`). */
export const needsProof = ({ fields }: { readonly fields: readonly Pick<Field, 'schema'>[] }): boolean =>
  fields.some(({ schema }) => schema['x-proof'] === true);
