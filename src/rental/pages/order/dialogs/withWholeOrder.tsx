import type { ComponentType } from 'react';
import { useGetOne } from 'react-admin';
import { LoadProblem } from 'forecourt/admin';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

/** Makes a dialog about an order's money. The list knows too little of it: the order is read whole first. */
export function withWholeOrder(Form: ComponentType<{ readonly step: StepProps; readonly order: OrderInfo }>) {
  return function WholeOrderDialog(step: StepProps) {
    const { data, error, refetch } = useGetOne<OrderInfo>(
      step.model.name,
      { id: step.record.id },
      { staleTime: 0, retry: false },
    );
    if (data?.deposits) return <Form step={step} order={data} />;
    if (!error) return null;
    return (
      <StepDialog step={step} body={() => ({})} blocked>
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </StepDialog>
    );
  };
}
