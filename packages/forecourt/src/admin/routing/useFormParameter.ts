import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { FORM_PARAMETER } from '../model/documentedUrls.ts';

interface FormParameter {
  /** What the dialog over the list shows: a new record, the record with this id, or nothing. */
  readonly form: 'new' | number | undefined;
  open(form: 'new' | number): void;
  close(): void;
}

/** The form dialog over a list, kept in the address: reload, back and links open the same record. */
export function useFormParameter(): FormParameter {
  const [search, setSearch] = useSearchParams();
  const text = search.get(FORM_PARAMETER);
  const form = text === 'new' ? 'new' : /^[1-9]\d*$/.test(text ?? '') ? Number(text) : undefined;
  const set = useCallback(
    (value: string | undefined) =>
      setSearch((current) => {
        const next = new URLSearchParams(current);
        if (value === undefined) next.delete(FORM_PARAMETER);
        else next.set(FORM_PARAMETER, value);
        return next;
      }),
    [setSearch],
  );
  return { form, open: (value) => set(String(value)), close: () => set(undefined) };
}
