import { Suspense, type ReactNode } from 'react';
import { AppBar, Box, IconButton, Toolbar, Typography } from '@mui/material';
import MenuIcon from '@mui/icons-material/Menu';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useSessionInfo } from '../admin/index.ts';
import { useGreeting } from './greeting.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Mark } from './Mark.tsx';
import { BellPlace } from './notifications/BellPlace.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import { useShell } from './shellContext.ts';
import { HEADER_HEIGHT } from './theme.ts';
import { UserMenu } from './UserMenu.tsx';

/** On a phone these are in the panel of the user, and the name has their room. */
const NOT_ON_A_PHONE = { display: { xs: 'none', sm: 'contents' } } as const;

interface HeaderProps {
  /** Stays in sight while the page scrolls. */
  readonly fixed: boolean;
  /** Greatest width of what stands in it, in pixels. */
  readonly width?: number;
  /** The menu itself, or the button that opens and closes the one at the side. */
  readonly menu: { readonly open: boolean; readonly toggle: () => void } | { readonly top: ReactNode };
}

function MenuButton({ open, toggle }: { open: boolean; toggle: () => void }) {
  const translate = useTranslate();
  return (
    <IconButton
      size="small"
      aria-expanded={open}
      aria-label={translate(open ? 'ra.action.close_menu' : 'ra.action.open_menu')}
      onClick={toggle}
      sx={{ width: { xs: 44, sm: 40 }, height: { xs: 44, sm: 36 } }}
    >
      <MenuIcon fontSize="small" />
    </IconButton>
  );
}

/** Supplier name or product name, the menu or its button, the greeting, search, bell, language, layout settings and the user. */
export function Header({ fixed, width, menu }: HeaderProps) {
  const translate = useTranslate();
  const info = useSessionInfo();
  const greeting = useGreeting();
  const { landingPath } = useShell();
  const top = 'top' in menu ? menu.top : undefined;
  return (
    <AppBar
      position={fixed ? 'sticky' : 'relative'}
      component="header"
      sx={{
        zIndex: (theme) => theme.zIndex.drawer + 1,
        // Set while the page scrolls down, when the header shall hide then; the keyboard brings it back.
        'html[data-header=hidden] &:not(:focus-within)': { transform: 'translateY(-100%)' },
        transition: 'transform 140ms',
        '@media print': { display: 'none' },
      }}
    >
      <Toolbar
        variant="dense"
        disableGutters
        sx={{
          minHeight: HEADER_HEIGHT,
          height: HEADER_HEIGHT,
          px: 1,
          gap: { xs: 0, sm: 0.5 },
          ...(width && { width: '100%', maxWidth: width, mx: 'auto' }),
        }}
      >
        {'open' in menu && <MenuButton {...menu} />}
        <Box
          component={Link}
          to={landingPath}
          sx={{
            display: 'block',
            minWidth: 0,
            maxWidth: top ? 260 : undefined,
            flex: top ? 'none' : undefined,
            px: 0.5,
            py: { xs: 1.25, sm: 0.5 },
            borderRadius: 1,
            color: 'text.primary',
            textDecoration: 'none',
          }}
        >
          {/* On a phone the name goes to a line of its own where it does not fit, which is out of sight: it is there whole or not at all. */}
          <Box
            component="span"
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              alignContent: 'flex-start',
              columnGap: 1,
              height: 24,
              overflow: 'hidden',
            }}
          >
            <Mark size={24} />
            <Typography component="span" noWrap sx={{ fontWeight: 600, fontSize: 15, lineHeight: '24px', minWidth: 0 }}>
              {info?.suname || translate('app.title')}
            </Typography>
          </Box>
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>{top && <Suspense>{top}</Suspense>}</Box>
        <Typography
          noWrap
          sx={{
            color: 'text.secondary',
            fontSize: 13,
            mr: 1,
            flex: 'none',
            display: { xs: 'none', [top ? 'xl' : 'md']: 'block' },
          }}
        >
          {greeting}
        </Typography>
        <PaletteButton />
        <BellPlace />
        <Box sx={NOT_ON_A_PHONE}>
          <LanguageMenu />
          <SettingsButton />
        </Box>
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}
