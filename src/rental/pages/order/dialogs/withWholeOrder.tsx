import { useId, type ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LoadProblem } from 'forecourt/admin';
import { useRentalProvider } from '../../provider.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

/**
 * Makes a dialog about an order's money. The list knows too little of it: the order is read whole first. The answer is the dialog's own: were it the
 * page's as well, the page would take away the return that led here, and with it this dialog.
 */
export function withWholeOrder(Form: ComponentType<{ readonly step: StepProps; readonly order: OrderInfo }>) {
  return function WholeOrderDialog(step: StepProps) {
    const provider = useRentalProvider();
    const asker = useId();
    const { data, error, refetch } = useQuery({
      queryKey: ['whole order', step.record.id, asker],
      queryFn: async ({ signal }) =>
        (await provider.getOne<OrderInfo>(step.model.name, { id: step.record.id, signal })).data,
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    });
    if (data?.deposits) return <Form step={step} order={data} />;
    if (!error) return null;
    return (
      <StepDialog step={step} body={() => ({})} blocked>
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </StepDialog>
    );
  };
}
