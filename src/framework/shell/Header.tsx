import { AppBar, Box, IconButton, Toolbar, Typography } from '@mui/material';
import MenuIcon from '@mui/icons-material/Menu';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useSessionInfo } from '../admin/index.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ModeButton } from './ModeButton.tsx';
import { useShell } from './shellContext.ts';
import { UserMenu } from './UserMenu.tsx';

const NOON = 12;
export const HEADER_HEIGHT = 48;

/** Two greetings, by the browser's clock (D-SHELL-04). */
export const greetingKey = (hour: number): string => (hour < NOON ? 'shell.greeting.morning' : 'shell.greeting.afternoon');

/** Supplier name or product name, the greeting, language, theme and the user. */
export function Header({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const translate = useTranslate();
  const info = useSessionInfo();
  const { landingPath } = useShell();
  return (
    <AppBar position="sticky" component="header" sx={{ zIndex: (theme) => theme.zIndex.drawer + 1 }}>
      <Toolbar variant="dense" disableGutters sx={{ minHeight: HEADER_HEIGHT, height: HEADER_HEIGHT, px: 1, gap: 0.5 }}>
        <IconButton color="inherit" size="small" aria-expanded={menuOpen} aria-label={translate(menuOpen ? 'ra.action.close_menu' : 'ra.action.open_menu')} onClick={onMenu}>
          <MenuIcon fontSize="small" />
        </IconButton>
        <Typography component={Link} to={landingPath} noWrap sx={{ fontWeight: 600, fontSize: 15, color: 'text.primary', textDecoration: 'none', px: 1 }}>
          {info?.suname || translate('app.title')}
        </Typography>
        <Box sx={{ flex: 1 }} />
        {info && (
          <Typography noWrap sx={{ color: 'text.secondary', fontSize: 13, mr: 1, display: { xs: 'none', lg: 'block' } }}>
            {`${translate(greetingKey(new Date().getHours()))}, ${info.name || info.username}`}
          </Typography>
        )}
        <LanguageMenu />
        <ModeButton />
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}
