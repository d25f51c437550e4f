import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@mui/material';
import Tune from '@mui/icons-material/Tune';
import { useTranslate } from 'react-admin';

const SettingsDrawer = lazy(() => import('./SettingsDrawer.tsx'));

/** Opens the layout settings. */
export function SettingsButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const title = translate('shell.settings.title');
  return (
    <>
      <IconButton
        title={open ? '' : title}
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ width: 36, height: 36 }}
      >
        <Tune sx={{ fontSize: 18 }} />
      </IconButton>
      {open && (
        <Suspense>
          <SettingsDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
