import { lazy, Suspense, useState } from 'react';
import { Avatar, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFileUrl, useSessionInfo } from '../admin/index.ts';
import { TOUCH } from '../admin/index.ts';
import type { UserDialog } from './UserPanel.tsx';

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));
const SettingsDrawer = lazy(() => import('./SettingsDrawer.tsx'));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
}));
const UserPanel = lazy(async () => ({ default: (await import('./UserPanel.tsx')).UserPanel }));
const LogoutDialog = lazy(async () => ({ default: (await import('./LogoutDialog.tsx')).LogoutDialog }));

/** Opens what the user can do about the session; panel and dialogs load when they are asked for. */
export function UserMenu() {
  const translate = useTranslate();
  const info = useSessionInfo();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<UserDialog>();
  const avatar = useFileUrl(info?.avatar ?? '');
  const name = info?.name || info?.username || '';
  const open = (which: UserDialog): void => {
    setAnchor(null);
    setDialog(which);
  };
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${translate('shell.user.label')}: ${name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          minWidth: { xs: 44, sm: 36 },
          minHeight: { xs: 44, sm: 36 },
          [TOUCH]: { minWidth: 44, minHeight: 44 },
          px: 0.5,
        }}
      >
        <Avatar
          src={avatar || undefined}
          alt=""
          aria-hidden
          sx={{ width: 28, height: 28, fontSize: 13, fontWeight: 600, bgcolor: 'accent.soft', color: 'accent.text' }}
        >
          {[...name][0]?.toUpperCase()}
        </Avatar>
      </Button>
      <Suspense>
        {anchor && <UserPanel anchor={anchor} onClose={() => setAnchor(null)} onOpen={open} />}
        {dialog === 'help' && <ShortcutsDialog onClose={close} />}
        {dialog === 'layout' && <SettingsDrawer onClose={close} />}
        {dialog === 'logout' && <LogoutDialog onClose={close} />}
        {dialog === 'password' && <ChangePasswordDialog onClose={close} />}
      </Suspense>
    </>
  );
}
