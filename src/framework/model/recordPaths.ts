import type { Resource } from './model.ts';

type Recorded = Pick<Resource, 'name'> & { readonly entity: Pick<Resource['entity'], 'history'> };

/** Path below /api of a record's history, in either dialect; undefined where the schema asks for none. */
export const historyPath = ({ name, entity }: Recorded): string | undefined =>
  entity.history ? `/resources/${name}/{id}/history` : undefined;
