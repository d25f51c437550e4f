import { useId, type ReactNode } from 'react';
import { Button, Dialog, DialogActions, DialogTitle } from '@mui/material';
import type { SxProps, Theme } from '@mui/material';
import { useTranslate } from 'react-admin';

interface QuestionDialogProps {
  readonly open?: boolean;
  readonly title: string;
  /** The answer is under way: nothing closes the dialog. */
  readonly busy: boolean;
  readonly width?: 'xs' | 'sm' | 'md';
  readonly fullScreen?: boolean;
  readonly paper?: SxProps<Theme>;
  /** Esc, and a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The dialog that asks something: named by its title, open while its answer is under way, and a click in it is none on the row behind.
 *
 * @example
 * const ask = (busy: boolean, close: () => void) => (
 *   <QuestionDialog title="Lend the book?" busy={busy} onClose={close}>
 *     <p>For two weeks.</p>
 *   </QuestionDialog>
 * );
 */
export function QuestionDialog(props: QuestionDialogProps) {
  const { open = true, title, busy, width = 'sm', fullScreen = false, paper = {}, onClose, children } = props;
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      fullWidth
      fullScreen={fullScreen}
      maxWidth={width}
      aria-labelledby={titleId}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ paper: { sx: paper } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children}
    </Dialog>
  );
}

interface QuestionButtonsProps {
  /** What happens: "Cancel order", never "OK". Without it there is only the way back. */
  readonly verb?: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Which of the two has the cursor when the dialog opens. */
  readonly focus?: 'back' | 'verb';
  readonly onBack: () => void;
  /** Without it the verb sends the form that it stands in. */
  readonly onVerb?: () => void;
}

/** The foot of a question: the way back, and the verb. */
export function QuestionButtons(props: QuestionButtonsProps) {
  const { verb, danger = false, busy, disabled = false, focus, onBack, onVerb } = props;
  const translate = useTranslate();
  return (
    <DialogActions>
      <Button onClick={onBack} disabled={busy} autoFocus={focus === 'back'}>
        {translate('admin.action.back')}
      </Button>
      {verb !== undefined && (
        <Button
          type={onVerb ? 'button' : 'submit'}
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy}
          disabled={disabled}
          autoFocus={focus === 'verb'}
          onClick={onVerb}
        >
          {verb}
        </Button>
      )}
    </DialogActions>
  );
}
