import type { Tone } from '../model/index.ts';

export type Mode = 'light' | 'dark';

/** One accent in the shades a theme needs; every pair that is read keeps 4.5 : 1 (colours.test.ts). */
export interface Shades {
  /** Ground of the one primary button, and what is written on it. */
  readonly fill: string;
  readonly fillHover: string;
  readonly onFill: string;
  /** Links, active entries, focus. */
  readonly text: string;
  /** Soft ground of what is chosen. */
  readonly soft: string;
}

interface AccentShades {
  /** The colour as offered and stored. */
  readonly base: string;
  readonly light: Shades;
  readonly dark: Shades;
}

type Pair = readonly [string, string];

/** Fills are darkened until white on them is readable; `fills` is [rest, hover], the others are [text, soft ground]. */
const accent = (base: string, fills: Pair, light: Pair, dark: Pair): AccentShades => {
  const [fill, fillHover] = fills;
  const shades = ([text, soft]: Pair): Shades => ({ fill, fillHover, onFill: '#ffffff', text, soft });
  return { base, light: shades(light), dark: shades(dark) };
};

/** Seven colours and dark, in the order they are offered (D-SHELL-08). */
export const ACCENTS = {
  orange: accent('#FA8C16', ['#c2410c', '#9a3412'], ['#b83c0a', '#fff1e6'], ['#fb9a55', '#3a2213']),
  red: accent('#F5222D', ['#c8161f', '#a01018'], ['#c0141d', '#ffeceb'], ['#ff8f8a', '#3c1a1c']),
  gold: accent('#FAAD14', ['#8a5a00', '#6e4700'], ['#855600', '#fff6dc'], ['#f4bf4f', '#352810']),
  cyan: accent('#13C2C2', ['#07747a', '#055b60'], ['#066d72', '#e2f7f7'], ['#45cfcb', '#0f2f31']),
  green: accent('#52C41A', ['#2c7a12', '#22600e'], ['#28720f', '#eaf8e2'], ['#7fd052', '#1d3014']),
  blue: accent('#1890FF', ['#0b63c5', '#094f9e'], ['#0a5dba', '#e7f2ff'], ['#71b4ff', '#14283f']),
  purple: accent('#722ED1', ['#6a27c8', '#541fa0'], ['#6524c0', '#f3ebff'], ['#bd97f2', '#2b1f42']),
  dark: {
    base: '#262626',
    light: { fill: '#262626', fillHover: '#000000', onFill: '#ffffff', text: '#262626', soft: '#ececee' },
    dark: { fill: '#dcdce1', fillHover: '#ffffff', onFill: '#17181b', text: '#e6e6ea', soft: '#2d2f35' },
  },
} as const satisfies Readonly<Record<string, AccentShades>>;

export type Accent = keyof typeof ACCENTS;
export const DEFAULT_ACCENT: Accent = 'orange';

/** Neutral greys of one theme. */
export interface Greys {
  /** Behind the pages. */
  readonly page: string;
  /** Tables, forms, dialogs, header and menu. */
  readonly paper: string;
  readonly hover: string;
  readonly line: string;
  /** Borders of inputs: strong enough to find the field (3 : 1). */
  readonly control: string;
  readonly text: string;
  readonly quiet: string;
  readonly disabled: string;
  /** Ground of tooltips and toasts, and what is written on it. */
  readonly over: string;
  readonly onOver: string;
}

export const GREYS: Readonly<Record<Mode, Greys>> = {
  light: {
    page: '#f6f6f7',
    paper: '#ffffff',
    hover: '#f2f2f4',
    line: '#e3e4e8',
    control: '#878b95',
    text: '#1a1c20',
    quiet: '#5a5f69',
    disabled: '#8f949e',
    over: '#26282d',
    onOver: '#f4f4f6',
  },
  dark: {
    page: '#101114',
    paper: '#17191d',
    hover: '#212429',
    line: '#2a2d34',
    control: '#6d727e',
    text: '#e9eaed',
    quiet: '#a4a9b4',
    disabled: '#737885',
    over: '#34383f',
    onOver: '#f4f4f6',
  },
};

/** Soft chips of coded states: word and ground of each tone. Read by the framework's chip as `--tone-<tone>` variables. */
export const TONES: Readonly<Record<Mode, Readonly<Record<Tone, readonly [strong: string, soft: string]>>>> = {
  light: {
    waiting: ['#8a4b00', '#fff2df'],
    active: ['#0b5cad', '#e6f1fc'],
    done: ['#1b6e35', '#e5f5e9'],
    late: ['#b3261e', '#fde9e7'],
    off: ['#5c6066', '#eeeff1'],
    neutral: ['#44484e', '#f1f2f4'],
  },
  dark: {
    waiting: ['#f3bd6a', '#352811'],
    active: ['#7fb9f7', '#14283d'],
    done: ['#79cf93', '#142d1d'],
    late: ['#ff9c93', '#3b1b1a'],
    off: ['#a4a9b4', '#25282d'],
    neutral: ['#c6cad2', '#262a30'],
  },
};

/**
 * The same for eyes that do not tell red from green: blue against orange, dark against light (colours.test.ts looks with such eyes).
 * What needs somebody stands on a strong ground.
 */
export const WEAK_TONES: typeof TONES = {
  light: {
    ...TONES.light,
    waiting: ['#3d2f00', '#ffe08a'],
    active: ['#ffffff', '#0a55a8'],
    done: ['#0b3f73', '#dcebfa'],
    late: ['#ffffff', '#9a3b00'],
  },
  dark: {
    ...TONES.dark,
    waiting: ['#1f1800', '#f0c95a'],
    active: ['#ffffff', '#1f66b8'],
    done: ['#a9d2ff', '#14283d'],
    late: ['#ffffff', '#a84300'],
  },
};

export const toneVariables = (mode: Mode, weak: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries((weak ? WEAK_TONES : TONES)[mode]).flatMap(([tone, [strong, soft]]) => [
      [`--tone-${tone}`, strong],
      [`--tone-${tone}-soft`, soft],
    ]),
  );
