import { Suspense, useEffect, useId, useState } from 'react';
import {
  Box,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { HistorySection } from '../history/HistorySection.tsx';
import { useResourceModel } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';
import { FormFrame } from './FormFrame.tsx';
import { FormGroups } from './FormGroups.tsx';
import { useLeaveTyped } from './leaving.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { isClosed } from '../inputs/index.ts';
import { SettledFields } from './settled.ts';
import { CloseBar, SaveBar } from './SaveBar.tsx';
import { useFormRecord } from './useFormRecord.ts';
import { useSaving } from './useSaving.tsx';
import type { TypedForm } from './useTypedForm.ts';

/** Props of the dialog that creates or edits one record. */
export interface FormDialogProps {
  readonly resource: string;
  /** Undefined: a new record. */
  readonly id?: number;
  /** Values a new record begins with (the order that a payment belongs to). */
  readonly known?: Readonly<Record<string, unknown>>;
  /** Fields that the page behind has decided: they are saved and not asked for. */
  readonly settled?: readonly string[];
  readonly onClose: () => void;
  readonly onSaved?: (record: RaRecord) => void;
}

const NOTHING: readonly string[] = [];

/** The first field has the cursor when the dialog opens; choices do not open by that. */
function focusFirst(content: HTMLElement | null): void {
  if (!content || content.contains(document.activeElement)) return;
  content.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]), textarea, [role=combobox]')?.focus();
}

function DialogForm({
  resource,
  id,
  known,
  settled = NOTHING,
  onSaved,
  onClose,
  onLeave,
  onTyped,
  onClosed,
}: FormDialogProps & {
  onLeave: () => void;
  onTyped: (form: TypedForm) => void;
  onClosed: (closed: boolean) => void;
}) {
  const model = useResourceModel(resource);
  const { record, loading, error, retry } = useFormRecord(resource, id, { inDialog: true });
  const saving = useSaving({
    model,
    record,
    onSaved: (saved) => {
      onSaved?.(saved);
      onClose();
    },
  });
  const closed = isClosed(model, record);
  useEffect(() => onClosed(closed), [onClosed, closed]);
  if (loading)
    return (
      <DialogContent>
        <Skeleton variant="rounded" height={160} />
      </DialogContent>
    );
  if (error && !record)
    return (
      <DialogContent>
        <LoadProblem error={error} onRetry={retry} />
      </DialogContent>
    );
  return (
    <FormFrame model={model} record={record} saving={saving} known={known} onTyped={onTyped}>
      <DialogContent ref={focusFirst} dividers sx={{ maxHeight: { sm: 'calc(100dvh - 200px)' }, overflowY: 'auto' }}>
        <SettledFields value={settled}>
          <FormGroups model={model} />
        </SettledFields>
        {record && <HistorySection model={model} id={record.id} />}
      </DialogContent>
      <DialogActions>
        {closed ? <CloseBar onClose={onLeave} /> : <SaveBar busy={saving.busy} onCancel={onLeave} />}
      </DialogActions>
    </FormFrame>
  );
}

/** The generated form in a dialog, full screen on a phone. Esc and cancel ask before typed work is lost. */
export default function FormDialog(props: FormDialogProps) {
  const { resource, id, onClose } = props;
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { leave, question, onTyped } = useLeaveTyped(onClose);
  const [closed, setClosed] = useState(false);
  const verb = id === undefined ? 'new' : closed ? 'view' : 'edit';
  return (
    <Dialog
      open
      onClose={leave}
      fullScreen={phone}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: {
            width: { sm: model.form.width },
            maxWidth: 'calc(100% - 32px)',
            ...(phone ? { maxWidth: '100%' } : {}),
          },
        },
      }}
    >
      <DialogTitle id={titleId}>{translate(`admin.form.${verb}`, { name: labels.one })}</DialogTitle>
      <Suspense
        fallback={
          <Box sx={{ p: 3 }}>
            <Skeleton variant="rounded" height={160} />
          </Box>
        }
      >
        <DialogForm {...props} onLeave={leave} onTyped={onTyped} onClosed={setClosed} />
      </Suspense>
      {question}
    </Dialog>
  );
}
