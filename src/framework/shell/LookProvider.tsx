import { useMemo, type ReactNode } from 'react';
import { CssBaseline } from '@mui/material';
import { createTheme as createMuiTheme, ThemeProvider } from '@mui/material/styles';
import { storedLanguage } from './language.ts';
import { createTheme } from './theme.ts';
import { useMode } from './useMode.ts';

/** One theme for everything: the signed-in shell, sign-in and printed sheets. */
export function LookProvider({ children }: { children: ReactNode }) {
  const [mode] = useMode();
  const theme = useMemo(() => createMuiTheme(createTheme(mode, storedLanguage())), [mode]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
