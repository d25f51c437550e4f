import { Button } from '@mui/material';
import { useCloseNotification, useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useUndelete } from './useUndelete.ts';

/** In the notification of a deletion: takes it back. */
export default function UndoButton({ model, ids }: { model: Resource; ids: readonly Identifier[] }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  const { busy, undelete } = useUndelete(model);
  return (
    <Button color="inherit" size="small" loading={busy} onClick={() => void undelete(ids).then(() => close())}>
      {translate('ra.action.undo')}
    </Button>
  );
}
