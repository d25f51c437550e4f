import { Suspense, type ComponentType } from 'react';
import { Box } from '@mui/material';

/** An icon of the menu, with its room while it is on the way. */
export function MenuIcon({ of: Icon }: { of: ComponentType<{ fontSize?: 'small' | 'inherit' }> }) {
  return (
    <Suspense fallback={<Box component="span" sx={{ width: 20, height: 20 }} />}>
      <Icon fontSize="small" />
    </Suspense>
  );
}
