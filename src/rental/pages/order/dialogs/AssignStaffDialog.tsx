import { useTranslate } from 'react-admin';
import { ChoiceSelect, LoadProblem, Labelled, useCodeLabel } from 'forecourt/admin';
import { problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { askedField } from '../../steps/askedField.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { useFieldCheck, type StepValues } from '../../steps/StepField.tsx';
import { DELIVERY, PICKUP, staffChoice, useTaskUsers, type TaskType } from './useTaskUsers.ts';

const nobody = (values: StepValues) => !values['deliveryStaffId'] && !values['pickupStaffId'];
/** Staff must be chosen (O6): one of the two at least. */
const rules = (values: StepValues) =>
  nobody(values)
    ? [problem('field.required', {}, 'deliveryStaffId'), problem('field.required', {}, 'pickupStaffId')]
    : [];

interface StaffFieldProps extends Pick<StepProps, 'model' | 'record'> {
  readonly name: 'deliveryStaffId' | 'pickupStaffId';
  readonly taskType: TaskType;
  readonly storeId: unknown;
  /** Name of who has the task now, whatever became of them. */
  readonly present: unknown;
}

function StaffField({ model, record, name, taskType, storeId, present }: StaffFieldProps) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const check = useFieldCheck(name);
  const { data = [], error, isPending, refetch } = useTaskUsers(taskType, storeId as number);
  const kept = record[name] as number | null | undefined;
  const choices =
    kept && !data.some((user) => user.id === kept)
      ? [{ id: kept, name: String(present || `#${kept}`), phone: '' }, ...data]
      : data;
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <Labelled
      model={model}
      field={askedField(model, name)}
      required={false}
      disabled={isPending}
      validate={[check]}
      group
    >
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={choices.map(staffChoice)}
          value={bound.value ? String(bound.value) : ''}
          onChange={([text]) => bound.onChange(text ? Number(text) : null)}
          empty={{
            label:
              !isPending && choices.length === 0
                ? translate('rental.order.staff.none', { role: codeLabel('taskRole', taskType) })
                : translate('admin.form.none'),
          }}
        />
      )}
    </Labelled>
  );
}

/** Who brings the car out and who takes it back (O6). */
export default function AssignStaffDialog(step: StepProps) {
  const { model, record } = step;
  return (
    <StepDialog
      step={step}
      initial={{ deliveryStaffId: record['deliveryStaffId'] ?? null, pickupStaffId: record['pickupStaffId'] ?? null }}
      rules={rules}
      body={({ deliveryStaffId, pickupStaffId }) => ({
        id: record.id,
        deliveryStaffId: deliveryStaffId ?? null,
        pickupStaffId: pickupStaffId ?? null,
      })}
    >
      <StaffField
        model={model}
        record={record}
        name="deliveryStaffId"
        taskType={DELIVERY}
        storeId={record['pickupStoreId']}
        present={record['deliveryStaffName']}
      />
      <StaffField
        model={model}
        record={record}
        name="pickupStaffId"
        taskType={PICKUP}
        storeId={record['returnStoreId']}
        present={record['pickupStaffName']}
      />
    </StepDialog>
  );
}
