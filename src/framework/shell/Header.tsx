import { AppBar, Box, IconButton, Toolbar, Typography } from '@mui/material';
import MenuIcon from '@mui/icons-material/Menu';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useSessionInfo } from '../admin/index.ts';
import { useGreeting } from './greeting.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Mark } from './Mark.tsx';
import { ModeButton } from './ModeButton.tsx';
import { useShell } from './shellContext.ts';
import { UserMenu } from './UserMenu.tsx';

export const HEADER_HEIGHT = 48;

/** Supplier name or product name, the greeting, language, theme and the user. */
export function Header({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const translate = useTranslate();
  const info = useSessionInfo();
  const greeting = useGreeting();
  const { landingPath } = useShell();
  return (
    <AppBar
      position="sticky"
      component="header"
      sx={{ zIndex: (theme) => theme.zIndex.drawer + 1, '@media print': { display: 'none' } }}
    >
      <Toolbar variant="dense" disableGutters sx={{ minHeight: HEADER_HEIGHT, height: HEADER_HEIGHT, px: 1, gap: 0.5 }}>
        <IconButton
          size="small"
          aria-expanded={menuOpen}
          aria-label={translate(menuOpen ? 'ra.action.close_menu' : 'ra.action.open_menu')}
          onClick={onMenu}
          sx={{ width: 40, height: 36 }}
        >
          <MenuIcon fontSize="small" />
        </IconButton>
        <Box
          component={Link}
          to={landingPath}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            minWidth: 0,
            px: 0.5,
            borderRadius: 1,
            color: 'text.primary',
            textDecoration: 'none',
          }}
        >
          <Mark size={24} />
          <Typography component="span" noWrap sx={{ fontWeight: 600, fontSize: 15 }}>
            {info?.suname || translate('app.title')}
          </Typography>
        </Box>
        <Box sx={{ flex: 1 }} />
        <Typography noWrap sx={{ color: 'text.secondary', fontSize: 13, mr: 1, display: { xs: 'none', md: 'block' } }}>
          {greeting}
        </Typography>
        <LanguageMenu />
        <ModeButton />
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}
