/** The eight accents (D-SHELL-08). `fill` is darkened until white on it reaches 4.5 : 1; `dark` is its counterpart on a dark ground. */
export const ACCENTS = {
  orange: { fill: '#c2410c', dark: '#fb923c' },
  red: { fill: '#c81e2b', dark: '#f87171' },
  gold: { fill: '#92610a', dark: '#fbbf24' },
  cyan: { fill: '#0b7285', dark: '#22d3ee' },
  green: { fill: '#2b7a0b', dark: '#4ade80' },
  blue: { fill: '#0b63c5', dark: '#60a5fa' },
  purple: { fill: '#6d28d9', dark: '#c084fc' },
  dark: { fill: '#262626', dark: '#d4d4d4' },
} as const;

export type Accent = keyof typeof ACCENTS;
export const DEFAULT_ACCENT: Accent = 'orange';

/** Soft chips of coded states: text and ground of each tone, by theme. Read by the framework's chip as `--tone-<tone>` variables. */
export const TONES = {
  light: {
    waiting: ['#8a4b00', '#fff2df'],
    active: ['#0b5cad', '#e6f1fc'],
    done: ['#1b6e35', '#e5f5e9'],
    late: ['#b3261e', '#fde9e7'],
    off: ['#5c6066', '#eeeff1'],
    neutral: ['#44484e', '#f1f2f4'],
  },
  dark: {
    waiting: ['#ffc27a', '#3d2a10'],
    active: ['#8cc4ff', '#12304d'],
    done: ['#7ddc98', '#12351d'],
    late: ['#ff9c94', '#46191a'],
    off: ['#b0b4ba', '#2b2d31'],
    neutral: ['#c6c9ce', '#2e3034'],
  },
} as const;

export const toneVariables = (mode: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TONES[mode]).flatMap(([tone, [strong, soft]]) => [
      [`--tone-${tone}`, strong],
      [`--tone-${tone}-soft`, soft],
    ]),
  );
