import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@mui/material';
import HelpOutline from '@mui/icons-material/HelpOutline';
import { useTranslate } from 'react-admin';
import { useTexts } from '../../admin/index.ts';
import { HEADER_BUTTON } from '../headerButton.ts';

const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }));

/** Says what the screen is for and which keys it has. On a phone the user's panel has the same entry. */
export function HelpButton() {
  useTexts('shell.later');
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const label = translate('shell.later.help');
  return (
    <>
      <IconButton
        title={open ? '' : `${label} (?)`}
        aria-label={label}
        aria-keyshortcuts="?"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ ...HEADER_BUTTON, display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <HelpOutline sx={{ fontSize: 19 }} />
      </IconButton>
      <Suspense>{open && <ShortcutsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
