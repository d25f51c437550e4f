import { createContext, use, useMemo } from 'react';
import type { Validator } from 'react-admin';

/** Whether a property is judged by the attempt to save that is being made. */
export type Judge = (name: string) => boolean;

const Judged = createContext<Judge | undefined>(undefined);

/** A form that saves a part of its fields asks only those; what its other fields lack is nobody's fault yet. */
export const JudgedFields = Judged.Provider;

/** The rules of a field, silent while it is not judged. Without `JudgedFields` every field is. */
export function useJudged(name: string, validate: Validator[]): Validator[] {
  const judge = use(Judged);
  return useMemo(
    () =>
      judge
        ? validate.map(
            (rule): Validator =>
              (value, all, props) =>
                judge(name) ? rule(value, all, props) : undefined,
          )
        : validate,
    [judge, name, validate],
  );
}
