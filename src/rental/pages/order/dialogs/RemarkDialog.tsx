import { problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField } from '../../steps/StepField.tsx';

/** The remark of an order, in any state (O15). */
export default function RemarkDialog(step: StepProps) {
  const { model, record } = step;
  return (
    <StepDialog
      step={step}
      initial={{ remark: record['remark'] ?? '' }}
      rules={({ remark }) => (String(remark ?? '').trim() === '' ? [problem('field.required', {}, 'remark')] : [])}
      body={({ remark }) => ({ id: record.id, remark: String(remark).trim() })}
    >
      <StepField model={model} name="remark" required />
    </StepDialog>
  );
}
