export const DRAFT_PREFIX = 'form_draft.';

/** Storage of this tab of the browser; none where the browser forbids it. */
function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Where the half-typed work of one form is kept. */
export interface Draft<T extends object> {
  /** What was typed; undefined where there is nothing, or nothing that can be read. */
  read(): T | undefined;
  /** Keeps it; a full or forbidden storage loses only the convenience: the form itself still holds everything. */
  write(typed: T): void;
  forget(): void;
}

/**
 * The draft of one user and form: what is called the same is the same form, wherever it is opened; another user finds nothing. It lives as long
 * as the tab of the browser, unless another storage is named.
 */
export function draftOf<T extends object>(
  user: number,
  form: string,
  storage: Storage | undefined = tabStorage(),
): Draft<T> {
  const key = `${DRAFT_PREFIX}${user}.${form}`;
  const tried = <R>(run: () => R): R | undefined => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };
  return {
    read: () => {
      const stored = tried(() => JSON.parse(storage?.getItem(key) ?? 'null') as unknown);
      return typeof stored === 'object' && stored !== null ? (stored as T) : undefined;
    },
    write: (typed) => tried(() => storage?.setItem(key, JSON.stringify(typed))),
    forget: () => tried(() => storage?.removeItem(key)),
  };
}

/** Nothing of another user is left to be read. */
export function forgetOthersDrafts(user: number, storage: Storage | undefined = tabStorage()): void {
  if (!storage) return;
  const others = Object.keys(storage).filter(
    (key) => key.startsWith(DRAFT_PREFIX) && !key.startsWith(`${DRAFT_PREFIX}${user}.`),
  );
  for (const key of others) storage.removeItem(key);
}
