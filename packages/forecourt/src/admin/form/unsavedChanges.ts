import { useCallback, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';

interface TypedWork {
  /** Of the page that holds it, by path and query. */
  readonly address: string;
  /** Writes it down, so that the form finds it again when it is opened anew. */
  readonly keep: () => boolean;
}

/** Forms with typed work in them, by form. */
const open = new Map<string, TypedWork>();

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Whether a page (by path and query), or any page, holds typed work that is not saved. Asked before a tab is closed and before
 * sign-out; switching tabs loses nothing and asks nothing.
 */
export function hasUnsavedChanges(address?: string): boolean {
  return address === undefined ? open.size > 0 : [...open.values()].some((work) => work.address === address);
}

/** Typed work, of one page or of all, that was given up: it is not written down, and nobody is asked about it again. */
export function forgetUnsavedChanges(address?: string): void {
  for (const [id, work] of open) if (address === undefined || work.address === address) open.delete(id);
  settle();
}

/** Writes down what is typed in all forms: the page is about to go for a reason that is not the user's (the session has ended). */
export function keepTypedWork(): void {
  for (const work of open.values()) work.keep();
}

/** The browser asks before it leaves the site while there is something to lose. */
function settle(): void {
  if (open.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

const keepsNothing = (): boolean => false;

interface TypedWorkOptions {
  /** Writes down what is typed; answers whether anything was. */
  readonly keep?: () => boolean;
  /** Told when a form that was neither saved nor given up goes away and its work was written down: the dialog of an address that changed. */
  readonly onKept?: () => void;
}

/**
 * Reports a form as dirty while it is, and makes the browser ask before it leaves the site. What `keep` writes down survives a reload, the end
 * of the session, and a form that goes away without having been saved or given up. Answers a function that says it was: then nothing is kept.
 */
export function useUnsavedChanges(dirty: boolean, { keep = keepsNothing, onKept }: TypedWorkOptions = {}): () => void {
  const id = useId();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const latest = useRef({ keep, onKept });
  useEffect(() => {
    latest.current = { keep, onKept };
  });

  // Before the entry below is taken away: a form that is still in the list when it goes was neither saved nor given up.
  useEffect(
    () => () => {
      if (open.has(id) && latest.current.keep()) latest.current.onKept?.();
    },
    [id],
  );
  useEffect(() => {
    if (!dirty) return undefined;
    open.set(id, { address, keep: () => latest.current.keep() });
    settle();
    return () => {
      open.delete(id);
      settle();
    };
  }, [id, dirty, address]);
  useEffect(() => {
    const write = (): void => void (open.has(id) && latest.current.keep());
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, [id]);

  return useCallback(() => {
    open.delete(id);
    settle();
  }, [id]);
}
