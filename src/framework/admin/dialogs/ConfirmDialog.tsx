import { useId, type ReactNode } from 'react';
import { Button, CircularProgress, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';

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
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children && <DialogContent>{children}</DialogContent>}
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus={danger}>
          {translate('admin.action.back')}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          onClick={onConfirm}
          disabled={busy || disabled}
          autoFocus={!danger}
          startIcon={busy ? <CircularProgress size={16} color="inherit" /> : undefined}
        >
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
