import { IconButton, Tooltip } from '@mui/material';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import { useTranslate } from 'react-admin';
import { useMode } from './useMode.ts';

/** Switches between the light and the dark theme. */
export function ModeButton() {
  const translate = useTranslate();
  const [mode, setMode] = useMode();
  const label = translate('ra.action.toggle_theme');
  return (
    <Tooltip title={label}>
      <IconButton color="inherit" size="small" aria-label={label} onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
