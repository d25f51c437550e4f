import { lazy, Suspense, useId, useState } from 'react';
import { Box, Button, Skeleton } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';

const HistoryList = lazy(() => import('./HistoryList.tsx'));

/** What happened to a record, below its detail or form. Neither code nor entries are loaded before somebody opens it. */
export function HistorySection({ model, id }: { model: Resource; id: Identifier }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (!model.entity.history) return null;
  const title = translate('admin.action.history');
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Box component="h2" sx={{ m: 0 }}>
        <Button
          color="inherit"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          onClick={() => setOpen(!open)}
          endIcon={<ExpandMore sx={{ transform: open ? 'rotate(180deg)' : undefined }} />}
          sx={{ fontSize: 15, fontWeight: 600, px: 1, ml: -1 }}
        >
          {title}
        </Button>
      </Box>
      <div id={listId}>
        {open && (
          <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
            <HistoryList model={model} id={id} />
          </Suspense>
        )}
      </div>
    </Box>
  );
}
