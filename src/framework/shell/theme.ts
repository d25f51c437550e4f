import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';
import { ACCENTS, toneVariables, type Accent } from './colours.ts';

/** Fonts of the system come before the web's: they are there at once, and whoever has them is used to them. */
const FONT = '"Inter Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC Variable", "Leelawadee UI", Thonburi, "Noto Sans Thai Variable", system-ui, sans-serif';

interface Palette {
  readonly page: string;
  readonly paper: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly hover: string;
}

const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { page: '#f6f7f8', paper: '#ffffff', line: '#e2e4e8', text: '#1c1f23', quiet: '#5b6168', hover: '#f3f4f6' },
  dark: { page: '#131416', paper: '#1b1d20', line: '#33363b', text: '#e9eaec', quiet: '#a4a9b0', hover: '#24272b' },
};

const isThai = (language: string): boolean => language === 'th-TH';

/**
 * Forecourt's own look: neutral greys, one accent, borders before shadows, 14 px text and 13 px tables, 40 px rows, visible focus.
 * Thai gets a taller line, since its vowels stand above and below.
 */
export function createTheme(mode: 'light' | 'dark', language: string, accent: Accent = 'orange'): RaThemeOptions {
  const base = mode === 'dark' ? defaultDarkTheme : defaultLightTheme;
  const { page, paper, line, text, quiet, hover } = PALETTES[mode];
  const main = mode === 'dark' ? ACCENTS[accent].dark : ACCENTS[accent].fill;
  const onMain = mode === 'dark' ? '#17181a' : '#ffffff';
  const lineHeight = isThai(language) ? 1.6 : 1.5;
  return {
    ...base,
    sidebar: { width: 216, closedWidth: 56 },
    shape: { borderRadius: 6 },
    spacing: 8,
    palette: {
      mode,
      primary: { main, contrastText: onMain },
      secondary: { main, contrastText: onMain },
      error: { main: mode === 'dark' ? '#ff9c94' : '#b3261e' },
      warning: { main: mode === 'dark' ? '#ffc27a' : '#8a4b00' },
      success: { main: mode === 'dark' ? '#7ddc98' : '#1b6e35' },
      info: { main: mode === 'dark' ? '#8cc4ff' : '#0b5cad' },
      background: { default: page, paper },
      text: { primary: text, secondary: quiet },
      divider: line,
    },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight },
      body2: { fontSize: 14, lineHeight },
      caption: { fontSize: 12, lineHeight },
      subtitle1: { fontSize: 14, fontWeight: 600, lineHeight },
      subtitle2: { fontSize: 13, fontWeight: 600, lineHeight },
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: 14, fontWeight: 600, lineHeight: 1.4 },
      h4: { fontSize: 20, fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: 18, fontWeight: 600, lineHeight: 1.4 },
      h6: { fontSize: 16, fontWeight: 600, lineHeight: 1.4 },
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none', lineHeight: 1.5 },
    },
    transitions: { duration: { shortest: 80, shorter: 100, short: 120, standard: 140, complex: 150, enteringScreen: 120, leavingScreen: 100 } },
    components: {
      ...base.components,
      MuiCssBaseline: {
        styleOverrides: {
          ':root': toneVariables(mode),
          body: { fontVariantNumeric: 'tabular-nums', backgroundColor: page, overflowWrap: 'break-word' },
          '*:focus-visible': { outline: `2px solid ${main}`, outlineOffset: 2 },
          '@media (prefers-reduced-motion: reduce)': { '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important', scrollBehavior: 'auto !important' } },
        },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { borderRadius: 6, minHeight: 32, paddingInline: 12 }, sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: 13 }, outlined: { borderColor: line, color: text } },
      },
      MuiIconButton: { styleOverrides: { root: { borderRadius: 6 } } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: line } } },
      MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderColor: line, borderRadius: 8, boxShadow: 'none' } } },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'default' }, styleOverrides: { root: { backgroundColor: paper, color: text, borderBottom: `1px solid ${line}` } } },
      MuiTableCell: {
        styleOverrides: {
          root: { fontSize: 13, borderColor: line, lineHeight: isThai(language) ? 1.6 : 1.4, padding: '4px 12px', height: 40 },
          sizeSmall: { padding: '4px 12px', height: 40 },
          head: { color: quiet, fontWeight: 500, backgroundColor: paper, whiteSpace: 'nowrap' },
        },
      },
      MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: hover } } } },
      MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24 } } },
      MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
      MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: 12 } } },
      MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: paper }, notchedOutline: { borderColor: mode === 'dark' ? '#6b7077' : '#8b9097' } } },
      MuiDialog: { styleOverrides: { paper: { border: `1px solid ${line}`, borderRadius: 10, boxShadow: '0 12px 40px rgb(0 0 0 / 18%)' } } },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '16px 24px 8px' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 16px' } } },
      MuiMenu: { styleOverrides: { paper: { border: `1px solid ${line}`, boxShadow: '0 8px 24px rgb(0 0 0 / 12%)' } } },
      MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 36 } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2 } } },
      MuiTab: { styleOverrides: { root: { textTransform: 'none', minHeight: 40, padding: '8px 12px', fontWeight: 500, minWidth: 0 } } },
      MuiChip: { styleOverrides: { root: { borderRadius: 6, fontSize: 12 } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12, backgroundColor: '#2b2d31' } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
    },
  };
}
