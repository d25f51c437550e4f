import { lazy, Suspense, useCallback, useState } from 'react';
import { IconButton, Tooltip } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../admin/index.ts';
import type { PaletteDialog } from './usePaletteActions.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const PaletteDialogs = lazy(() => import('./PaletteDialogs.tsx'));

/** The command palette behind a button of the header and Ctrl K, and the overview of keys behind `?`. Both load when they are first asked for. */
export function PaletteButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<PaletteDialog>();
  const close = useCallback(() => setOpen(false), []);
  useShortcut({ keys: 'Ctrl+K', label: 'shell.shortcuts.everything', whileTyping: true, run: () => setOpen(true) });
  useShortcut({ keys: '?', label: 'shell.shortcuts.title', run: () => setDialog('shortcuts') });
  return (
    <>
      <Tooltip title={`${translate('shell.shortcuts.everything')} (Ctrl K)`}>
        <IconButton
          aria-label={translate('shell.shortcuts.everything')}
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          sx={{ width: 36, height: 36 }}
        >
          <Search sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
      <Suspense>
        {open && <Palette onClose={close} onDialog={setDialog} />}
        {dialog && <PaletteDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}
