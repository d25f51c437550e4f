import { Suspense, type ReactNode } from 'react';
import { Box, Skeleton } from '@mui/material';
import { listedRelation, type RecordPageDeclaration, type Resource } from '../../model/index.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import { useFormRecord } from '../form/useFormRecord.ts';
import { useLeaveForm } from '../form/useLeaveForm.ts';
import ResourceList from '../list/ResourceList.tsx';
import { MapsInCommon } from '../maps/alsoOnMap.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import { usePageName } from '../page/pageState.ts';
import { RecordPageLinks } from '../routing/RecordPageLinks.tsx';
import { useRecordPages } from '../routing/useRecordPages.ts';
import { useResourceModel } from '../runtime/runtime.tsx';
import { recordTitle } from '../values/recordTitle.ts';
import { registeredComponent } from '../values/registry.ts';

interface FurtherPageProps {
  readonly resource: string;
  /** The record that the page is about. */
  readonly id: number;
  readonly page: RecordPageDeclaration;
}

/** What a component registered to stand below such a page receives. */
export type BelowPageProps = Pick<FurtherPageProps, 'resource' | 'id'>;

interface PartProps {
  readonly id: number;
  readonly title: string;
  readonly links: ReactNode;
  readonly below: ReactNode;
  readonly onCancel: () => void;
}

const STAYS = (): void => undefined;

/** A map on a page of its own is large enough to judge a city by. */
const MAP_HEIGHT = '560px';

/** A form of which only some groups are shown and saved. */
const ofGroups = (model: Resource, keys: readonly string[]): Resource => ({
  ...model,
  form: { ...model.form, layout: 'page', groups: model.form.groups.filter(({ key }) => keys.includes(key)) },
});

/** The one document of another resource that belongs to the record; whoever has saved it stays. */
function DocumentForm({ document, ...props }: PartProps & { document: string }) {
  return <RecordForm model={useResourceModel(document)} onSaved={STAYS} {...props} />;
}

/** A further page of a record, as it is declared: some groups of its form, the list of what points at it, or its document. */
export default function FurtherPage({ resource, id, page }: FurtherPageProps) {
  const model = useResourceModel(resource);
  const { record, loading, error, retry } = useFormRecord(resource, id);
  const label = useRecordPages(resource).find((link) => link.page === page)?.label ?? '';
  const name = record && recordTitle(model, record);
  usePageName(name);
  const leave = useLeaveForm(resource);
  if (loading) return <PageSkeleton />;
  if (error && !record)
    return (
      <Box sx={{ p: { xs: 2, sm: 3 } }}>
        <LoadProblem error={error} onRetry={retry} />
      </Box>
    );
  const relation = listedRelation(page);
  const Below = registeredComponent<BelowPageProps>(page.below);
  const part: PartProps = {
    id,
    title: `${name} · ${label}`,
    links: <RecordPageLinks resource={resource} id={id} current={page.path} />,
    below: Below && (
      <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
        <Below resource={resource} id={id} />
      </Suspense>
    ),
    onCancel: () => leave(id),
  };
  return (
    <MapsInCommon>
      {relation ? (
        <>
          <ResourceList
            resource={relation.resource}
            parent={{ field: relation.field, id }}
            title={part.title}
            above={part.links}
          />
          {part.below && <Box sx={{ p: { xs: 2, sm: 3 }, pt: 0 }}>{part.below}</Box>}
        </>
      ) : page.document === undefined ? (
        <Box sx={{ '--map-height': MAP_HEIGHT }}>
          <RecordForm model={ofGroups(model, page.groups ?? [])} onSaved={STAYS} {...part} />
        </Box>
      ) : (
        <DocumentForm document={page.document} {...part} />
      )}
    </MapsInCommon>
  );
}
