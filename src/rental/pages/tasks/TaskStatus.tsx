import { ToneChip, useAdminRuntime, useCodeLabel } from 'forecourt/admin';
import { taskStatusOf, type OrderStatus } from '../../rules/index.ts';

/** How far the tasks of an order are: reviewed, picked up, returned (D-ORD-02); nothing of a cancelled one. */
export function TaskStatus({ status }: { status: OrderStatus }) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const task = taskStatusOf(status);
  const tone = model.codes['taskStatus']?.find(({ code }) => code === task)?.tone;
  return task && <ToneChip tone={tone} label={codeLabel('taskStatus', task)} />;
}
