import type { ReactNode } from 'react';
import { Box } from '@mui/material';

/** Buttons in one row, wrapping where there is no room; `end`: at the right edge, also on a line of their own. */
export function ActionList({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, ...(end && { ml: 'auto' }) }}>
      {children}
    </Box>
  );
}
