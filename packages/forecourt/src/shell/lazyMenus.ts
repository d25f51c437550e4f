import { loadable } from '../admin/index.ts';
import { readLayoutSetting } from './layoutSettings.ts';
import { TABLET_BELOW } from './theme.ts';

export const RAIL_WIDTH = 56;

export const DrawerMenu = loadable(() => import('./DrawerMenu.tsx'));
export const MenuRail = loadable(async () => ({ default: (await import('./MenuRail.tsx')).MenuRail }));
export const TopMenu = loadable(async () => ({ default: (await import('./TopMenu.tsx')).TopMenu }));

/** Starts what the first drawing needs of the menus: the open side menu is here already, the others are loaded by who uses them. */
export async function loadMenu(): Promise<void> {
  const narrow = window.matchMedia(`(max-width: ${TABLET_BELOW - 0.05}px)`).matches;
  if (!narrow && readLayoutSetting('layout') === 'topmenu') await TopMenu.load();
  else if (narrow || readLayoutSetting('sidebar_type') === 'collapsed') await MenuRail.load();
}
