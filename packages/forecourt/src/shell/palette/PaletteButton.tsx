import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { isVisible, useShortcut } from '../../admin/index.ts';
import { HEADER_BUTTON } from '../headerButton.ts';
import { NewRecordKeys } from '../shortcuts/NewRecordKeys.tsx';
import { PaletteWaiting } from './PaletteWaiting.tsx';
import type { PaletteDialog } from './usePaletteActions.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const PaletteDialogs = lazy(() => import('./PaletteDialogs.tsx'));

/** The command palette behind a button of the header and Ctrl K, and the overview of keys behind `?`. Both load when they are first asked for. */
export function PaletteButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<PaletteDialog>();
  const before = useRef<Element>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const show = (): void => {
    if (open) return;
    before.current = document.activeElement;
    setTyped('');
    setOpen(true);
  };
  // Back to where somebody was, whichever of the two boxes had the focus last.
  useLayoutEffect(() => {
    if (!open && before.current instanceof HTMLElement) before.current.focus();
  }, [open]);
  useShortcut({ keys: 'Ctrl+K', label: 'shell.shortcuts.everything', whileTyping: true, run: show });
  useShortcut({ keys: '?', label: 'shell.shortcuts.title', run: () => setDialog('shortcuts') });
  return (
    <>
      <IconButton
        title={`${translate('shell.shortcuts.everything')} (Ctrl K)`}
        ref={button}
        aria-label={translate('shell.shortcuts.everything')}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={show}
        sx={HEADER_BUTTON}
      >
        <Search sx={{ fontSize: 18 }} />
      </IconButton>
      <NewRecordKeys inSight={() => isVisible(button.current)} />
      <Suspense fallback={<PaletteWaiting typed={typed} onType={setTyped} onClose={close} />}>
        {open && <Palette begun={typed} onClose={close} onDialog={setDialog} />}
      </Suspense>
      <Suspense>{dialog && <PaletteDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}</Suspense>
    </>
  );
}
