import type { ThemeOptions } from '@mui/material/styles';
import type { Greys, Mode, Shades } from './colours.ts';

/** What the parts of the theme are made from. */
export interface Look {
  readonly mode: Mode;
  readonly weak: boolean;
  readonly greys: Greys;
  readonly shades: Shades;
  readonly lineHeight: number;
}

export type Components = NonNullable<ThemeOptions['components']>;

/** Where fingers press: whatever is pressed is at least 44 px high there, and as close as before for a mouse. */
export const TOUCH = '@media (pointer: coarse)';

/** Below this the layout is the one of phones. */
export const PHONE = '@media (max-width: 575.95px)';
