import { lazy, Suspense, useState } from 'react';
import { Box, Button, useMediaQuery, type Theme } from '@mui/material';
import ViewWeekOutlined from '@mui/icons-material/ViewWeekOutlined';
import { useListContext, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';

const ColumnsPopover = lazy(() => import('./ColumnsPopover.tsx'));

/** The column chooser at the end of the filters, where there is a table whose columns can be chosen. `storeKey` is the list's own. */
export function ColumnsChoice({ model, storeKey, shown }: { model: Resource; storeKey: string; shown: boolean }) {
  const { data } = useListContext();
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!shown || phone || !data || data.length === 0) return null;
  return (
    <Box sx={{ ml: 'auto', mb: 0.25 }}>
      <Button
        size="small"
        startIcon={<ViewWeekOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('ra.action.select_columns')}
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <ColumnsPopover model={model} storeKey={storeKey} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </Box>
  );
}
