import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { AdminDataProvider } from '../../admin/index.ts';
import type { Resource } from '../../model/index.ts';
import type { Found } from './useFound.ts';

/** Rows that point at what was found (the orders of a car): those that their list shows first. */
const ROWS = 20;
/** Records whose rows are looked for. */
const POINTED_AT = 3;

/** What verbs are about: the records that were found, with `pointing` also those that point at them. */
export interface Subject {
  readonly models: readonly Resource[];
  readonly found: Found | undefined;
  readonly pointing: boolean;
}

/** Filters of a list that narrow it to one related record of that resource. */
const filtersTo = (model: Resource, resource: string): readonly string[] =>
  model.list.filters
    .filter(
      ({ operator, paths: [path], field }) =>
        operator === 'equals' && path?.steps.length === 0 && field?.ref?.resource === resource,
    )
    .map(({ name }) => name);

/** The records of one resource that are spoken of, each as its list shows it. */
async function recordsOf(
  provider: AdminDataProvider,
  model: Resource,
  { records }: Found,
  pointing: boolean,
  signal: AbortSignal,
): Promise<readonly RaRecord[]> {
  const own = records.find(({ resource }) => resource === model.name)?.hits.map(({ id }) => id) ?? [];
  const [field, order] = model.list.sort;
  const filters = (pointing ? records : []).flatMap(({ resource, hits }) =>
    hits.slice(0, POINTED_AT).flatMap(({ id }) => filtersTo(model, resource).map((name) => ({ [name]: id }))),
  );
  const answers = await Promise.all([
    own.length > 0 ? provider.getMany<RaRecord>(model.name, { ids: own, signal }) : { data: [] },
    ...filters.map((filter) =>
      provider.getList<RaRecord>(model.name, {
        filter,
        pagination: { page: 1, perPage: ROWS },
        sort: { field, order: order === 'asc' ? 'ASC' : 'DESC' },
        signal,
      }),
    ),
  ]);
  return [...new Map(answers.flatMap(({ data }) => data).map((record) => [record.id, record])).values()];
}

/** How these records stand now, by resource; undefined until it is known. */
export function useRecordsNow({ models, found, pointing }: Subject): {
  readonly records: ReadonlyMap<string, readonly RaRecord[]> | undefined;
  readonly isFetching: boolean;
} {
  const provider = useDataProvider<AdminDataProvider>();
  const { data, isFetching } = useQuery({
    queryKey: ['palette records', models.map(({ name }) => name), pointing, found],
    queryFn: async ({ signal }) =>
      new Map(
        await Promise.all(
          models.map(
            async (model) => [model.name, await recordsOf(provider, model, found!, pointing, signal)] as const,
          ),
        ),
      ),
    enabled: found !== undefined && models.length > 0,
    gcTime: 0,
  });
  return { records: data, isFetching };
}
