import { Suspense } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCreatePath, useDataProvider, useTranslate } from 'react-admin';
import { callChangesPath } from '../../model/index.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { ChangeList } from '../history/ChangeList.tsx';
import type { RecordedChange } from '../history/useHistory.ts';
import { useCanDo, useResourceModel } from '../runtime/runtime.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import type { ShowGroupProps } from '../show/ShowGroups.tsx';
import { useLabels, useTexts } from '../values/labels.ts';
import { RecordLink } from '../values/RecordLink.tsx';

interface ChangedRecord {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly happened: 'created' | 'changed' | 'deleted';
  readonly changes: readonly RecordedChange[];
}

interface CallChangesAnswer {
  readonly records: readonly ChangedRecord[];
  readonly others: number;
}

/** One record before and after, by the labels of its own screen. */
function Changed({ resource, id, title, happened, changes }: ChangedRecord) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const createPath = useCreatePath();
  const canDo = useCanDo();
  const name = title === '' ? `#${id}` : title;
  const opens = happened !== 'deleted' && model.route.show !== undefined && canDo(resource, 'show');
  return (
    <Box
      component="li"
      sx={{ borderTop: 1, borderColor: 'divider', py: 1.5, '&:first-of-type': { borderTop: 0, pt: 0 } }}
    >
      <Typography component="h3" sx={{ fontSize: 13, fontWeight: 600, mb: 0.5 }}>
        {labels.many}: {opens ? <RecordLink to={createPath({ resource, type: 'show', id })}>{name}</RecordLink> : name}{' '}
        <Typography component="span" color="text.secondary" sx={{ fontSize: 13 }}>
          {translate(`resources.operationLog.log.${happened}`)}
        </Typography>
      </Typography>
      <ChangeList model={model} changes={changes} created={happened === 'created'} />
    </Box>
  );
}

/** What the call of a row of the operation log changed: each record with the values before and after, as far as the reader may see them. */
export default function CallChanges({ model, record }: ShowGroupProps) {
  useTexts('admin.history');
  const translate = useTranslate();
  const provider = useDataProvider<AdminDataProvider>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [model.name, 'changes', String(record.id)],
    retry: false,
    queryFn: async ({ signal }) => {
      const path = callChangesPath(model)!.replace('{id}', encodeURIComponent(String(record.id)));
      return (await provider.call<CallChangesAnswer>('GET', path, {}, { signal })).data;
    },
  });
  if (isPending) return <Skeleton variant="rounded" height={80} />;
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} sentence="admin.history.failed" />;
  const { records, others } = data;
  return (
    <>
      {records.length === 0 && others === 0 && (
        <Typography color="text.secondary">{translate('resources.operationLog.log.nothing')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {records.map((one, index) => (
          <Suspense key={index} fallback={<Skeleton variant="rounded" height={60} />}>
            <Changed {...one} />
          </Suspense>
        ))}
      </Box>
      {others > 0 && (
        <Typography color="text.secondary" sx={{ fontSize: 13 }}>
          {translate('resources.operationLog.log.others', { smart_count: others })}
        </Typography>
      )}
    </>
  );
}
