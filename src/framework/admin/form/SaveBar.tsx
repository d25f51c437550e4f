import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Cancel and save, the verb in words; Enter in a field saves too. */
export function SaveBar({ busy, onCancel, label }: { busy: boolean; onCancel: () => void; label?: string }) {
  const translate = useTranslate();
  return (
    <>
      <Button onClick={onCancel} disabled={busy}>
        {translate('ra.action.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={busy}>
        {label ?? translate('ra.action.save')}
      </Button>
    </>
  );
}
