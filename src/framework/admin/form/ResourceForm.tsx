import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { HistorySection } from '../history/HistorySection.tsx';
import { useResourceModel } from '../runtime/runtime.tsx';
import { usePageName } from '../page/pageState.ts';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { FormBar } from './FormBar.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormGroups } from './FormGroups.tsx';
import { useLeaveTyped } from './leaving.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { SaveBar } from './SaveBar.tsx';
import { StepsForm } from './StepsForm.tsx';
import { useFormRecord } from './useFormRecord.ts';
import { useLeaveForm } from './useLeaveForm.ts';
import { useKnownValues } from './useKnownValues.ts';
import { useSaving } from './useSaving.ts';

/** The generated form page: new record without an id, else the stored one; in steps where the resource says so. Cancel asks before typed work is lost. */
export default function ResourceForm({
  resource,
  id,
  known: given,
}: ResourcePageProps & { known?: Readonly<Record<string, unknown>> }) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const leave = useLeaveForm(resource);
  const linked = useKnownValues();
  const known = given ?? linked;
  const { record, loading, error, retry } = useFormRecord(resource, id);
  const saving = useSaving({ model, record, onSaved: (saved) => leave(saved.id) });
  usePageName(record && recordTitle(model, record));
  const { leave: cancel, question, onTyped } = useLeaveTyped(() => leave(id));

  if (loading) return <PageSkeleton />;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, pb: 0, maxWidth: model.form.width + 240 }}>
      <Typography component="h1" variant="h6" sx={{ fontSize: 20, fontWeight: 600, mb: 2 }}>
        {translate(id === undefined ? 'admin.form.new' : 'admin.form.edit', { name: labels.one })}
      </Typography>
      {error && !record ? (
        <LoadProblem error={error} onRetry={retry} />
      ) : model.form.layout === 'steps' ? (
        <StepsForm
          model={model}
          record={record}
          known={known}
          onTyped={onTyped}
          onDone={(saved) => leave(saved.id)}
          onCancel={cancel}
        />
      ) : (
        <FormFrame model={model} record={record} saving={saving} known={known} onTyped={onTyped}>
          <FormGroups model={model} />
          <FormBar>
            <SaveBar busy={saving.busy} onCancel={cancel} />
          </FormBar>
        </FormFrame>
      )}
      {record && (
        <Box sx={{ py: 2 }}>
          <HistorySection model={model} id={record.id} />
        </Box>
      )}
      {question}
    </Box>
  );
}
