import { useState } from 'react';
import { Button } from '@mui/material';
import { useCloseNotification, useNotify, useRefresh, useTranslate } from 'react-admin';

/** How long a step can be taken back from its notification; it waits while the pointer or the focus is on it. */
export const TAKE_BACK_MS = 8_000;

/**
 * In the notification of a step: takes it back. `run` does so and answers what is said then; what it throws is said as the reason why not.
 *
 * @example const notice = { action: <TakeBackButton run={async () => 'Taken back'} />, autoHideDuration: TAKE_BACK_MS };
 */
export function TakeBackButton({ run }: { run: () => Promise<string> }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  const notify = useNotify();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      notify(await run(), { type: 'success' });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      close();
      refresh();
    }
  };
  return (
    <Button color="inherit" size="small" loading={busy} onClick={() => void takeBack()}>
      {translate('ra.action.undo')}
    </Button>
  );
}
