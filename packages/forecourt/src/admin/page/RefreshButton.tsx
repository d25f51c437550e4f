import { useRef, useState } from 'react';
import { CircularProgress, IconButton } from '@mui/material';
import Refresh from '@mui/icons-material/Refresh';
import { useTranslate } from 'react-admin';
import { isVisible, useShortcut } from '../shortcuts/shortcuts.ts';
import { usePageRefresh } from './PageQueries.tsx';

const KEY = 'r';

/** `10:32:05` by the reader's own clock: how long ago it was is what counts. */
const clockOf = (time: number): string => new Date(time).toTimeString().slice(0, 8);

/** Asks for what the page shows once more; says when it was asked for last. What is typed, chosen or scrolled stays as it is. */
export function RefreshButton() {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const { refresh, fetchedAt } = usePageRefresh();
  const [busy, setBusy] = useState(false);
  const [title, setTitle] = useState('');
  const label = translate('admin.refresh.label');
  const run = (): void => {
    setBusy(true);
    void refresh().finally(() => setBusy(false));
  };
  const sayWhen = (): void => {
    const at = fetchedAt();
    const when = at === undefined ? '' : ` · ${translate('admin.refresh.fetched', { time: clockOf(at) })}`;
    setTitle(`${label} (${KEY.toUpperCase()})${when}`);
  };
  useShortcut({ keys: KEY, label: 'admin.shortcuts.refresh', run, inSight: () => isVisible(button.current) });
  return (
    <IconButton
      ref={button}
      size="small"
      aria-label={label}
      aria-busy={busy}
      title={title}
      onPointerEnter={sayWhen}
      onFocus={sayWhen}
      onClick={run}
      disabled={busy}
      sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 } }}
    >
      {busy ? <CircularProgress size={16} color="inherit" /> : <Refresh fontSize="small" />}
    </IconButton>
  );
}
