import { useRef } from 'react';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isVisible, useShortcut } from '../shortcuts/shortcuts.ts';

interface SaveBarProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly label?: string;
}

/** The way out of a form that is only read. */
export function CloseBar({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  return <Button onClick={onClose}>{translate('ra.action.close')}</Button>;
}

/** Cancel and save, the verb in words; Enter in a field saves too. */
export function SaveBar({ busy, onCancel, label }: SaveBarProps) {
  const translate = useTranslate();
  const save = useRef<HTMLButtonElement>(null);
  const inSight = (): boolean => isVisible(save.current);
  // The form and its dialog listen themselves; here the keys are only named.
  useShortcut({ keys: 'Esc', label: 'admin.shortcuts.cancel', inSight });
  useShortcut({ keys: 'Enter', label: 'admin.shortcuts.save', inSight });
  return (
    <>
      <Button onClick={onCancel} disabled={busy}>
        {translate('ra.action.cancel')}
      </Button>
      <Button ref={save} type="submit" variant="contained" loading={busy}>
        {label ?? translate('ra.action.save')}
      </Button>
    </>
  );
}
