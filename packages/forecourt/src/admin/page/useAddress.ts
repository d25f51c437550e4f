import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useSearchParams } from 'react-router';

/**
 * The query of the address, and a way to change parts of it; an empty text, or none, takes one out. The router shows a change a moment later: what is chosen
 * meanwhile adds to it instead of undoing it.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const choose = useEvent((changes: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    setSearch(next, { replace: true });
  });
  return { search, choose };
}
