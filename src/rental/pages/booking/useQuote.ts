import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { refusalOf } from 'forecourt/admin';
import { quotePayload, type OrderDraft } from './draft.ts';
import { useRentalProvider } from '../provider.ts';
import type { Quote, QuoteInput } from '../../calls/index.ts';

export interface LiveQuote {
  /** The last good answer; it stays while the next one is on its way, so that nothing jumps. */
  readonly quote?: Quote;
  /** The figures do not belong to what the form says now. */
  readonly stale: boolean;
  readonly failed?: Error;
  /** Messages at fields when the call itself was refused. */
  readonly refused: Readonly<Record<string, string>>;
  retry(): void;
}

const TYPING_PAUSE_MS = 250;

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T, pause = TYPING_PAUSE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

/** Prices the draft while it is typed; an older call is given up when a newer one starts. */
export function useQuote(draft: OrderDraft, id?: number): LiveQuote {
  const provider = useRentalProvider();
  const wanted = JSON.stringify(quotePayload(draft, id));
  const asked = useSettled(wanted);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['booking', 'quote', asked],
    queryFn: async ({ signal }) =>
      (await provider.call('POST', '/order/quote', JSON.parse(asked) as QuoteInput, { signal, creates: false })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });
  const [last, setLast] = useState<Quote | undefined>();
  useEffect(() => {
    if (data) setLast(data);
  }, [data]);
  return {
    quote: data ?? last,
    stale: wanted !== asked || isFetching || isPlaceholderData || error !== null,
    failed: error ?? undefined,
    refused: error ? refusalOf(error).errors : {},
    retry: () => void refetch(),
  };
}
