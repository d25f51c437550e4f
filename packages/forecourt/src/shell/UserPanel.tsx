import {
  Box,
  Divider,
  ListItemIcon,
  MenuItem,
  MenuList,
  Popover,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import Check from '@mui/icons-material/Check';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import HelpOutline from '@mui/icons-material/HelpOutline';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Logout from '@mui/icons-material/Logout';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import Tune from '@mui/icons-material/Tune';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { REMEMBERED_PREFIX, useSessionInfo, useTexts } from '../admin/index.ts';
import { chooseLanguage, currentLanguage, languages } from './language.ts';

export type UserDialog = 'password' | 'logout' | 'layout' | 'help';

interface UserPanelProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly onOpen: (dialog: UserDialog) => void;
}

/** Who is signed in, and what he or she can do about it. */
export function UserPanel({ anchor, onClose, onOpen }: UserPanelProps) {
  useTexts('shell.later');
  const translate = useTranslate();
  const info = useSessionInfo();
  // The header has no room for these there.
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  return (
    <Popover
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': translate('shell.user.label'),
          sx: { minWidth: 220, width: { xs: 264, sm: 'auto' }, mt: 0.5 },
        },
      }}
    >
      <Box sx={{ px: 1.75, py: 1.25 }}>
        <Typography sx={{ fontWeight: 600 }}>{info?.name || info?.username}</Typography>
        <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[info?.username, ...(info?.roles ?? []).map((role) => role.name)].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Divider />
      <MenuList autoFocusItem sx={{ p: 0.5 }}>
        <MenuItem component={Link} to="/account/settings/basic" onClick={onClose}>
          <ListItemIcon>
            <ManageAccountsOutlined fontSize="small" />
          </ListItemIcon>
          {translate('shell.user.settings')}
        </MenuItem>
        <MenuItem component={Link} to="/account/settings/devices" onClick={onClose}>
          <ListItemIcon>
            <DevicesOutlined fontSize="small" />
          </ListItemIcon>
          {translate('shell.user.devices')}
        </MenuItem>
        <MenuItem onClick={() => onOpen('password')}>
          <ListItemIcon>
            <KeyOutlined fontSize="small" />
          </ListItemIcon>
          {translate('shell.user.password')}
        </MenuItem>
        {phone && (
          <MenuItem onClick={() => onOpen('help')}>
            <ListItemIcon>
              <HelpOutline fontSize="small" />
            </ListItemIcon>
            {translate('shell.later.help')}
          </MenuItem>
        )}
        {phone && (
          <MenuItem onClick={() => onOpen('layout')}>
            <ListItemIcon>
              <Tune fontSize="small" />
            </ListItemIcon>
            {translate('shell.settings.title')}
          </MenuItem>
        )}
        {phone &&
          languages().length > 1 && [
            <Divider key="above" component="li" />,
            ...languages().map(({ code, name }) => (
              <MenuItem
                key={code}
                lang={code}
                role="menuitemradio"
                aria-checked={code === currentLanguage()}
                onClick={() => chooseLanguage(code, REMEMBERED_PREFIX)}
              >
                <ListItemIcon>
                  {code === currentLanguage() && <Check fontSize="small" sx={{ color: 'accent.text' }} />}
                </ListItemIcon>
                {name}
              </MenuItem>
            )),
            <Divider key="below" component="li" />,
          ]}
        <MenuItem onClick={() => onOpen('logout')}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          {translate('shell.user.logout')}
        </MenuItem>
      </MenuList>
    </Popover>
  );
}
