import { useCallback, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Field } from '../../model/index.ts';
import { useSessionInfo } from '../runtime/runtime.tsx';
import { draftOf, forgetOthersDrafts } from './drafts.ts';

/** Never written anywhere in the browser. */
export const isPrivate = ({ sensitive, writeOnly, mask, access }: Field): boolean =>
  sensitive || writeOnly || mask !== undefined || access !== undefined;

export interface FormDraftOptions {
  /** What the form is called, the same whenever it is opened: its page, resource, record. */
  readonly form: string;
  /** Whether what is typed into this property may be written to the browser's storage. */
  readonly mayKeep: (name: string) => boolean;
  /** `updateTime` of the record as it was when the first of it was typed. */
  readonly version?: string;
  /** What was typed before is in the form again, over the record of that version. */
  readonly onRestored?: (version: string | undefined) => void;
}

/** What was typed into a form, by property. */
interface FormDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Of the record as it was when the first of it was typed. */
  readonly updateTime?: string;
}

/**
 * Keeps half-typed work over a reload, the end of the session and a form that goes away. The function that this
 * answers stores it, and the next form puts it back. Must stand behind the inputs.
 */
export function useFormDraft({ form, mayKeep, version, onRestored }: Partial<FormDraftOptions> = {}): () => boolean {
  const { formState, getValues, setValue } = useFormContext();
  const { dirtyFields } = formState;
  const notify = useNotify();
  const user = useSessionInfo()?.id;
  const place = user === undefined || form === undefined ? undefined : draftOf<FormDraft>(user, form);
  const latest = useRef({ dirtyFields, place, version, mayKeep });
  useEffect(() => {
    // Once the session is over nobody is signed in; what is typed is still that user's.
    latest.current = { dirtyFields, place: place ?? latest.current.place, version, mayKeep };
  });

  useEffect(() => {
    if (user === undefined || !place) return;
    forgetOthersDrafts(user);
    const draft = place.read();
    // It is written again when the page goes again.
    place.forget();
    const typed = Object.entries(draft?.values ?? {}).filter(([name]) => mayKeep?.(name));
    for (const [name, value] of typed) setValue(name, value, { shouldDirty: true });
    if (typed.length === 0) return;
    notify('admin.form.restored', { type: 'info' });
    onRestored?.(draft?.updateTime);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- once a form: what is typed later is newer than any draft

  return useCallback(() => {
    const { dirtyFields: dirty, place: kept, version: updateTime, mayKeep: may } = latest.current;
    const typed = Object.keys(dirty).filter((name) => dirty[name] !== undefined && may?.(name));
    if (!kept || typed.length === 0) return false;
    kept.write({ values: Object.fromEntries(typed.map((name) => [name, getValues(name) as unknown])), updateTime });
    return true;
  }, [getValues]);
}
