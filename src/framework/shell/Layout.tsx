import { Suspense, useState, type ReactNode } from 'react';
import { Box, Drawer, useMediaQuery, type Theme } from '@mui/material';
import { useStore, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { PageSkeleton } from '../admin/index.ts';
import { Header, HEADER_HEIGHT } from './Header.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { SideMenu } from './SideMenu.tsx';

const MENU_WIDTH = 216;
/** Below this the menu lies over the page (D-SHELL-09: extra small; tablets have no room for it either). */
const DRAWER_BELOW = 900;

/** The signed-in shell: header, menu and the page. Tab bar and watermark will stand between header and page. */
export function Layout({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down(DRAWER_BELOW), { noSsr: true });
  const [pinned, setPinned] = useStore('sidebar.open', true);
  const [drawn, setDrawn] = useState(false);
  const open = narrow ? drawn : pinned;
  const toggle = (): void => (narrow ? setDrawn(!drawn) : setPinned(!pinned));

  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="a"
        href="#main"
        sx={{ position: 'absolute', left: 8, top: -60, zIndex: 2000, px: 2, py: 1, bgcolor: 'primary.main', color: 'primary.contrastText', borderRadius: 1, '&:focus': { top: 6 } }}
      >
        {translate('ra.navigation.skip_nav')}
      </Box>
      <Header menuOpen={open} onMenu={toggle} />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {narrow ? (
          <Drawer open={drawn} onClose={() => setDrawn(false)} slotProps={{ paper: { sx: { width: MENU_WIDTH + 40, pt: `${HEADER_HEIGHT}px` } } }}>
            <SideMenu onNavigate={() => setDrawn(false)} />
          </Drawer>
        ) : (
          pinned && (
            <Box
              sx={{
                width: MENU_WIDTH, flex: 'none', display: 'flex', position: 'sticky', top: HEADER_HEIGHT, height: `calc(100vh - ${HEADER_HEIGHT}px)`, bgcolor: 'background.paper', borderRight: 1, borderColor: 'divider',
                '@media print': { display: 'none' },
              }}
            >
              <SideMenu />
            </Box>
          )
        )}
        <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          <PageErrorBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </PageErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
}
