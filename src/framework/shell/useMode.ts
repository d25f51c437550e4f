import type { Mode } from './colours.ts';
import { useStoredChoice } from './storedChoice.ts';

/** Light or dark, shared by the pages inside and outside the signed-in shell. */
export const useMode = (): readonly [Mode, (mode: Mode) => void] => useStoredChoice('nav_theme', ['light', 'dark']);
