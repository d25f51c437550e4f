import { Suspense, useState, type ReactNode } from 'react';
import { Box, Drawer, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { PageSkeleton } from '../admin/index.ts';
import { Header, HEADER_HEIGHT } from './Header.tsx';
import { MenuRail, RAIL_WIDTH } from './MenuRail.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useStoredChoice } from './storedChoice.ts';

const MENU_WIDTH = 216;
const DRAWER_WIDTH = 280;

/** First stop of the Tab key, visible only then. */
function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href="#main"
      sx={{
        position: 'fixed',
        left: 8,
        top: -60,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'accent.fill',
        color: 'accent.onFill',
        textDecoration: 'none',
        '&:focus': { top: 6 },
      }}
    >
      {translate('ra.navigation.skip_nav')}
    </Box>
  );
}

/** The signed-in shell: header, menu and the page. A phone draws the menu over the page, a tablet shows its icons (D-SHELL-09). */
export function Layout({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const tablet = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [type, setType] = useStoredChoice('sidebar_type', ['open', 'collapsed']);
  const [drawn, setDrawn] = useState(false);
  const overlaid = phone || tablet;
  const wide = !overlaid && type === 'open';
  const toggle = (): void => (overlaid ? setDrawn(!drawn) : setType(wide ? 'collapsed' : 'open'));

  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header menuOpen={overlaid ? drawn : wide} onMenu={toggle} />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {overlaid && (
          <Drawer
            open={drawn}
            onClose={() => setDrawn(false)}
            slotProps={{
              paper: {
                'aria-label': translate('shell.menu.label'),
                sx: { width: DRAWER_WIDTH, pt: `${HEADER_HEIGHT}px` },
              },
            }}
          >
            <SideMenu onNavigate={() => setDrawn(false)} />
          </Drawer>
        )}
        {!phone && (
          <Box
            sx={{
              width: wide ? MENU_WIDTH : RAIL_WIDTH,
              flex: 'none',
              display: 'flex',
              position: 'sticky',
              top: HEADER_HEIGHT,
              height: `calc(100dvh - ${HEADER_HEIGHT}px)`,
              bgcolor: 'background.paper',
              borderRight: 1,
              borderColor: 'divider',
              '@media print': { display: 'none' },
            }}
          >
            {wide ? <SideMenu /> : <MenuRail />}
          </Box>
        )}
        <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none !important' }}>
          <PageErrorBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </PageErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
}
