import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

const tellAll = (): void => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void): (() => void) => {
  // The browser tells of what other tabs store.
  if (listeners.size === 0) window.addEventListener('storage', tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tellAll);
  };
};

/** What is stored under a key, when it is one of `values`; else the first of them. */
export function readChoice<const T extends string>(key: string, values: readonly [T, ...T[]]): T {
  const stored = window.localStorage.getItem(key);
  return values.find((one) => one === stored) ?? values[0];
}

/** Stores a choice and tells everything that shows it. */
function writeChoice(key: string, value: string): void {
  window.localStorage.setItem(key, value);
  tellAll();
}

/** Forgets choices: the defaults hold again. */
export function forgetChoices(keys: readonly string[]): void {
  for (const key of keys) window.localStorage.removeItem(key);
  tellAll();
}

/**
 * One of a few values kept in local storage under a documented key (D-SHELL-07) and shared by everything on the page, other tabs of the
 * browser included. The first value is the default, also for whatever else is stored there.
 */
export function useStoredChoice<const T extends string>(
  key: string,
  values: readonly [T, ...T[]],
): readonly [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => readChoice(key, values));
  return [value, (next) => writeChoice(key, next)];
}
