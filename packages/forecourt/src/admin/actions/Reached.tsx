import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate, type Identifier } from 'react-admin';
import type { Reached as ReachedKind, Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';

interface ReachedProps {
  readonly model: Resource;
  readonly ids: readonly Identifier[];
}

/** What a deletion takes along (`x-on-delete`), by kind; nothing where it reaches no other records. Asked anew with each question. */
export function Reached({ model, ids }: ReachedProps) {
  const { model: known } = useAdminRuntime();
  return known.entries.get(model.name)?.reaches && ids.length > 0 ? <ReachedKinds model={model} ids={ids} /> : null;
}

function ReachedKinds({ model, ids }: ReachedProps) {
  const provider = useDataProvider<AdminDataProvider>();
  const translate = useTranslate();
  const { data = [], error } = useQuery({
    queryKey: ['reach', model.name, ids],
    queryFn: async ({ signal }) =>
      (
        await provider.call<ReachedKind[]>('GET', `/resources/${model.name}/reach?ids=${ids.join()}`, undefined, {
          signal,
        })
      ).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Box role="status" sx={{ mt: 1 }}>
      {error && error.message}
      {data.map(({ resource, title, count, effect }) => (
        <Box key={`${resource} ${effect}`}>{translate(`admin.delete.${effect}`, { count, resource: title })}</Box>
      ))}
    </Box>
  );
}
