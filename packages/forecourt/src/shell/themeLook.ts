import type { ThemeOptions } from '@mui/material/styles';
import type { Greys, Mode, Shades } from './colours.ts';

/** What the parts of the theme are made from. */
export interface Look {
  readonly mode: Mode;
  readonly weak: boolean;
  readonly greys: Greys;
  readonly shades: Shades;
  /** Of what cannot be taken back. */
  readonly error: string;
  readonly lineHeight: number;
}

export type Components = NonNullable<ThemeOptions['components']>;

/** Below this the layout is the one of phones. */
export const PHONE = '@media (max-width: 575.95px)';
