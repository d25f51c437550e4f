import { lazy, useState } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../admin/index.ts';
import { ShortcutsDialog } from '../shortcuts/ShortcutsDialog.tsx';
import type { PaletteDialog } from './usePaletteActions.ts';

const ChangePasswordDialog = lazy(() => import('../ChangePasswordDialog.tsx'));

/** What an action of the palette opens. */
export default function PaletteDialogs({ dialog, onClose }: { dialog: PaletteDialog; onClose: () => void }) {
  if (dialog === 'password') return <ChangePasswordDialog onClose={onClose} />;
  return dialog === 'shortcuts' ? <ShortcutsDialog onClose={onClose} /> : <SignOut onClose={onClose} />;
}

function SignOut({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const logout = useLogout();
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      open
      title={translate('msg.logout.confirm')}
      verb={translate('shell.user.logout')}
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        void logout();
      }}
      onClose={onClose}
    />
  );
}
