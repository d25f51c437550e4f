import type { ReactNode } from 'react';
import { Box } from '@mui/material';

/** Buttons in one row, wrapping where there is no room. */
export function ActionList({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{children}</Box>;
}
