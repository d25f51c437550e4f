import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { knownRelated, type Relation, type Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';

/** The lists below a detail: as declared, else as the server, which has all schemas, answers once a session. */
export function useRelations(model: Resource): readonly Relation[] {
  const provider = useDataProvider<AdminDataProvider>();
  const known = knownRelated(model);
  const { data } = useQuery({
    queryKey: ['related', model.name],
    queryFn: async ({ signal }) =>
      (await provider.call<Relation[]>('GET', `/resources/${model.name}/related`, undefined, { signal })).data,
    enabled: known === undefined,
    staleTime: Infinity,
    // The record itself is there: a detail without its lists is better than none.
    retry: 1,
  });
  return known ?? data ?? [];
}
