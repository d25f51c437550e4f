import { lazy, Suspense, useState } from 'react';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { Link, RecordContextProvider, useCreatePath, useTranslate, type RaRecord } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { AddressedAction } from '../actions/AddressedAction.tsx';
import { ActionList } from '../actions/ActionList.tsx';
import { DeleteAction, useCanDelete } from '../actions/DeleteAction.tsx';
import { MoreActions } from '../actions/MoreMenu.tsx';
import { dangerLast, isNextStep, offeredActions } from '../actions/offeredActions.ts';
import { useCanEdit } from '../actions/RowActions.tsx';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useLeaveForm } from '../form/useLeaveForm.ts';
import { useFormRecord } from '../form/useFormRecord.ts';
import { HistorySection } from '../history/HistorySection.tsx';
import { useCanDo, useResourceModel } from '../runtime/runtime.tsx';
import { usePageName } from '../page/pageState.ts';
import { OtherEditors } from '../page/OtherEditors.tsx';
import { RecordStar } from '../page/RecordStar.tsx';
import { RefreshButton } from '../page/RefreshButton.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import { FORM_PARAMETER } from '../model/documentedUrls.ts';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { useFormParameter } from '../routing/useFormParameter.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useCodeLabel, useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { tabsOf } from '../values/TabbedPanels.tsx';
import { ShowGroups } from './ShowGroups.tsx';
import { useRelations } from './useRelations.ts';

const RelatedLists = lazy(() => import('./RelatedLists.tsx'));

/** So many that are used now and then are in a menu: what is used every day stays one line. */
const FOLDED_FROM = 3;

/** What can be done with the record: the next step and its form, then what is used now and then. */
function ShowActions({ model, record }: { model: Resource; record: RaRecord }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const canDo = useCanDo();
  const canEdit = useCanEdit(model, record);
  const canDelete = useCanDelete(model, record);
  const leave = useLeaveForm(model.name);
  const offered = dangerLast(offeredActions(model, record, canDo), ({ danger }) => danger === true);
  const next = offered.find((action) => isNextStep(action, record));
  const button = (action: Action) => (
    <ActionButton
      key={action.name}
      model={model}
      action={action}
      record={record}
      variant={action === next ? 'contained' : 'outlined'}
    />
  );
  const isAside = ({ aside, danger }: Action): boolean => aside === true || danger === true;
  const rest = offered.filter(isAside);
  const inMenu = rest.length + Number(canDelete) >= FOLDED_FROM;
  const [deleting, setDeleting] = useState(false);
  const deleted = (gone: boolean) => {
    setDeleting(false);
    if (gone) leave();
  };
  const remove = { label: translate('ra.action.delete'), danger: true, onChoose: () => setDeleting(true) };
  return (
    <ActionList>
      <RecordStar resource={model.name} id={record.id} />
      <RefreshButton />
      {offered.filter((action) => !isAside(action)).map(button)}
      {canEdit && (
        <Button
          variant="outlined"
          component={Link}
          to={
            model.route.edit
              ? createPath({ resource: model.name, type: 'edit', id: record.id })
              : `?${FORM_PARAMETER}=${record.id}`
          }
        >
          {translate('ra.action.edit')}
        </Button>
      )}
      {inMenu && <MoreActions model={model} actions={rest} record={record} further={canDelete ? [remove] : []} />}
      {!inMenu && rest.map(button)}
      {canDelete && !inMenu && <DeleteAction model={model} record={record} onEnd={deleted} />}
      {deleting && <DeleteAction model={model} record={record} started onEnd={deleted} />}
    </ActionList>
  );
}

/** The form over the detail, for resources whose form has no address of its own. */
function DialogOverDetail({ model, id }: { model: Resource; id: number }) {
  const { form, close } = useFormParameter();
  return form === id ? <LazyFormDialog resource={model.name} id={id} onClose={close} /> : null;
}

/** The generated detail: what the record is called, what can be done with it, its groups, and the lists that point at it. */
export default function ResourceShow({ resource, id }: ResourcePageProps) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const { record, loading, error, retry } = useFormRecord(resource, id);
  const relations = useRelations(model);
  const tabs = tabsOf(model.show.groups);
  const { beside } = model.show;
  const codeLabel = useCodeLabel();
  const title = record && recordTitle(model, record, codeLabel);
  usePageName(title);
  if (loading) return <PageSkeleton />;
  if (!record)
    return <Box sx={{ p: 3 }}>{error && <LoadProblem error={error} onRetry={retry} recordOf={resource} />}</Box>;
  return (
    <RecordContextProvider value={record}>
      <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {/* On a phone a long name takes lines, and leaves what stands beside it where it is. */}
          <Typography
            component="h1"
            variant="h6"
            sx={{
              flex: { xs: '1 1 0', sm: '1 1 auto' },
              minWidth: { xs: '55%', sm: 0 },
              fontSize: 20,
              fontWeight: 600,
            }}
          >
            {title}
            <Typography component="span" color="text.secondary" sx={{ ml: 1, fontSize: 14 }}>
              {beside && !isBlank(record[beside]) ? (
                <FieldValue model={model} name={beside} record={record} />
              ) : (
                labels.one
              )}
            </Typography>
          </Typography>
          <OtherEditors model={model} id={record.id} edits={false} />
          <ShowActions model={model} record={record} />
        </Box>
        <ShowGroups model={model} record={record} groups={model.show.groups.filter(({ tab }) => tab === undefined)} />
        {relations.length + tabs.length > 0 && (
          <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
            <RelatedLists
              resource={resource}
              relations={relations}
              id={record.id}
              own={tabs.map(({ key }) => ({ key, label: labels.tab(key) }))}
            >
              {(key) => (
                <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
                  <ShowGroups model={model} record={record} groups={tabs.find((tab) => tab.key === key)?.groups} />
                </Box>
              )}
            </RelatedLists>
          </Suspense>
        )}
        <HistorySection model={model} id={record.id} />
      </Box>
      <AddressedAction model={model} record={record} />
      <DialogOverDetail model={model} id={Number(record.id)} />
    </RecordContextProvider>
  );
}
