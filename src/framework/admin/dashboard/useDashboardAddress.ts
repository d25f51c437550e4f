import { useMemo } from 'react';
import { useAddress } from '../page/useAddress.ts';

/** What a page of figures is asked for, as its address says it. */
const ASKED = ['period', 'dateStart', 'dateEnd', 'compare'] as const;
export type Asked = Readonly<Record<string, string>>;

/** Reads and writes what the page is asked for; `scope` is the parameter that narrows it. Whatever the server does not know it refuses. */
export function useDashboardAddress() {
  const { search, choose } = useAddress();
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
  return { asked, change: choose };
}
