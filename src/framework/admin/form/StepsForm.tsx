import { useState } from 'react';
import { Box, Button, Step, StepButton, Stepper } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useLabels } from '../values/labels.ts';
import { FormBar } from './FormBar.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormGroups } from './FormGroups.tsx';
import { useSaving } from './useSaving.ts';

export interface StepsFormProps {
  readonly model: Resource;
  readonly record?: RaRecord;
  readonly known?: Readonly<Record<string, unknown>>;
  readonly onDone: (record: RaRecord) => void;
  readonly onCancel: () => void;
}

/**
 * A long form, one group a step. Every Next saves the step, so that nothing typed before is lost; the first one makes the record.
 * A stored record opens every step, a new one only what has been reached.
 */
export function StepsForm({ model, record: loaded, known, onDone, onCancel }: StepsFormProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const steps = model.form.groups;
  const [at, setAt] = useState(0);
  const [saved, setSaved] = useState<RaRecord | undefined>();
  const [reached, setReached] = useState(loaded ? steps.length - 1 : 0);
  const record = saved ?? loaded;
  const step = steps[at]!;
  const last = at === steps.length - 1;

  const saving = useSaving({
    model,
    record,
    group: step.key,
    onSaved: (next) => {
      if (last) return onDone(next);
      setSaved(next);
      setReached(Math.max(reached, at + 1));
      setAt(at + 1);
    },
  });

  return (
    <>
      <Stepper nonLinear activeStep={at} sx={{ mb: 3, overflowX: 'auto' }}>
        {steps.map((one, index) => (
          <Step key={one.key} completed={index < reached} disabled={index > reached}>
            <StepButton onClick={() => setAt(index)}>{labels.group(one.key)}</StepButton>
          </Step>
        ))}
      </Stepper>
      <FormFrame key={step.key} model={model} record={record} group={step.key} saving={saving} known={known}>
        <FormGroups model={model} only={step.key} />
        <FormBar>
          <Button onClick={onCancel}>{translate('ra.action.cancel')}</Button>
          <Box sx={{ flex: 1 }} />
          {at > 0 && (
            <Button onClick={() => setAt(at - 1)} disabled={saving.busy}>
              {translate('admin.form.previous')}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={saving.busy}>
            {translate(last ? 'admin.form.finish' : 'admin.form.next')}
          </Button>
        </FormBar>
      </FormFrame>
    </>
  );
}
