import { lazy } from 'react';
import { LogoutDialog } from '../LogoutDialog.tsx';
import { ShortcutsDialog } from '../shortcuts/ShortcutsDialog.tsx';
import type { PaletteDialog } from './usePaletteActions.ts';

const ChangePasswordDialog = lazy(() => import('../ChangePasswordDialog.tsx'));

/** What an action of the palette opens. */
export default function PaletteDialogs({ dialog, onClose }: { dialog: PaletteDialog; onClose: () => void }) {
  if (dialog === 'password') return <ChangePasswordDialog onClose={onClose} />;
  return dialog === 'shortcuts' ? <ShortcutsDialog onClose={onClose} /> : <LogoutDialog onClose={onClose} />;
}
