import type { ReactNode } from 'react';
import { Box } from '@mui/material';

/** The buttons of a page's form: always in sight, however long the form is. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
        py: 1.5,
        mt: 3,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
      }}
    >
      {children}
    </Box>
  );
}
