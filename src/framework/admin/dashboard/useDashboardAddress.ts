import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What a page of figures is asked for, as its address says it. */
export const ASKED = ['period', 'dateStart', 'dateEnd', 'compare'] as const;
export type Asked = Readonly<Record<string, string>>;

/** Reads and writes what the page is asked for; `scope` is the parameter that narrows it. Whatever the server does not know it refuses. */
export function useDashboardAddress() {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const asked = useMemo(
    (): Asked =>
      Object.fromEntries(
        [...new URLSearchParams(text)].filter(
          ([name]) => (ASKED as readonly string[]).includes(name) || /Id$/.test(name),
        ),
      ),
    [text],
  );
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes))
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { asked, change };
}
