import { TABS_KEY } from '../tabsKey.ts';
import { addressesOf } from './tabActions.ts';
import type { Scrolled } from './scrolling.ts';
import type { TabStore } from './tabStore.ts';

interface RememberedTabs {
  /** Whose they are: nobody else is given them. */
  readonly user: number;
  readonly addresses: readonly string[];
  /** How far each page was scrolled, in the same order. */
  readonly scrolled: readonly (Scrolled | null)[];
  /** What each page shows, in the same order; a sleeping page cannot say it itself. */
  readonly names?: readonly (string | null)[];
}

/** Storage of this tab of the browser; none where the browser forbids it. */
function ownStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

const isMemory = (value: unknown): value is RememberedTabs => {
  const { user, addresses, scrolled } = (value ?? {}) as Partial<RememberedTabs>;
  return (
    typeof user === 'number' &&
    Array.isArray(addresses) &&
    addresses.every((one) => typeof one === 'string' && one.startsWith('/')) &&
    Array.isArray(scrolled)
  );
};

/** The tabs this user had in this tab of the browser before it was loaded anew; nothing when there were none or they cannot be read. */
export function recallTabs(user: number, storage: Storage | undefined = ownStorage()): RememberedTabs | undefined {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(TABS_KEY) ?? 'null');
    return isMemory(stored) && stored.user === user ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Notes addresses, names and scroll positions; what else pages hold is not written. A full or forbidden storage loses only the convenience. */
export function rememberTabs(
  user: number,
  { get, scrolled }: Pick<TabStore, 'get' | 'scrolled'>,
  storage: Storage | undefined = ownStorage(),
): void {
  const state = get();
  const memory: RememberedTabs = {
    user,
    addresses: addressesOf(state),
    scrolled: state.tabs.map(({ id }) => scrolled.get(id) ?? null),
    names: state.tabs.map(({ name }) => name ?? null),
  };
  try {
    storage?.setItem(TABS_KEY, JSON.stringify(memory));
  } catch {
    // The open tabs themselves are not touched by it.
  }
}
