import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Alert, Box, Button, Step, StepButton, StepLabel, Stepper } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Resource } from '../../model/index.ts';
import { useLabels } from '../values/labels.ts';
import { FormBar } from './FormBar.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormSections } from './FormSections.tsx';
import { JudgedFields, type Judge } from './judged.ts';
import { formFields } from './payload.ts';
import { useAfterAttempt } from './useAfterAttempt.ts';
import { useSaving, type Saving } from './useSaving.tsx';
import type { TypedForm } from './useTypedForm.ts';

interface StepsFormProps {
  readonly model: Resource;
  readonly record?: RaRecord;
  readonly known?: Readonly<Record<string, unknown>>;
  readonly onTyped: (form: TypedForm) => void;
  readonly onDone: (record: RaRecord) => void;
  readonly onCancel: () => void;
}

interface StepsInFormProps {
  readonly model: Resource;
  readonly at: number;
  readonly reached: number;
  /** Nothing is stored yet: a save takes every step that was reached. */
  readonly isNew: boolean;
  readonly go: (step: number) => void;
  /** Receives which steps the next save takes. */
  readonly taken: RefObject<readonly string[]>;
}

/**
 * Stepper and fields of every step that can be opened; those of the others are hidden and keep what was typed. After a refusal the first step
 * with a bad field is open, the cursor in it, and every such step is named.
 */
function StepsInForm({ model, at, reached, isNew, go, taken }: StepsInFormProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const steps = model.form.groups;
  const { formState, setFocus } = useFormContext();
  const { errors, dirtyFields } = formState;
  const focus = useRef<string | undefined>(undefined);

  const fieldIn = (step: number, names: Readonly<Record<string, unknown>>): string | undefined =>
    formFields(model, [steps[step]!.key]).find(({ name }) => names[name] !== undefined)?.name;
  const bad = steps.flatMap((_step, index) => (fieldIn(index, errors) === undefined ? [] : [index]));
  useEffect(() => {
    taken.current = steps
      .filter(
        (_step, index) => index === at || (index <= reached && (isNew || fieldIn(index, dirtyFields) !== undefined)),
      )
      .map(({ key }) => key);
  });

  const [firstBad] = bad;
  useAfterAttempt(() => {
    if (firstBad === undefined || firstBad === at) return;
    // A hidden field cannot take the focus: it gets it once its step is open.
    focus.current = fieldIn(firstBad, errors);
    go(firstBad);
  });
  useEffect(() => {
    if (focus.current) setFocus(focus.current);
    focus.current = undefined;
  }, [at, setFocus]);

  return (
    <>
      <Stepper nonLinear activeStep={at} sx={{ mb: 3, overflowX: 'auto' }}>
        {steps.map(({ key }, index) => {
          const wrong = bad.includes(index);
          const label = labels.group(key);
          return (
            <Step key={key} completed={index < reached && !wrong} disabled={index > reached}>
              <StepButton
                onClick={() => go(index)}
                {...(wrong && { 'aria-label': translate('admin.form.tabError', { name: label }) })}
              >
                <StepLabel error={wrong}>{label}</StepLabel>
              </StepButton>
            </Step>
          );
        })}
      </Stepper>
      {bad.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate('admin.form.badSteps', { steps: bad.map((index) => labels.group(steps[index]!.key)).join(', ') })}
        </Alert>
      )}
      {steps.slice(0, reached + 1).map((step, index) => (
        <Box key={step.key} hidden={index !== at} data-step={step.key}>
          <FormSections model={model} groups={[step]} />
        </Box>
      ))}
    </>
  );
}

/** The last step that asks for something without which there is no record: there, and not before, a new one can be made (D-CAR-06). */
const makingStep = (model: Resource): number =>
  Math.max(
    0,
    model.form.groups.findLastIndex(({ key }) => formFields(model, [key]).some(({ required }) => required)),
  );

/**
 * A long form, one group a step, in one form. Going to another step loses nothing and asks nothing.
 * A save takes and judges the shown step and every other in which something was typed (D-CAR-05). A stored record
 * opens every step, a new one those that were reached.
 * A new record is made once all that it cannot be without was asked for. Until then the browser keeps the steps.
 */
export function StepsForm({ model, record: loaded, known, onTyped, onDone, onCancel }: StepsFormProps) {
  const translate = useTranslate();
  const steps = model.form.groups;
  const [at, setAt] = useState(0);
  const [saved, setSaved] = useState<RaRecord | undefined>();
  const [reached, setReached] = useState(loaded ? steps.length - 1 : 0);
  const last = at === steps.length - 1;
  const taken = useRef<readonly string[]>([]);
  const groups = useCallback(() => taken.current, []);
  const judge = useMemo<Judge>(
    () => (name) => formFields(model, taken.current).some((field) => field.name === name),
    [model],
  );

  // The page may have read the record again since this form saved it.
  const isNewer = saved && loaded && String(loaded['updateTime'] ?? '') > String(saved['updateTime'] ?? '');
  const record = isNewer ? loaded : (saved ?? loaded);
  const gathering = record === undefined && at < makingStep(model);
  const goOn = () => {
    setReached(Math.max(reached, at + 1));
    setAt(at + 1);
  };
  const saving = useSaving({
    model,
    record,
    groups,
    onSaved: (next) => {
      if (last) return onDone(next);
      setSaved(next);
      goOn();
    },
  });
  const stepping: Saving = {
    ...saving,
    save: () => {
      goOn();
      return Promise.resolve(undefined);
    },
  };

  return (
    <JudgedFields value={judge}>
      <FormFrame
        model={model}
        record={record}
        groups={groups}
        saving={gathering ? stepping : saving}
        known={known}
        onTyped={onTyped}
      >
        <StepsInForm model={model} at={at} reached={reached} isNew={record === undefined} go={setAt} taken={taken} />
        <FormBar>
          <Button onClick={onCancel} disabled={saving.busy}>
            {translate('ra.action.cancel')}
          </Button>
          <Box sx={{ flex: 1 }} />
          {at > 0 && (
            <Button onClick={() => setAt(at - 1)} disabled={saving.busy}>
              {translate('admin.form.previous')}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={saving.busy}>
            {translate(gathering ? 'admin.form.goOn' : last ? 'admin.form.finish' : 'admin.form.next')}
          </Button>
        </FormBar>
      </FormFrame>
    </JudgedFields>
  );
}
