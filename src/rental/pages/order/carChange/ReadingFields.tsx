import { Box, Checkbox, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatNumber, Labelled, useLabels } from 'forecourt/admin';
import type { Problem } from '../../../rules/index.ts';
import { OilGauge } from '../../OilGauge.tsx';
import { askedField } from '../../steps/askedField.ts';
import { StepField, useFieldCheck, type StepValues } from '../../steps/StepField.tsx';
import { formOf } from '../dialogs/forms.ts';

export const form = formOf('carChange');

/** A yes that the form keeps as 1 or 0. */
export function Tick({ name, label }: { readonly name: string; readonly label: string }) {
  const { setValue } = useFormContext();
  const value = useWatch({ name }) as unknown;
  return (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={value === 1}
          onChange={(_event, on) => setValue(name, on ? 1 : 0, { shouldDirty: true, shouldValidate: true })}
        />
      }
      label={label}
    />
  );
}

function Fuel({ name }: { readonly name: 'oil' | 'newOil' }) {
  const label = useLabels('carChange').field(name);
  const check = useFieldCheck(name);
  return (
    <Labelled model={form} field={askedField(form, name)} required disabled={false} validate={[check]} group>
      {(bound) => (
        <OilGauge
          id={bound.id}
          label={label}
          value={typeof bound.value === 'number' ? bound.value : null}
          invalid={bound.invalid}
          describedBy={bound.describedBy}
          onChange={bound.onChange}
        />
      )}
    </Labelled>
  );
}

/** Odometer, fuel and pictures of one of the two cars; a reading that is far off is confirmed. */
export function ReadingFields({
  names,
  problems,
}: {
  readonly names: readonly ['mileage' | 'newMileage', 'oil' | 'newOil', 'photos' | 'newPhotos'];
  readonly problems: (values: StepValues) => readonly Problem[];
}) {
  const translate = useTranslate();
  const values = useWatch() as StepValues;
  const [mileage, oil, photos] = names;
  const confirmed = `${mileage}Confirmed`;
  const isUnlikely = problems({ ...values, [confirmed]: 0 }).some(
    ({ code, field }) => code === 'order.refusal.mileageUnlikely' && field === mileage,
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <StepField model={form} name={mileage} required />
      {isUnlikely && (
        <Tick
          name={confirmed}
          label={translate('rental.handover.mileageConfirmed', { mileage: formatNumber(values[mileage] as number) })}
        />
      )}
      <Fuel name={oil} />
      <StepField model={form} name={photos} />
    </Box>
  );
}
