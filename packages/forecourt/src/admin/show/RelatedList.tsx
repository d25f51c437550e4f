import { Suspense, useMemo } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import { ListBase, useListContext, useTranslate, type Identifier } from 'react-admin';
import type { Relation, Resource } from '../../model/index.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { ListPages } from '../list/ListPages.tsx';
import { useCountText } from '../rows/countText.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import { useResourceModel } from '../runtime/runtime.tsx';
import { AddRelated } from './AddRelated.tsx';
import { RelatedTable } from './RelatedTable.tsx';
import { relatedColumns } from './relatedColumns.ts';

/** Rows a page at first: a detail is about one record, its lists are looked into. */
const ROWS = 10;

interface RelatedListProps {
  readonly relation: Relation;
  readonly id: Identifier;
  /** Above the rows where no tab says it. */
  readonly title?: string;
}

/** The rows of another resource whose relation is this record: pages and sorts like its own list, with one request a page. */
export function RelatedList(props: RelatedListProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      <RelatedRows {...props} />
    </Suspense>
  );
}

function RelatedRows({ relation, id, title }: RelatedListProps) {
  const model = useResourceModel(relation.resource);
  const [field, order] = model.list.sort;
  const filter = useMemo(() => ({ [relation.field]: id }), [relation.field, id]);
  const columns = useMemo(() => relatedColumns(model, relation), [model, relation]);
  const meta = useRowsMeta(model, 'table', columns);
  // Failures are shown in place.
  const queryOptions = useMemo(() => ({ meta, onError: () => undefined }), [meta]);
  return (
    <ListBase
      resource={model.name}
      filter={filter}
      sort={{ field, order: order === 'desc' ? 'DESC' : 'ASC' }}
      perPage={ROWS}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
      queryOptions={queryOptions as object}
    >
      <RelatedBody model={model} relation={relation} id={id} title={title} />
    </ListBase>
  );
}

function RelatedBody({ model, relation, id, title }: RelatedListProps & { model: Resource }) {
  const { data, total = 0, isPending, error, refetch, isFetching } = useListContext();
  const translate = useTranslate();
  const count = useCountText();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1, minHeight: 32 }}>
        <Typography component={title === undefined ? 'p' : 'h2'} sx={{ flex: '1 1 auto', fontSize: 15 }}>
          {title !== undefined && (
            <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
              {title}
            </Box>
          )}
          {count && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 14 }}>
              {title === undefined ? translate('admin.list.count', { count }) : count}
            </Box>
          )}
        </Typography>
        <AddRelated model={model} relation={relation} id={id} />
      </Box>
      {error && (
        <LoadProblem
          error={error as Error}
          onRetry={() => void refetch()}
          busy={isFetching}
          sentence="admin.list.failed"
        />
      )}
      {isPending && !error && <Skeleton variant="rounded" height={80} />}
      {data?.length === 0 && !error && <Typography color="text.secondary">{translate('admin.list.none')}</Typography>}
      {data && data.length > 0 && <RelatedTable model={model} relation={relation} />}
      {total > ROWS && <ListPages />}
    </Box>
  );
}
