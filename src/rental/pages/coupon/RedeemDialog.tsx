import { useLabels } from 'forecourt/admin';
import { enteredCode, problem } from '../../rules/index.ts';
import type { StepProps } from '../steps/dialogAction.tsx';
import { StepDialog } from '../steps/StepDialog.tsx';
import { StepField } from '../steps/StepField.tsx';
import { couponModel } from './couponModel.ts';

/** Takes a coupon for the order by its code, typed or scanned (O17); the server says why one does not do. */
export default function RedeemDialog(step: StepProps) {
  const { record } = step;
  useLabels('coupon');
  const codeOf = (value: unknown): string => enteredCode(String(value ?? ''));
  return (
    <StepDialog
      step={step}
      initial={{ code: '' }}
      rules={({ code }) => (codeOf(code) === '' ? [problem('field.required', {}, 'code')] : [])}
      body={({ code }) => ({ orderId: record.id, code: codeOf(code) })}
    >
      <StepField model={couponModel} name="code" required />
    </StepDialog>
  );
}
