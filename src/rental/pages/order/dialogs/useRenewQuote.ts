import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { AdminDataProvider } from '../../../../framework/admin/index.ts';
import type { FeeItem, Satang } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountOf } from '../../steps/amounts.ts';

export interface RenewConflict {
  readonly message: string;
  /** The order that needs the car; null for a rule of the calendar, storage and maintenance. */
  readonly orderId: number | null;
}

/** Answer of `POST /order/renewquote`; money in baht. */
export interface RenewQuote {
  readonly fee: number;
  readonly days: number;
  readonly hours: number;
  readonly fees: readonly { readonly item: FeeItem; readonly amount: number }[];
  readonly total: number;
  readonly conflicts: readonly RenewConflict[];
  readonly warnings: readonly { readonly message: string }[];
}

const TYPING_PAUSE_MS = 300;

/**
 * The price of the renewal in the form, asked a moment after the last key. Nothing can be saved while the answer is under way or names a
 * conflict: `onVerdict` is told.
 */
export function useRenewQuote(
  record: StepProps['record'],
  isPossible: (time: string) => boolean,
  onVerdict: (blocked: boolean) => void,
) {
  const provider = useDataProvider<AdminDataProvider>();
  const [time, fee] = useWatch({ name: ['time', 'fee'] }) as [unknown, unknown];
  const wanted = typeof time === 'string' ? time : '';
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const possible = wanted !== '' && isPossible(wanted);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order', 'renewal quote', record.id, asked],
    queryFn: async ({ signal }) =>
      (
        await provider.call<RenewQuote>(
          'POST',
          '/order/renewquote',
          { orderId: record.id, time: asked },
          { signal, creates: false },
        )
      ).data,
    enabled: possible && asked === wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const stale = possible && (isFetching || asked !== wanted);
  const blocked = possible && (stale || (data?.conflicts ?? []).length > 0);
  useEffect(() => onVerdict(blocked), [blocked, onVerdict]);
  const agreed: Satang | undefined = amountOf(fee);
  return {
    quote: possible ? data : undefined,
    agreed,
    stale,
    error: possible ? error : null,
    retry: () => void refetch(),
  };
}
