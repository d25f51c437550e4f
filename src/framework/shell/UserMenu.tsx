import { lazy, Suspense, useState } from 'react';
import { Avatar, Button, Dialog, DialogActions, DialogContent, DialogTitle, Divider, ListItemIcon, Menu, MenuItem, Typography } from '@mui/material';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Logout from '@mui/icons-material/Logout';
import { useLogout, useTranslate } from 'react-admin';
import { useSessionInfo } from '../admin/index.ts';

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));

function LogoutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate();
  const logout = useLogout();
  const [busy, setBusy] = useState(false);
  const confirm = (): void => {
    setBusy(true);
    void logout();
  };
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="logout-title" maxWidth="xs" fullWidth>
      <DialogTitle id="logout-title">{translate('ra.auth.logout')}</DialogTitle>
      <DialogContent>{translate('msg.logout.confirm')}</DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button variant="contained" onClick={confirm} loading={busy} autoFocus>
          {translate('ra.auth.logout')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Who is signed in, and the two things he or she can do about it. */
export function UserMenu() {
  const translate = useTranslate();
  const info = useSessionInfo();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'password' | 'logout'>();
  const name = info?.name || info?.username || '';
  const open = (which: 'password' | 'logout') => (): void => {
    setAnchor(null);
    setDialog(which);
  };
  return (
    <>
      <Button color="inherit" size="small" aria-haspopup="menu" aria-label={`${translate('ra.auth.user_menu')} ${name}`} onClick={(event) => setAnchor(event.currentTarget)} sx={{ minWidth: 0, gap: 1 }}>
        <Avatar sx={{ width: 26, height: 26, fontSize: 13, bgcolor: 'primary.main', color: 'primary.contrastText' }}>{[...name][0]?.toUpperCase()}</Avatar>
        <Typography component="span" noWrap sx={{ maxWidth: 140, fontSize: 14, display: { xs: 'none', md: 'inline' } }}>
          {name}
        </Typography>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <Typography sx={{ px: 2, py: 0.5, fontSize: 12, color: 'text.secondary' }}>{[info?.username, ...(info?.roles ?? []).map((role) => role.name)].filter(Boolean).join(' · ')}</Typography>
        <Divider />
        <MenuItem onClick={open('password')}>
          <ListItemIcon>
            <KeyOutlined fontSize="small" />
          </ListItemIcon>
          {translate('shell.password.title')}
        </MenuItem>
        <MenuItem onClick={open('logout')}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          {translate('ra.auth.logout')}
        </MenuItem>
      </Menu>
      <LogoutDialog open={dialog === 'logout'} onClose={() => setDialog(undefined)} />
      {dialog === 'password' && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}
