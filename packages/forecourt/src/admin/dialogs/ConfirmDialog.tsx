import type { ReactNode } from 'react';
import { DialogContent } from '@mui/material';
import { QuestionButtons, QuestionDialog } from './QuestionDialog.tsx';

/** Props of `ConfirmDialog`. */
export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The verb on the button: "Cancel order", never "OK". */
  readonly verb: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** There is nothing that it could be done with. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that matters; the safe answer has the focus when the other one is dangerous. */
export function ConfirmDialog({
  open,
  title,
  children,
  verb,
  danger = false,
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <QuestionDialog open={open} title={title} busy={busy} width="xs" onClose={onClose}>
      {children && <DialogContent>{children}</DialogContent>}
      <QuestionButtons
        verb={verb}
        danger={danger}
        busy={busy}
        disabled={disabled}
        focus={danger ? 'back' : 'verb'}
        onBack={onClose}
        onVerb={onConfirm}
      />
    </QuestionDialog>
  );
}
