import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Query parameter of a form page with the values that a new record begins with, as react-admin has it: `?source={"shopId":4}`. */
export const KNOWN_PARAMETER = 'source';

/** What the address of a form page gives a new record. Anything but an object of values is ignored. */
export function useKnownValues(): Readonly<Record<string, unknown>> | undefined {
  const [search] = useSearchParams();
  const text = search.get(KNOWN_PARAMETER);
  return useMemo(() => {
    if (text === null) return undefined;
    try {
      const known: unknown = JSON.parse(text);
      return typeof known === 'object' && known !== null && !Array.isArray(known)
        ? (known as Record<string, unknown>)
        : undefined;
    } catch {
      return undefined;
    }
  }, [text]);
}
