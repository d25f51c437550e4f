import { lazy, Suspense, useState } from 'react';
import { Button } from '@mui/material';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';

const SavedFiltersPopover = lazy(() => import('./SavedFiltersPopover.tsx'));

/** Opens the saved filters of a list; what they are is read when it is opened. */
export function SavedFiltersButton({ model, storeKey }: { model: Resource; storeKey: string }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<BookmarkBorder />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('admin.filter.saved')}
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <SavedFiltersPopover model={model} storeKey={storeKey} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
