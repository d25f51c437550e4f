import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Satang } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountOf } from '../../steps/amounts.ts';
import { useRentalProvider } from '../../provider.ts';

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
  const provider = useRentalProvider();
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
        await provider.call(
          'POST',
          '/order/renewquote',
          { orderId: Number(record.id), time: asked },
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
