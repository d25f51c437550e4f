import type { ReactNode } from 'react';
import { Box, Stack } from '@mui/material';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ModeButton } from './ModeButton.tsx';

/** Frame of the pages that need no session: quiet ground, one column, language and theme at hand. */
export function PublicFrame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', bgcolor: aside ? 'background.paper' : 'background.default' }}>
      {aside}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Stack component="header" direction="row" sx={{ justifyContent: 'flex-end', p: 1.5, gap: 0.5 }}>
          <LanguageMenu />
          <ModeButton />
        </Stack>
        <Box
          component="main"
          sx={{
            flex: 1,
            display: 'flex',
            alignItems: { xs: 'flex-start', sm: 'center' },
            justifyContent: 'center',
            px: { xs: 2, sm: 4 },
            pt: { xs: 3, sm: 0 },
            pb: { xs: 4, sm: 14 },
          }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
}
