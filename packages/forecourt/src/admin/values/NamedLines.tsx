import type { ReactNode } from 'react';
import { Box } from '@mui/material';

/** Many small values, a line each: what a change or a call says. */
export const NamedLines = ({ children }: { readonly children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      columnGap: 2,
      rowGap: 0.5,
      gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, 1fr) 3fr' },
      fontSize: 13,
    }}
  >
    {children}
  </Box>
);

/** Label before value, one of `NamedLines`. */
export const NamedLine = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Box sx={{ display: 'contents' }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
);
