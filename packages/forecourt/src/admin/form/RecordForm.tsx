import type { ReactNode } from 'react';
import { Box, Typography } from '@mui/material';
import { HistorySection } from '../history/HistorySection.tsx';
import type { Resource } from '../../model/index.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import { RecordStar } from '../page/RecordStar.tsx';
import { usePageName } from '../page/pageState.ts';
import { useCodeLabel } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { isClosed } from '../inputs/index.ts';
import { FormBar } from './FormBar.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormGroups } from './FormGroups.tsx';
import { useLeaveTyped } from './leaving.tsx';
import { CloseBar, SaveBar } from './SaveBar.tsx';
import { StepsForm } from './StepsForm.tsx';
import { useFormRecord } from './useFormRecord.ts';
import { useSaving } from './useSaving.tsx';

interface RecordFormProps {
  readonly model: Resource;
  /** Undefined: a new record. */
  readonly id?: number;
  /** Values a new record begins with. */
  readonly known?: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** Below the title. */
  readonly links?: ReactNode;
  /** Between the buttons and the history. */
  readonly below?: ReactNode;
  /** Saved. */
  readonly onSaved: (id: number) => void;
  /** Given up; what was typed has been asked about. */
  readonly onCancel: () => void;
}

/** A form on a page of its own: title, groups, the bar with its buttons, the history of what is stored. */
export function RecordForm({ model, id, known, title, links, below, onSaved, onCancel }: RecordFormProps) {
  const { record, loading, error, retry } = useFormRecord(model.name, id);
  const saved = ({ id: of }: { id: number | string }) => onSaved(Number(of));
  const saving = useSaving({ model, record, onSaved: saved });
  const codeLabel = useCodeLabel();
  usePageName(record && recordTitle(model, record, codeLabel));
  const { leave: cancel, question, onTyped } = useLeaveTyped(onCancel);

  const closed = isClosed(model, record);
  if (loading) return <PageSkeleton />;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, pb: 0, maxWidth: model.form.width + 240 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: links ? 1 : 2 }}>
        <Typography component="h1" variant="h6" sx={{ fontSize: 20, fontWeight: 600 }}>
          {title}
        </Typography>
        {record && !model.route.show && <RecordStar resource={model.name} id={record.id} />}
      </Box>
      {links && <Box sx={{ mb: 2, '&:empty': { display: 'none' } }}>{links}</Box>}
      {error && !record ? (
        <LoadProblem error={error} onRetry={retry} recordOf={model.name} />
      ) : model.form.layout === 'steps' && !closed ? (
        <StepsForm model={model} record={record} known={known} onTyped={onTyped} onDone={saved} onCancel={cancel} />
      ) : (
        <FormFrame model={model} record={record} saving={saving} known={known} onTyped={onTyped}>
          <FormGroups model={model} />
          <FormBar>{closed ? <CloseBar onClose={cancel} /> : <SaveBar busy={saving.busy} onCancel={cancel} />}</FormBar>
        </FormFrame>
      )}
      {below}
      {record && (
        <Box sx={{ py: 2 }}>
          <HistorySection model={model} id={record.id} />
        </Box>
      )}
      {question}
    </Box>
  );
}
