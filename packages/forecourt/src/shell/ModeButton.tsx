import { IconButton } from '@mui/material';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import { useTranslate } from 'react-admin';
import { useMode } from './useMode.ts';

/** Switches between the light and the dark theme. */
export function ModeButton() {
  const translate = useTranslate();
  const [mode, setMode] = useMode();
  const next = mode === 'dark' ? 'light' : 'dark';
  const label = translate(`shell.theme.${next}`);
  const Icon = next === 'light' ? LightMode : DarkMode;
  return (
    <IconButton title={label} aria-label={label} onClick={() => setMode(next)} sx={{ width: 36, height: 36 }}>
      <Icon sx={{ fontSize: 18 }} />
    </IconButton>
  );
}
