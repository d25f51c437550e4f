import { useRef } from 'react';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isVisible, useShortcut } from '../shortcuts/shortcuts.ts';

/** Cancel and save, the verb in words; Enter in a field saves too. */
export function SaveBar({ busy, onCancel, label }: { busy: boolean; onCancel: () => void; label?: string }) {
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
