import { useSyncExternalStore } from 'react';
import type { Mode } from './colours.ts';
import { useLayoutSetting } from './layoutSettings.ts';

const light = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: light)');

const subscribe = (listener: () => void): (() => void) => {
  const query = light();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Where the system does not ask for light it is dark (D-SHELL-07). */
const systemMode = (): Mode => (light().matches ? 'light' : 'dark');

/** Light or dark, shared by the pages inside and outside the signed-in shell: as chosen, else as the system is, at once when it changes. */
export function useMode(): readonly [Mode, (mode: Mode) => void] {
  const [chosen, choose] = useLayoutSetting('nav_theme');
  const system = useSyncExternalStore(subscribe, systemMode);
  return [chosen === 'system' ? system : chosen, choose];
}
