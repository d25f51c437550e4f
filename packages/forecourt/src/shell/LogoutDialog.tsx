import { useEffect, useState } from 'react';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useLogout, useTranslate } from 'react-admin';
import { forgetUnsavedChanges, hasKeptWork, hasUnsavedChanges } from '../admin/index.ts';

/** Asks before the session ends, and says what would be lost: typed work on the page, and whatever this device keeps that was not sent. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const logout = useLogout();
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState(false);
  useEffect(() => {
    let current = true;
    void hasKeptWork().then((found) => current && setKept(found));
    return () => {
      current = false;
    };
  }, []);
  const confirm = (): void => {
    setBusy(true);
    // Asked and answered: the browser need not ask again.
    forgetUnsavedChanges();
    void logout();
  };
  const lost = busy ? undefined : hasUnsavedChanges() ? 'shell.logout.unsaved' : kept ? 'shell.logout.kept' : undefined;
  return (
    <Dialog open onClose={onClose} aria-labelledby="logout-title" maxWidth="xs" fullWidth>
      <DialogTitle id="logout-title">{translate('shell.user.logout')}</DialogTitle>
      <DialogContent>
        {translate('msg.logout.confirm')}
        {lost && <Typography sx={{ mt: 1, fontWeight: 500 }}>{translate(lost)}</Typography>}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} disabled={busy}>
          {translate('shell.logout.cancel')}
        </Button>
        <Button variant="contained" onClick={confirm} loading={busy} autoFocus>
          {translate('shell.user.logout')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
