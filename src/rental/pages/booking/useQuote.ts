import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { refusalOf, type AdminDataProvider } from '../../../framework/admin/index.ts';
import type { FeeItem, FeeSource } from '../../rules/index.ts';
import { quotePayload, type OrderDraft } from './draft.ts';

/** A problem in the words of the reader. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}

export interface QuoteLine {
  readonly item: FeeItem;
  /** Baht, never negative: the item says whether it adds or takes off. */
  readonly amount: number;
  readonly source?: FeeSource;
}

/** Answer of the quote call; null where a part is missing that the price needs. */
export interface Quote {
  readonly rentalDays: number | null;
  readonly rentalHours: number | null;
  readonly fees: readonly QuoteLine[];
  readonly total: number | null;
  readonly payable: number | null;
  /** Against the stored order's total, when one is changed. */
  readonly difference?: number | null;
  readonly availableCount: number | null;
  readonly errors: readonly Notice[];
  readonly warnings: readonly Notice[];
}

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
  const provider = useDataProvider<AdminDataProvider>();
  const wanted = JSON.stringify(quotePayload(draft, id));
  const asked = useSettled(wanted);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['booking', 'quote', asked],
    queryFn: async ({ signal }) =>
      (await provider.call<Quote>('POST', '/order/quote', JSON.parse(asked) as object, { signal, creates: false }))
        .data,
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
