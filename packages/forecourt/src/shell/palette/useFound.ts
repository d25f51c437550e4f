import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAdminRuntime } from '../../admin/index.ts';

/** What the server finds of a text. */
export interface Found {
  /** Addresses of screens found by their name in another language. */
  readonly pages: readonly string[];
  readonly records: readonly {
    readonly resource: string;
    readonly hits: readonly { readonly id: number; readonly title: string; readonly detail: string }[];
  }[];
}

interface Asked {
  readonly found: Found | undefined;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Asks for it; nothing is asked without a text. With `keeps` the answer to the text before stands until the next is here. */
export function useFound(text: string, keeps = false): Asked {
  const { http } = useAdminRuntime();
  const asks = text !== '';
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['palette', text],
    queryFn: async ({ signal }) => (await http<Found>('/search', { query: { q: text }, signal })).data,
    enabled: asks,
    ...(keeps && { placeholderData: keepPreviousData }),
  });
  return { found: asks ? data : undefined, isFetching, error, refetch };
}
