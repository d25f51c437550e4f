import { useStore } from 'react-admin';
import { useSessionInfo } from '../runtime/runtime.tsx';

/** Where react-admin's store keeps it. */
export const preferenceKey = (user: number, list: string, name: string): string =>
  `preferences.lists.${user}.${list}.${name}`;

/**
 * What one user keeps of one list (its view, saved filters), in react-admin's store of this browser. Names beginning with `preferences.`
 * survive a sign-out; the user's id keeps people at one counter apart.
 */
export function usePreference<T>(list: string, name: string, unset: T): [T, (value: T) => void] {
  const user = useSessionInfo()?.id ?? 0;
  return useStore<T>(preferenceKey(user, list, name), unset);
}
