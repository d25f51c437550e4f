import type { ThemeOptions } from '@mui/material/styles';
import { ACCENTS, DEFAULT_ACCENT, GREYS, type Accent, type Mode, type Shades } from './colours.ts';
import { themeComponents } from './themeComponents.ts';

declare module '@mui/material/styles' {
  interface Palette {
    /** `sx={{ bgcolor: 'accent.soft' }}`. */
    accent: Shades;
  }
  interface PaletteOptions {
    accent?: Shades;
  }
}

/** Fonts of the system come before the web's: they are there at once, and whoever has them is used to them. */
export const FONT =
  '"Inter Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC Variable", "Leelawadee UI", Thonburi, "Noto Sans Thai Variable", system-ui, sans-serif';

/** Below this width the product is on a phone (D-SHELL-09); forms get a second column from `md`. */
const PHONE_BELOW = 576;
export const TABLET_BELOW = 960;
/** Of the bar at the top, pixels. */
export const HEADER_HEIGHT = 48;

const SHADOW = { light: 'rgb(20 22 28 / 12%)', dark: 'rgb(0 0 0 / 55%)' } as const;

const MEANINGS = {
  light: { error: '#b3261e', warning: '#8a4b00', success: '#1b6e35', info: '#0b5cad' },
  dark: { error: '#ff9c93', warning: '#f3bd6a', success: '#79cf93', info: '#7fb9f7' },
} as const;

/** Only what floats throws a shadow, and a soft one: borders separate the rest. */
function shadows(mode: Mode): ThemeOptions['shadows'] {
  const soft = `0 8px 28px ${SHADOW[mode]}`;
  return ['none', ...Array.from({ length: 24 }, () => soft)] as ThemeOptions['shadows'];
}

/** Success and failure for eyes that do not tell green from red. */
const WEAK_MEANINGS = {
  light: { ...MEANINGS.light, error: '#9a3b00', success: '#0a55a8' },
  dark: { ...MEANINGS.dark, error: '#ffa96b', success: '#7fb9f7' },
} as const;

interface LookChoice {
  readonly mode: Mode;
  readonly language: string;
  readonly accent?: Accent;
  /** Colours that do not rest on telling red from green. */
  readonly weak?: boolean;
}

/**
 * Forecourt's own look: neutral greys, one accent, borders before shadows, 14 px text and 13 px tables, 40 px rows, visible focus, motion
 * under 150 ms. Thai gets a taller line, since its vowels stand above and below.
 */
export function createTheme({ mode, language, accent = DEFAULT_ACCENT, weak = false }: LookChoice): ThemeOptions {
  const greys = GREYS[mode];
  const shades = ACCENTS[accent][mode];
  const onText = mode === 'dark' ? '#17181b' : '#ffffff';
  const main = (colour: string) => ({ main: colour, contrastText: onText });
  const thai = new Intl.Locale(language).language === 'th';
  const lineHeight = thai ? 1.6 : 1.5;
  const heading = (fontSize: number) => ({
    fontSize,
    fontWeight: 600,
    lineHeight: thai ? 1.6 : 1.4,
    letterSpacing: '-0.005em',
  });
  const meanings = (weak ? WEAK_MEANINGS : MEANINGS)[mode];
  return {
    breakpoints: { values: { xs: 0, sm: PHONE_BELOW, md: TABLET_BELOW, lg: 1200, xl: 1600 } },
    shape: { borderRadius: 6 },
    spacing: 8,
    shadows: shadows(mode),
    palette: {
      mode,
      primary: main(shades.text),
      secondary: main(greys.quiet),
      error: main(meanings.error),
      warning: main(meanings.warning),
      success: main(meanings.success),
      info: main(meanings.info),
      accent: shades,
      background: { default: greys.page, paper: greys.paper },
      text: { primary: greys.text, secondary: greys.quiet, disabled: greys.disabled },
      divider: greys.line,
      action: { hover: greys.hover, selected: shades.soft, active: greys.quiet, disabled: greys.disabled },
    },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      fontWeightBold: 600,
      body1: { fontSize: 14, lineHeight },
      body2: { fontSize: 13, lineHeight },
      caption: { fontSize: 12, lineHeight },
      overline: { fontSize: 12, lineHeight, textTransform: 'none', letterSpacing: 0 },
      subtitle1: { fontSize: 14, fontWeight: 600, lineHeight },
      subtitle2: { fontSize: 13, fontWeight: 600, lineHeight },
      h1: heading(20),
      h2: heading(16),
      h3: heading(14),
      h4: heading(20),
      h5: heading(18),
      h6: heading(16),
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none', lineHeight: 1.5 },
    },
    transitions: {
      duration: {
        shortest: 80,
        shorter: 100,
        short: 120,
        standard: 140,
        complex: 140,
        enteringScreen: 120,
        leavingScreen: 100,
      },
    },
    components: themeComponents({ mode, weak, greys, shades, error: meanings.error, lineHeight }),
  };
}
