import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const FORM = 'form';

/** The form in the page's address (`?form=new`, `?form=12`): reload, back and links open the same one. */
export function useFormAddress(): { form: string | null; open: (form: 'new' | number) => void; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (value: string | undefined) =>
      setSearch((current) => {
        const next = new URLSearchParams(current);
        if (value === undefined) next.delete(FORM);
        else next.set(FORM, value);
        return next;
      }),
    [setSearch],
  );
  return { form: search.get(FORM), open: (form) => set(String(form)), close: () => set(undefined) };
}
