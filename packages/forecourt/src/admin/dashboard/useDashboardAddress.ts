import { useMemo } from 'react';
import { useAddress } from '../page/useAddress.ts';
import { askedBy } from './dashboardQuery.ts';

/** Reads and writes what the page is asked for. */
export function useDashboardAddress() {
  const { search, choose } = useAddress();
  const text = search.toString();
  const asked = useMemo(() => askedBy(text), [text]);
  return { asked, change: choose };
}
