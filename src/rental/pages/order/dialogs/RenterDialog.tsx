import { problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField } from '../../steps/StepField.tsx';

const PARTS = ['renterName', 'renterCountryCode', 'renterPhone', 'renterIdType', 'renterIdNo'] as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Corrects who rents while the car is out or back (O25). Only what was changed is sent: the rest may be masked for whoever reads it. */
export default function RenterDialog(step: StepProps) {
  const { model, record } = step;
  return (
    <StepDialog
      step={step}
      initial={Object.fromEntries(PARTS.map((name) => [name, record[name] ?? '']))}
      rules={(values) =>
        PARTS.filter(
          (name) => name !== 'renterIdType' && textOf(record[name]) !== '' && textOf(values[name]) === '',
        ).map((name) => problem('field.required', {}, name))
      }
      body={(values) => ({
        id: record.id,
        ...Object.fromEntries(
          PARTS.filter((name) => (values[name] ?? '') !== (record[name] ?? '')).map((name) => [name, values[name]]),
        ),
      })}
    >
      {PARTS.map((name) => (
        <StepField key={name} model={model} name={name} />
      ))}
    </StepDialog>
  );
}
