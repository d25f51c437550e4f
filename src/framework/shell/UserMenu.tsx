import { lazy, Suspense, useState } from 'react';
import {
  Avatar,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  ListItemIcon,
  MenuItem,
  MenuList,
  Popover,
  Typography,
} from '@mui/material';
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
      <DialogTitle id="logout-title">{translate('shell.user.logout')}</DialogTitle>
      <DialogContent>{translate('msg.logout.confirm')}</DialogContent>
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
      <Button
        color="inherit"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${translate('shell.user.label')}: ${name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 36, minHeight: 36, px: 0.5 }}
      >
        <Avatar
          src={info?.avatar || undefined}
          alt=""
          aria-hidden
          sx={{ width: 28, height: 28, fontSize: 13, fontWeight: 600, bgcolor: 'accent.soft', color: 'accent.text' }}
        >
          {[...name][0]?.toUpperCase()}
        </Avatar>
      </Button>
      {anchor && (
        <Popover
          anchorEl={anchor}
          open
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': translate('shell.user.label'), sx: { minWidth: 220, mt: 0.5 } },
          }}
        >
          <Box sx={{ px: 1.75, py: 1.25 }}>
            <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
            <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
              {[info?.username, ...(info?.roles ?? []).map((role) => role.name)].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
          <Divider />
          <MenuList autoFocusItem sx={{ p: 0.5 }}>
            <MenuItem onClick={open('password')}>
              <ListItemIcon>
                <KeyOutlined fontSize="small" />
              </ListItemIcon>
              {translate('shell.user.password')}
            </MenuItem>
            <MenuItem onClick={open('logout')}>
              <ListItemIcon>
                <Logout fontSize="small" />
              </ListItemIcon>
              {translate('shell.user.logout')}
            </MenuItem>
          </MenuList>
        </Popover>
      )}
      <LogoutDialog open={dialog === 'logout'} onClose={() => setDialog(undefined)} />
      {dialog === 'password' && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}
