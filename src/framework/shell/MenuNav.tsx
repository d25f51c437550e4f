import type { ReactNode } from 'react';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';

/** The place of the menu, open or folded; its children are the items of a list. */
export function MenuNav({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box
      component="nav"
      aria-label={translate('shell.menu.label')}
      sx={{ p: 1, overflowY: 'auto', flex: 1, scrollbarWidth: 'thin' }}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {children}
      </Box>
    </Box>
  );
}
