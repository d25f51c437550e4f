import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { formOf } from './forms.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField } from '../../steps/StepField.tsx';

const RETURNED = 3;
const form = formOf('push');

/** Tells the channel that the car went out or came back (O14); may be repeated. */
export default function PushDialog(step: StepProps) {
  const translate = useTranslate();
  const { record } = step;
  return (
    <StepDialog
      step={step}
      initial={{ event: record['status'] === RETURNED ? 'return' : 'pickup' }}
      body={({ event }) => ({ id: record.id, event })}
    >
      <Alert severity="info">{translate('rental.order.push.help')}</Alert>
      <StepField model={form} name="event" />
    </StepDialog>
  );
}
