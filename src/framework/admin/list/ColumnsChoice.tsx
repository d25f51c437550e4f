import { useDeferredValue } from 'react';
import { Box, useMediaQuery, type Theme } from '@mui/material';
import { ColumnsButton, useListContext } from 'react-admin';

/** The column chooser at the end of the filters, where there is a table whose columns can be chosen. `storeKey` is the list's own. */
export function ColumnsChoice({ storeKey, shown }: { storeKey: string; shown: boolean }) {
  const { data } = useListContext();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // react-admin's chooser draws every column, open or not; rows come first.
  const drawn = useDeferredValue(true, false);
  if (!drawn || !shown || phone || !data || data.length === 0) return null;
  return (
    <Box sx={{ ml: 'auto', mb: 0.25 }}>
      <ColumnsButton storeKey={`${storeKey}.columns`} />
    </Box>
  );
}
