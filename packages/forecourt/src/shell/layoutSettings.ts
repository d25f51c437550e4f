import { ACCENTS, DEFAULT_ACCENT, type Accent } from './colours.ts';
import { forgetChoices, readChoice, useStoredChoice } from './storedChoice.ts';

type Switch = 'on' | 'off';

/** The layout settings by their keys in local storage (D-SHELL-07), and what may be stored there. */
interface LayoutSettingValues {
  /** `system` follows the system, also while the page is open. */
  readonly nav_theme: 'system' | 'light' | 'dark';
  /** One of the offered colours, as `#FA8C16` (D-SHELL-08). */
  readonly color: string;
  readonly layout: 'sidemenu' | 'topmenu';
  readonly fixed_header: Switch;
  readonly fixed_sidebar: Switch;
  /** `Fixed` counts with the top menu only. */
  readonly content_width: 'Fluid' | 'Fixed';
  readonly auto_hide_header: Switch;
  readonly weak: Switch;
  readonly multi_tab: Switch;
  readonly sidebar_type: 'open' | 'collapsed';
}

/** Name of a layout setting that users choose, as local storage holds it. */
export type LayoutSetting = keyof LayoutSettingValues;
type Values<T> = readonly [T, ...T[]];

const ON: Values<Switch> = ['on', 'off'];
const OFF: Values<Switch> = ['off', 'on'];
const [firstColour, ...otherColours] = Object.values(ACCENTS).map(({ base }): string => base);

/** Values of each setting, the default first. */
export const LAYOUT_SETTINGS: { readonly [K in LayoutSetting]: Values<LayoutSettingValues[K]> } = {
  nav_theme: ['system', 'light', 'dark'],
  color: [firstColour ?? ACCENTS[DEFAULT_ACCENT].base, ...otherColours],
  layout: ['sidemenu', 'topmenu'],
  fixed_header: ON,
  fixed_sidebar: ON,
  content_width: ['Fluid', 'Fixed'],
  auto_hide_header: OFF,
  weak: OFF,
  multi_tab: ON,
  sidebar_type: ['open', 'collapsed'],
};

/**
 * One layout setting, live: whoever uses it is drawn again when it changes, here or in another tab of the browser.
 *
 * @example const [multiTab, setMultiTab] = useLayoutSetting('multi_tab'); // 'on' | 'off'
 */
export const useLayoutSetting = <K extends LayoutSetting>(
  key: K,
): readonly [LayoutSettingValues[K], (value: LayoutSettingValues[K]) => void] =>
  useStoredChoice<LayoutSettingValues[K]>(key, LAYOUT_SETTINGS[key]);

/** The same without React, for what is decided before the first drawing. */
export const readLayoutSetting = <K extends LayoutSetting>(key: K): LayoutSettingValues[K] =>
  readChoice<LayoutSettingValues[K]>(key, LAYOUT_SETTINGS[key]);

export const resetLayoutSettings = (): void => forgetChoices(Object.keys(LAYOUT_SETTINGS));

/** The accent in use, by its name. */
export function useAccent(): Accent {
  const [colour] = useLayoutSetting('color');
  return (Object.keys(ACCENTS) as Accent[]).find((name) => ACCENTS[name].base === colour) ?? DEFAULT_ACCENT;
}
