import type { ReactNode } from 'react';
import { Box, Paper, Typography } from '@mui/material';

/** A framed list of rows. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <Paper
      component="ul"
      variant="outlined"
      aria-label={label}
      sx={{ m: 0, p: 0, listStyle: 'none', borderRadius: 2, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
    >
      {children}
    </Paper>
  );
}

/** What it is, a word about it, and at the end what can be done. */
export function Row({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1.25, minHeight: 52 }}
    >
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Typography sx={{ fontSize: 14 }}>{title}</Typography>
        {text && <Typography sx={{ fontSize: 12.5, color: 'text.secondary' }}>{text}</Typography>}
      </Box>
      {children}
    </Box>
  );
}
