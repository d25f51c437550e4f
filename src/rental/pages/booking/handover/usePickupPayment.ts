import { useCallback, useMemo } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { formatTHB, toBaht } from '../../../rules/index.ts';
import { accountOf, fieldOfLine, pickupProblemsOf, sumOf, takenWithPickup } from '../../payment/paymentLines.ts';
import type { StepRules, StepValues } from '../../steps/StepField.tsx';
import type { HandoverInput } from './draft.ts';
import type { HandoverOrder } from './guards.ts';

/** Money that is taken with the keys (D-ORD-23). It is not kept on the device. */
export interface PickupPayment {
  readonly form: UseFormReturn<Record<string, unknown>>;
  readonly rules: StepRules;
  /** What the lines come to, with its currency. */
  readonly sum: string;
  /** Whether it may be sent as it stands; what is wrong is said at its field from then on. */
  check(): Promise<boolean>;
  payload(): Pick<HandoverInput, 'payments'>;
  /** What the server says against it, at its field. */
  refused(fields: Readonly<Record<string, string>>): void;
}

/** Begins with all that is due in one line; undefined where nothing is, and for who may not take payments. */
export function usePickupPayment(order: HandoverOrder): PickupPayment | undefined {
  const { due } = accountOf(order);
  const form = useForm<Record<string, unknown>>({
    defaultValues: { amount: toBaht(due), feeItem: 'total', count: 1 },
  });
  const { handleSubmit, getValues, setError } = form;
  const values: StepValues = useWatch({ control: form.control });
  const rules = useCallback<StepRules>((all) => pickupProblemsOf(all, order), [order]);
  const payment = useMemo(
    () => ({
      rules,
      check: () =>
        new Promise<boolean>((resolve) => {
          void handleSubmit(
            () => resolve(true),
            () => resolve(false),
          )();
        }),
      payload: () => ({ payments: takenWithPickup(getValues()) }),
      refused: (fields: Readonly<Record<string, string>>) => {
        for (const [name, message] of Object.entries(fields)) {
          const field = fieldOfLine(name);
          if (field in getValues()) setError(field, { type: 'server', message });
        }
      },
    }),
    [rules, handleSubmit, getValues, setError],
  );
  const isTaken = order.payStatus !== 1 && due > 0 && order.actions?.includes('payment') === true;
  return isTaken ? { ...payment, form, sum: formatTHB(sumOf(values)) } : undefined;
}
