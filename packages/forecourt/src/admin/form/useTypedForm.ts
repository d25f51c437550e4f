import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useAfterAttempt } from './useAfterAttempt.ts';
import { useUnsavedChanges } from './unsavedChanges.ts';
import { useFormDraft, type FormDraftOptions } from './useFormDraft.ts';

/** What a page or dialog around a form knows of it. */
export interface TypedForm {
  readonly dirty: boolean;
  /** What was typed is given up: nobody is asked again, and it does not come back. */
  giveUp(): void;
}

interface TypedFormOptions {
  /** Where what was typed is kept over a reload, the end of the session and a form that goes away; nowhere without it. */
  readonly draft?: FormDraftOptions;
  /** Names of the fields in the order of the screen; in the order in which they were found bad without it. */
  readonly fields?: readonly string[];
  readonly onTyped?: (form: TypedForm) => void;
  /** Told when the form goes away unsaved and what was typed was kept. */
  readonly onKept?: () => void;
}

/** Whether anything is typed. Not only `isDirty`: that forgets what was typed when the record is read again below it. */
export function useDirty(): boolean {
  const { isDirty, dirtyFields } = useFormContext().formState;
  return isDirty || Object.keys(dirtyFields).length > 0;
}

/**
 * What every form does for whoever types into it: it is guarded while something is typed, which is kept and put back; after an attempt that
 * failed the first bad field has the cursor. Must stand behind the inputs.
 */
export function useTypedForm({ draft, fields, onTyped, onKept }: TypedFormOptions): Pick<TypedForm, 'giveUp'> {
  const { formState, setFocus } = useFormContext();
  const { errors } = formState;
  const dirty = useDirty();
  const keep = useFormDraft(draft);
  const giveUp = useUnsavedChanges(dirty, { keep, onKept });
  useEffect(() => onTyped?.({ dirty, giveUp }), [dirty, giveUp, onTyped]);
  const firstBad = (fields ?? Object.keys(errors)).find((name) => errors[name]);
  useAfterAttempt(() => firstBad && setFocus(firstBad));
  return { giveUp };
}

/** The same where the form around needs nothing more of it. */
export function TypedWork(options: TypedFormOptions): null {
  useTypedForm(options);
  return null;
}
