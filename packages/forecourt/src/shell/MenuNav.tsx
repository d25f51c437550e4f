import type { ReactNode } from 'react';
import { Box, type SxProps } from '@mui/material';
import { useTranslate } from 'react-admin';

interface MenuNavProps {
  readonly children: ReactNode;
  /** As narrow as its icons: a bar to scroll by, where the window is low or the page enlarged, would cut them in halves. */
  readonly folded?: boolean;
  /** Styles of the items. */
  readonly sx?: SxProps;
}

/** The place of the menu, open or folded; its children are the items of a list. */
export function MenuNav({ children, folded = false, sx }: MenuNavProps) {
  const translate = useTranslate();
  return (
    <Box
      component="nav"
      aria-label={translate('shell.menu.label')}
      sx={{ p: 1, overflowY: 'auto', flex: 1, scrollbarWidth: folded ? 'none' : 'thin' }}
    >
      <Box
        component="ul"
        sx={[{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }, ...(sx ? [sx].flat() : [])]}
      >
        {children}
      </Box>
    </Box>
  );
}
