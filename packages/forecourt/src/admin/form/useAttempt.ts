import { useCallback, useState } from 'react';
import { HttpError, useTranslate } from 'react-admin';
import { isOutcomeUnknown } from '../providers/http.ts';
import { refusalOf } from '../providers/refusal.ts';

/** Why an attempt came to nothing: in words, and field by field where fields are to blame. */
export interface AttemptRefusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface AttemptPlan<T> {
  /** Fields that are known to be bad: nothing is sent while there are any. */
  readonly bad: readonly string[];
  readonly send: () => Promise<T>;
  /** Told of a refusal; answering true says that it is dealt with, and no field is to blame. */
  readonly onRefused?: (error: HttpError, fields: AttemptRefusal['fields']) => boolean | void;
}

export interface Attempt {
  /** Somebody has tried: from then on what is still missing is named. */
  readonly made: boolean;
  readonly busy: boolean;
  /** Of the last attempt, as far as it is not mended. */
  readonly refusal: AttemptRefusal | undefined;
  /**
   * The last attempt may have been done: its answer got lost, and nothing was changed since. The same sent again is done once and tells. What
   * is judged live meanwhile may find what this very attempt has done, and keeps nobody from sending it.
   */
  readonly unanswered: boolean;
  /** These were changed: what was said against them is over. */
  mended(fields: readonly string[]): void;
  /** Sends, or brings the first bad field of the screen into view with the cursor in it; undefined when nothing was done. */
  run<T>(plan: AttemptPlan<T>): Promise<T | undefined>;
  /** The same without asking anybody: `fields` by what is wrong with them. */
  refuse(fields: AttemptRefusal['fields']): void;
  forget(): void;
}

const FOCUSABLE = 'input, textarea, button, select, [tabindex]';

/** The first on the screen, in whatever order they were found bad. */
function focusFirst(elements: readonly HTMLElement[]): void {
  const [first] = elements.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.scrollIntoView?.({ block: 'center' });
  (first?.matches(FOCUSABLE) ? first : first?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
}

/**
 * The attempts to send a form whose values are judged live by rules and do not stand in react-hook-form (`useTypedForm` is for those that
 * do). `idOf` gives the id of a field's element.
 */
export function useAttempt(idOf: (field: string) => string): Attempt {
  const translate = useTranslate();
  const [made, setMade] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AttemptRefusal>();
  const [unanswered, setUnanswered] = useState(false);
  const focus = (fields: readonly string[]) =>
    focusFirst(fields.flatMap((field) => document.getElementById(idOf(field)) ?? []));

  return {
    made,
    busy,
    refusal,
    unanswered,
    mended: useCallback((fields) => {
      setUnanswered(false);
      setRefusal(
        (current) =>
          current && {
            message: '',
            fields: Object.fromEntries(Object.entries(current.fields).filter(([field]) => !fields.includes(field))),
          },
      );
    }, []),
    async run({ bad, send, onRefused }) {
      setMade(true);
      // What was sent once was whole.
      if (bad.length > 0 && !unanswered) {
        focus(bad);
        return undefined;
      }
      setBusy(true);
      setRefusal(undefined);
      let lost = false;
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        lost = isOutcomeUnknown(error);
        const { errors: fields } = refusalOf(error);
        if (onRefused?.(error, fields) === true) return undefined;
        setRefusal({ message: translate(error.message, { _: error.message }), fields });
        focus(Object.keys(fields));
        return undefined;
      } finally {
        setUnanswered(lost);
        setBusy(false);
      }
    },
    refuse(fields) {
      setRefusal({ message: '', fields });
      focus(Object.keys(fields));
    },
    forget() {
      setMade(false);
      setRefusal(undefined);
      setUnanswered(false);
    },
  };
}
