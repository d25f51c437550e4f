import { createContext, use, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { FormProvider, useFormContext, type UseFormReturn } from 'react-hook-form';
import { FieldInput, isPrivate, type FieldInputProps } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { messageKey, type Problem } from '../../rules/index.ts';
import { askedField } from './askedField.ts';

/** What the form of a step holds: wire values, or text that is not a value yet. */
export type StepValues = Readonly<Record<string, unknown>>;
/** The rules of a step over what the form holds; a problem with a field stands at it, one without above the form. */
export type StepRules = (values: StepValues) => readonly Problem[];

export const NO_RULES: StepRules = () => [];
export const Rules = createContext<StepRules>(NO_RULES);
/** Takes note of a property that must not be written to the browser's storage. */
export const Privacy = createContext<(name: string) => void>(() => undefined);

/** What a rule says to one field, as the form's inputs take it. */
export function useFieldCheck(name: string): NonNullable<FieldInputProps['check']> {
  const rules = use(Rules);
  return useCallback(
    (_value: unknown, all: StepValues) => {
      const problem = rules(all).find((one) => one.field === name);
      return problem && { message: messageKey(problem.code), args: { ...problem.params } };
    },
    [rules, name],
  );
}

/** One field of a dialog: the generated input, under the step's rules. */
export function StepField({ model, name, required }: { model: Resource; name: string; required?: boolean }) {
  const field = useMemo(() => askedField(model, name, required), [model, name, required]);
  const note = use(Privacy);
  useEffect(() => {
    if (isPrivate(field)) note(field.name);
  }, [field, note]);
  return <FieldInput model={model} field={field} check={useFieldCheck(name)} />;
}

/** After an attempt a changed value is judged again together with the others. */
export function JudgedAgain(): null {
  const { formState, trigger, subscribe } = useFormContext();
  const { submitCount } = formState;
  useEffect(
    () =>
      submitCount > 0
        ? subscribe({ formState: { values: true }, callback: ({ name }) => name && void trigger() })
        : undefined,
    [submitCount, subscribe, trigger],
  );
  return null;
}

const NO_RECORD = {};

/** Fields of a step within the form of another one: what they hold, and the rules that they stand under. */
export function StepPart({
  form,
  rules,
  children,
}: {
  readonly form: UseFormReturn<Record<string, unknown>>;
  readonly rules: StepRules;
  readonly children: ReactNode;
}) {
  return (
    <RecordContextProvider value={NO_RECORD}>
      <FormProvider {...form}>
        <Rules value={rules}>
          {children}
          <JudgedAgain />
        </Rules>
      </FormProvider>
    </RecordContextProvider>
  );
}
