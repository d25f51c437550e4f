import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * One of a few values kept in local storage under a documented key (D-SHELL-07) and shared by everything on the page. The first value is
 * the default, also for whatever else is stored there.
 */
export function useStoredChoice<const T extends string>(
  key: string,
  values: readonly [T, ...T[]],
): readonly [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => {
    const stored = window.localStorage.getItem(key);
    return values.find((one) => one === stored) ?? values[0];
  });
  return [
    value,
    (next) => {
      window.localStorage.setItem(key, next);
      for (const listener of listeners) listener();
    },
  ];
}
