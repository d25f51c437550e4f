import type { Location } from 'react-router';

/** One visited page. */
export interface Tab {
  /** What makes it this tab and no other (`tabKey`). */
  readonly key: string;
  /** Names its elements on the page; a page that begins anew gets another one. */
  readonly id: number;
  /** Where its page is, whatever the address bar says meanwhile. */
  readonly location: Location;
  /** Asleep, a tab is only an address: its page is not mounted until it is shown again. */
  readonly awake: boolean;
  /** When it was shown last, counted in steps. */
  readonly used: number;
  /** Of the record it shows. */
  readonly name?: string;
}

export interface TabsState {
  readonly tabs: readonly Tab[];
  /** Key of the tab on screen. */
  readonly active: string;
  readonly steps: number;
  /** Address that has been taken in. */
  readonly at?: Location;
  /** Whether the tabs from before a reload are among them. */
  readonly restored?: boolean;
}

export const NO_TABS: TabsState = { tabs: [], active: '', steps: 0 };

/** Pages that are the sections of one page share its tab. */
const SECTIONS = /^(\/account\/settings)\/[^/]+$/;

/** The path, with the id of a record that stands in the query (D-SHELL-03): filters and page of a list make no further tab. */
export function tabKey({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const path = pathname.replace(/(.)\/+$/, '$1').replace(SECTIONS, '$1');
  const id = new URLSearchParams(search).get('id');
  return id === null ? path : `${path}?id=${id}`;
}

export const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash;

/** Coming to an open page by its bare address finds it as it was left. An address that did not change keeps its object: nothing is drawn anew. */
function settle(tab: Tab, next: Location, shown: boolean): Location {
  if (next.state) return next;
  const same = addressOf(tab.location) === addressOf(next);
  const bare = !shown && next.search === '' && next.hash === '' && next.pathname === tab.location.pathname;
  return same || bare ? tab.location : next;
}

/**
 * The address changed: its tab is the active one, opened at the end when there was none. With `replaces`, the page that was active gave its
 * place to this one (a form that is saved, a redirect): its tab goes.
 */
export function visit(state: TabsState, location: Location, replaces = false): TabsState {
  const key = tabKey(location);
  const steps = state.steps + 1;
  const open = state.tabs.find((tab) => tab.key === key);
  const tab: Tab = open
    ? { ...open, location: settle(open, location, key === state.active), awake: true, used: steps }
    : { key, id: steps, location, awake: true, used: steps };
  const gone = replaces && key !== state.active ? state.tabs.find((one) => one.key === state.active) : undefined;
  const tabs = open
    ? state.tabs.filter((one) => one !== gone).map((one) => (one === open ? tab : one))
    : gone
      ? state.tabs.map((one) => (one === gone ? tab : one))
      : [...state.tabs, tab];
  return { ...state, tabs, active: key, steps, at: location };
}

/**
 * A page that is not on screen leads elsewhere (it saved while somebody looked at another one): its tab moves on, asleep until it is shown,
 * and what is on screen stays. Where the target has a tab already, or does not exist for this user, the tab goes.
 */
export function moveHidden(state: TabsState, key: string, location: Location): TabsState {
  const target = tabKey(location);
  const goes = target !== key && (target === '/404' || state.tabs.some((tab) => tab.key === target));
  const steps = state.steps + 1;
  const moved = (tab: Tab): Tab =>
    target === key ? { ...tab, location } : { key: target, id: steps, location, awake: false, used: tab.used };
  const tabs = goes
    ? state.tabs.filter((tab) => tab.key !== key)
    : state.tabs.map((tab) => (tab.key === key ? moved(tab) : tab));
  return { ...state, tabs, steps };
}

/** Changes one tab; nothing when it is gone. */
export const changeTab = (state: TabsState, key: string, change: Partial<Tab>): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab)),
});
