import { useTranslate } from 'react-admin';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface DiscardDialogProps {
  readonly open: boolean;
  /** What would be lost, as a key, where it is more than what was typed. */
  readonly text?: string;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before what was entered is thrown away. */
export function DiscardDialog({ open, text = 'admin.form.leaveText', onDiscard, onClose }: DiscardDialogProps) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      open={open}
      title={translate('admin.form.leaveTitle')}
      verb={translate('admin.form.discard')}
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      {translate(text)}
    </ConfirmDialog>
  );
}
