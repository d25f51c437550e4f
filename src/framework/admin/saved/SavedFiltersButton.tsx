import { lazy, Suspense, useState } from 'react';
import { Button, Popover } from '@mui/material';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';

const SavedFiltersPanel = lazy(() => import('./SavedFiltersPanel.tsx'));

/** Opens the saved filters of a list; what they are is read when it is opened. */
export function SavedFiltersButton({ model, storeKey }: { model: Resource; storeKey: string }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<BookmarkBorder />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('admin.saved.button')}
      </Button>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': translate('admin.saved.button') } }}
        >
          <Suspense fallback={null}>
            <SavedFiltersPanel model={model} storeKey={storeKey} onClose={close} />
          </Suspense>
        </Popover>
      )}
    </>
  );
}
