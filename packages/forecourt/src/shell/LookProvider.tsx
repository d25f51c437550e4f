import { useMemo, type ReactNode } from 'react';
import { CssBaseline } from '@mui/material';
import { createTheme as createMuiTheme, ThemeProvider } from '@mui/material/styles';
import { currentLanguage } from './language.ts';
import { useAccent, useLayoutSetting } from './layoutSettings.ts';
import { createTheme } from './theme.ts';
import { useMode } from './useMode.ts';

/** One theme for everything: the signed-in shell, sign-in and printed sheets. */
export function LookProvider({ children }: { children: ReactNode }) {
  const [mode] = useMode();
  const accent = useAccent();
  const weak = useLayoutSetting('weak')[0] === 'on';
  const theme = useMemo(
    () => createMuiTheme(createTheme({ mode, accent, weak, language: currentLanguage() })),
    [mode, accent, weak],
  );
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
