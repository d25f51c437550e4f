import { useEffect, useId } from 'react';
import { useLocation } from 'react-router';

/** Forms with typed work in them, by form; the value is the address of the page that holds it. */
const open = new Map<string, string>();

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Whether a page (by path and query), or any page, holds typed work that is not saved. Asked before a tab is closed and before
 * sign-out; switching tabs loses nothing and asks nothing.
 */
export function hasUnsavedChanges(address?: string): boolean {
  return address === undefined ? open.size > 0 : [...open.values()].includes(address);
}

/** Typed work that was given up: nobody is asked about it again. */
export function forgetUnsavedChanges(): void {
  open.clear();
  window.removeEventListener('beforeunload', warn);
}

/** Reports a form as dirty while it is, and makes the browser ask before it leaves the site. */
export function useUnsavedChanges(dirty: boolean): void {
  const id = useId();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  useEffect(() => {
    if (!dirty) return undefined;
    open.set(id, address);
    if (open.size === 1) window.addEventListener('beforeunload', warn);
    return () => {
      open.delete(id);
      if (open.size === 0) window.removeEventListener('beforeunload', warn);
    };
  }, [id, dirty, address]);
}
