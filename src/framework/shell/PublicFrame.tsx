import type { ReactNode } from 'react';
import { Box, Stack } from '@mui/material';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ModeButton } from './ModeButton.tsx';

/** Frame of the pages that need no session: quiet ground, one column, language and theme at hand. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <Stack component="header" direction="row" sx={{ justifyContent: 'flex-end', p: 1.5, gap: 0.5 }}>
        <LanguageMenu />
        <ModeButton />
      </Stack>
      <Box component="main" sx={{ flex: 1, display: 'flex', alignItems: { xs: 'flex-start', sm: 'center' }, justifyContent: 'center', px: 2, pb: { xs: 4, sm: 14 } }}>
        {children}
      </Box>
    </Box>
  );
}
