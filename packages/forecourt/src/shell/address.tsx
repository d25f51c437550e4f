import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  type Location,
  type NavigationType,
  type Navigator,
  type To,
} from 'react-router';
import { basePath, withBase, withoutBase } from '../browser/basePath.ts';

/** Where the browser is, and how it came there. */
export interface Place {
  readonly location: Location;
  readonly navigationType: NavigationType;
}

export interface Address {
  /** The same object until the browser goes elsewhere. */
  get(): Place;
  subscribe(listener: () => void): () => void;
  readonly navigator: Navigator;
}

type History = ReturnType<typeof createBrowserHistory>;

/** The same history, in addresses as routes know them. */
function belowBase(history: History): History {
  if (basePath() === '') return history;
  const inside = (location: Location): Location => ({ ...location, pathname: withoutBase(location.pathname) });
  const outside = (to: To): To => {
    if (typeof to === 'string') return withBase(to);
    return { ...to, ...(to.pathname !== undefined && { pathname: withBase(to.pathname) }) };
  };
  return {
    get action() {
      return history.action;
    },
    get location() {
      return inside(history.location);
    },
    listen: (listener) => history.listen((update) => listener({ ...update, location: inside(update.location) })),
    createHref: (to) => history.createHref(outside(to)),
    createURL: (to) => history.createURL(outside(to)),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => history.push(outside(to), state),
    replace: (to, state) => history.replace(outside(to), state),
    go: (delta) => history.go(delta),
  };
}

/** The address of the browser window. */
export function createAddress(): Address {
  const history = belowBase(createBrowserHistory({ v5Compat: true }));
  const listeners = new Set<() => void>();
  let place: Place = { location: history.location, navigationType: history.action };
  history.listen(({ location, action }) => {
    place = { location, navigationType: action };
    for (const listener of listeners) listener();
  });
  return {
    get: () => place,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    navigator: history,
  };
}

const AddressContext = createContext<Address | undefined>(undefined);

/**
 * Gives everything below a way to navigate. Unlike react-router's own provider it draws nothing below it anew when the address changes:
 * React would walk through every page that is kept alive to ask who reads it. What is drawn by the address stands in `FollowAddress`, or asks
 * `useAddress`; everywhere else `useLocation` answers where the browser is at the time of drawing.
 */
export function AddressProvider({ address, children }: { address: Address; children: ReactNode }) {
  const navigation = useMemo(
    () => ({ basename: '/', navigator: address.navigator, static: false, useTransitions: false, future: {} }),
    [address],
  );
  const standing = useMemo(
    () => ({
      get location() {
        return address.get().location;
      },
      get navigationType() {
        return address.get().navigationType;
      },
    }),
    [address],
  );
  return (
    <AddressContext value={address}>
      <NavigationContext value={navigation}>
        <LocationContext value={standing}>{children}</LocationContext>
      </NavigationContext>
    </AddressContext>
  );
}

/** Where the browser is; draws anew when it goes elsewhere. */
export function useAddress(): Place {
  const address = use(AddressContext);
  if (!address) throw new Error('AddressProvider is missing above this component');
  return useSyncExternalStore(address.subscribe, address.get);
}

/** What is in it follows the address: react-router's hooks and links draw anew when it changes. */
export function FollowAddress({ children }: { children: ReactNode }) {
  return <LocationContext value={useAddress()}>{children}</LocationContext>;
}
