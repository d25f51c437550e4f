import { useTranslate } from 'react-admin';
import { ChoiceSelect, LoadProblem, Labelled, type FormInputProps } from 'forecourt/admin';
import { DELIVERY, PICKUP, staffChoice, useTaskUsers, type TaskType } from './useTaskUsers.ts';

/** A member of staff with that kind of task, for orders of several stores; whether each may have it the server says. */
function StaffInput({ taskType, ...props }: FormInputProps & { taskType: TaskType }) {
  const translate = useTranslate();
  const { data = [], error, isPending, refetch } = useTaskUsers(taskType);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <Labelled {...props} disabled={props.disabled || isPending} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={data.map(staffChoice)}
          value={bound.value ? String(bound.value) : ''}
          onChange={([text]) => bound.onChange(text ? Number(text) : null)}
          empty={{ label: translate('rental.order.staff.asBefore') }}
        />
      )}
    </Labelled>
  );
}

export const DeliveryStaffInput = (props: FormInputProps) => <StaffInput {...props} taskType={DELIVERY} />;
export const PickupStaffInput = (props: FormInputProps) => <StaffInput {...props} taskType={PICKUP} />;
