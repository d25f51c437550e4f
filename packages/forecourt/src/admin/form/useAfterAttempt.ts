import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';

/** Runs what it is given, as it is then, after every attempt to save: an error that appears while typing must move neither cursor nor tab. */
export function useAfterAttempt(run: () => void): void {
  const { submitCount, isSubmitting } = useFormContext().formState;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) latest.current();
  }, [submitCount, isSubmitting]);
}
