import { Box } from '@mui/material';

/** The mark of the product: two bays under one roof. Decoration, the name stands beside it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flex: 'none', display: 'block' }}>
      <Box component="rect" width="32" height="32" rx="8" sx={{ fill: (theme) => theme.palette.accent.fill }} />
      <Box component="path" d="M8 12.5 16 8l8 4.5M10.5 14.5V24M21.5 14.5V24M16 17v7" sx={{ fill: 'none', stroke: (theme) => theme.palette.accent.onFill, strokeWidth: 2.4, strokeLinecap: 'round', strokeLinejoin: 'round' }} />
    </Box>
  );
}
