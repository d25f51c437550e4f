import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { Box, GlobalStyles, useMediaQuery, type Theme } from '@mui/material';
import { FollowAddress } from './address.tsx';
import { Beside } from './Beside.tsx';
import { Header } from './Header.tsx';
import { useSecondFrame } from '../admin/index.ts';
import { DrawerMenu, MenuRail, RAIL_WIDTH, TopMenu } from './lazyMenus.ts';
import { useLayoutSetting } from './layoutSettings.ts';
import { SideMenu } from './SideMenu.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TabBarPlace } from './tabs/index.ts';
import { HEADER_HEIGHT } from './theme.ts';

/** What nobody waits for, and whose absence breaks nothing. */
const AfterShell = lazy(() => import('./AfterShell.tsx'));

const MENU_WIDTH = 216;
/** Of the pages, with the setting "fixed width". */
const FIXED_WIDTH = 1200;

/** How tall what sticks above the page is: whatever sticks below it reads `--shell-top`. */
const shellTop = (fixed: boolean) => ({
  ':root': { '--shell-top': fixed ? `${HEADER_HEIGHT}px` : '0px' },
  ':root[data-header=hidden]': { '--shell-top': '0px' },
});

/** Below the header in full height; fixed, the menu stays in sight and scrolls by itself. */
function Sidebar({ width, fixed, children }: { width: number; fixed: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        width,
        flex: 'none',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
        '@media print': { display: 'none' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          ...(fixed && {
            position: 'sticky',
            top: 'var(--shell-top)',
            height: `calc(100dvh - ${HEADER_HEIGHT}px)`,
          }),
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/**
 * The signed-in shell: header, menu and the page, as the layout settings say (D-SHELL-07). A phone draws the menu over the page, a tablet
 * shows its icons (D-SHELL-09).
 */
export function Layout({ children }: { children?: ReactNode }) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [type, setType] = useLayoutSetting('sidebar_type');
  const topMenu = useLayoutSetting('layout')[0] === 'topmenu' && !narrow;
  const fixedHeader = useLayoutSetting('fixed_header')[0] === 'on';
  const fixedSidebar = useLayoutSetting('fixed_sidebar')[0] === 'on';
  const fixedWidth = useLayoutSetting('content_width')[0] === 'Fixed' && topMenu ? FIXED_WIDTH : undefined;
  const [drawn, setDrawn] = useState(false);
  const closeMenu = useCallback(() => setDrawn(false), []);
  const wide = !narrow && type === 'open';
  // Fifty links: nobody goes elsewhere before there is something to see.
  const menuDrawn = useSecondFrame();
  const toggle = (): void => (narrow ? setDrawn(!drawn) : setType(wide ? 'collapsed' : 'open'));

  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <GlobalStyles styles={shellTop(fixedHeader)} />
      <SkipLink />
      <FollowAddress>
        <Header
          fixed={fixedHeader}
          width={fixedWidth}
          menu={topMenu ? { top: <TopMenu /> } : { open: narrow ? drawn : wide, toggle }}
        />
      </FollowAddress>
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {narrow && (
          <Suspense>
            <DrawerMenu open={drawn} onClose={closeMenu} />
          </Suspense>
        )}
        {!phone && !topMenu && (
          <Sidebar width={wide ? MENU_WIDTH : RAIL_WIDTH} fixed={fixedSidebar}>
            {menuDrawn && (
              <FollowAddress>
                <Suspense>{wide ? <SideMenu /> : <MenuRail />}</Suspense>
              </FollowAddress>
            )}
          </Sidebar>
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FollowAddress>
            <TabBarPlace />
          </FollowAddress>
          <Box
            component="main"
            id="main"
            tabIndex={-1}
            sx={{ outline: 'none !important', ...(fixedWidth && { maxWidth: fixedWidth, mx: 'auto' }) }}
          >
            {children}
          </Box>
        </Box>
      </Box>
      <Beside>
        <AfterShell />
      </Beside>
    </Box>
  );
}
