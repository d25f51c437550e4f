import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import { problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { formOf } from './forms.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField } from '../../steps/StepField.tsx';

const form = formOf('rejection');

/** Takes something back, with a reason that stays to be seen: the last task (O8, O12, D-ORD-15), a deduction (S7). */
export default function RejectDialog(step: StepProps) {
  useTexts('rental.order.reject');
  const translate = useTranslate();
  const { model, action, record } = step;
  const consequence = translate(`resources.${model.name}.confirm.${action.name}`, { _: '' });
  return (
    <StepDialog
      step={step}
      rules={({ reason }) => (String(reason ?? '').trim() === '' ? [problem('field.required', {}, 'reason')] : [])}
      body={({ reason }) => ({ id: record.id, reason: String(reason).trim() })}
    >
      <Alert severity="warning">{translate(`rental.order.reject.${action.name}`, { _: consequence })}</Alert>
      <StepField model={form} name="reason" />
    </StepDialog>
  );
}
