import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { useCodeLabel } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import type { KeptRecord } from './keptRecords.ts';

const FRESH_MS = 30_000;

export interface TitledRecord extends KeptRecord {
  readonly title: string;
}

/**
 * Those of the kept records that the user may see, with what they are called now, in their order. A record that is deleted, out of scope or of a
 * list that may not be opened is left out; so is one whose list does not answer.
 */
export function useKeptTitles(records: readonly KeptRecord[]): readonly TitledRecord[] {
  const { model, labels } = useAdminRuntime();
  const provider = useDataProvider();
  const canDo = useCanDo();
  const codeLabel = useCodeLabel();
  const asked = records.filter(({ resource }) => model.entries.has(resource) && canDo(resource, 'list'));
  const { data } = useQuery({
    queryKey: ['kept records', asked],
    queryFn: async ({ signal }) => {
      const titlesOf = async (resource: string): Promise<readonly (readonly [string, string])[]> => {
        const ids = asked.filter((one) => one.resource === resource).map(({ id }) => id);
        try {
          const [loaded] = await Promise.all([model.load(resource), labels.load(resource)]);
          const { data: rows } = await provider.getMany<RaRecord>(resource, { ids, signal });
          return rows.map((row) => [`${resource} ${row.id}`, recordTitle(loaded, row, codeLabel)]);
        } catch {
          return [];
        }
      };
      const resources = [...new Set(asked.map(({ resource }) => resource))];
      return Object.fromEntries((await Promise.all(resources.map(titlesOf))).flat());
    },
    enabled: asked.length > 0,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  return asked.flatMap(({ resource, id }) => {
    const title = data?.[`${resource} ${id}`];
    return title === undefined ? [] : [{ resource, id, title }];
  });
}
