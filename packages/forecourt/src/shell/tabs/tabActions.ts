import type { Location } from 'react-router';
import { addressOf, tabKey, type Tab, type TabsState } from './tabs.ts';

/** More pages than this are not kept alive (D-FW-11): the one that was not looked at for longest goes to sleep. */
export const MOST_AWAKE = 12;

const place = (pathname: string, search = '', hash = ''): Location => ({
  pathname,
  search,
  hash,
  state: null,
  key: 'default',
  mask: undefined,
});

const indexOf = ({ tabs }: TabsState, key: string): number => tabs.findIndex((tab) => tab.key === key);

export const leftOf = (state: TabsState, key: string): readonly Tab[] =>
  state.tabs.slice(0, Math.max(indexOf(state, key), 0));

export const rightOf = (state: TabsState, key: string): readonly Tab[] => state.tabs.slice(indexOf(state, key) + 1);

/**
 * Closes tabs. When the one on screen goes, the tab to its right takes its place, else the one to its left; when none is left, the landing
 * page opens (D-SHELL-03).
 */
export function closeTabs(state: TabsState, keys: readonly string[], landing: string): TabsState {
  const gone = new Set(keys);
  const stays = (tab: Tab): boolean => !gone.has(tab.key);
  const tabs = state.tabs.filter(stays);
  const steps = state.steps + 1;
  if (tabs.length === 0) {
    const home: Tab = { key: landing, id: steps, location: place(landing), awake: true, used: steps };
    return { ...state, tabs: [home], active: landing, steps };
  }
  if (!gone.has(state.active)) return { ...state, tabs, steps };
  const next = rightOf(state, state.active).find(stays) ?? leftOf(state, state.active).findLast(stays) ?? tabs[0]!;
  return show({ ...state, tabs }, next.key);
}

/** Puts a tab on screen. */
export function show(state: TabsState, key: string): TabsState {
  const steps = state.steps + 1;
  const woken = (tab: Tab): Tab => (tab.key === key ? { ...tab, awake: true, used: steps } : tab);
  return { ...state, tabs: state.tabs.map(woken), active: key, steps };
}

/** Every tab but the landing page, which is opened when it was not. */
export function closeAll(state: TabsState, landing: string): TabsState {
  const home = state.tabs.find((tab) => tab.key === landing);
  const others = state.tabs.filter((tab) => tab !== home).map((tab) => tab.key);
  return closeTabs(state, others, landing);
}

/** Moves a tab to a place, counted without it; beyond the ends it stays at the end. */
export function moveTab(state: TabsState, key: string, to: number): TabsState {
  const tab = state.tabs[indexOf(state, key)];
  if (!tab) return state;
  const tabs = state.tabs.filter((one) => one !== tab);
  tabs.splice(Math.max(0, to), 0, tab);
  return { ...state, tabs };
}

/** Puts pages to sleep until no more than `most` are awake, least recently shown first; never the one on screen nor one that `stays`. */
export function suspendTabs(state: TabsState, most: number, stays: (tab: Tab) => boolean): TabsState {
  const awake = state.tabs.filter((tab) => tab.awake);
  if (awake.length <= most) return state;
  const tired = awake
    .filter((tab) => tab.key !== state.active && !stays(tab))
    .sort((a, b) => a.used - b.used)
    .slice(0, awake.length - most);
  if (tired.length === 0) return state;
  return { ...state, tabs: state.tabs.map((tab) => (tired.includes(tab) ? { ...tab, awake: false } : tab)) };
}

/** Its page begins anew: nothing of what it held is left. */
export function resetTab(state: TabsState, key: string): TabsState {
  const steps = state.steps + 1;
  const tabs = state.tabs.map((tab) => (tab.key === key ? { ...tab, id: steps, name: undefined, awake: true } : tab));
  return { ...state, tabs, steps };
}

/** Tabs as they were before a reload, asleep, around what has been opened since. */
export function restoreTabs(state: TabsState, addresses: readonly string[]): TabsState {
  const known = new Map(state.tabs.map((tab) => [tab.key, tab]));
  let steps = state.steps;
  const tabs: Tab[] = [];
  for (const address of addresses) {
    const { pathname, search, hash } = new URL(address, 'http://tabs');
    const location = place(pathname, search, hash);
    const key = tabKey(location);
    if (tabs.some((tab) => tab.key === key)) continue;
    steps += 1;
    tabs.push(known.get(key) ?? { key, id: steps, location, awake: false, used: 0 });
  }
  const later = state.tabs.filter((tab) => !tabs.includes(tab));
  return { ...state, tabs: [...tabs, ...later], steps, restored: true };
}

export const addressesOf = (state: TabsState): readonly string[] =>
  state.tabs.map(({ location }) => addressOf(location));
