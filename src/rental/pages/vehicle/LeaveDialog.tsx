import { useEffect, useState } from 'react';
import { Alert, Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { TouchedByAction } from 'forecourt/admin';
import type { StepProps } from '../steps/dialogAction.tsx';
import { StepDialog } from '../steps/StepDialog.tsx';

const UNASKED = { confirmed: false } as const;

/** What the server asks before the car goes: orders without a plate rely on it. */
function Promises() {
  const translate = useTranslate();
  const { setValue, clearErrors, formState } = useFormContext();
  const confirmed = useWatch({ name: 'confirmed' }) === true;
  const said = formState.errors['confirmed']?.message;
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (!said) return;
    setAsked(String(said));
    // The question stands here from now on; as an error of the form it would keep the answer from being sent.
    clearErrors('confirmed');
  }, [said, clearErrors]);
  if (asked === undefined) return null;
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1 } }}>
      <Box>{asked}</Box>
      <FormControlLabel
        sx={{ display: 'flex', minHeight: 48 }}
        control={
          <Checkbox
            checked={confirmed}
            onChange={(_event, checked) => setValue('confirmed', checked, { shouldDirty: true })}
          />
        }
        label={translate('resources.vehicle.texts.leaveAnyway')}
      />
    </Alert>
  );
}

/** Takes a car off sale or out of the fleet, and asks once more where somebody was promised it (V4, V9, V10, D-CAR-16). */
export default function LeaveDialog(step: StepProps) {
  const translate = useTranslate();
  const { model, action, record } = step;
  return (
    <StepDialog
      step={step}
      initial={UNASKED}
      body={({ confirmed }) => ({ id: record.id, ...(confirmed === true && { confirmed: 1 }) })}
    >
      <Typography>{translate(`resources.${model.name}.confirm.${action.name}`)}</Typography>
      <TouchedByAction model={model} action={action.name} id={record.id} />
      <Promises />
    </StepDialog>
  );
}
