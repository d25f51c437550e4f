import { useCallback, useState } from 'react';
import { keepPreviousData, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { DAY_MS, dayText, useCan, type Range } from '../../../framework/admin/index.ts';
import type { StockView, StockViewInput } from '../../calls/index.ts';
import { groupedBy } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';
import { carsOf, type BarWords, type Car } from './scheduleModel.ts';

export type Filters = Pick<StockViewInput, 'storeId' | 'modelId' | 'subModelId' | 'category' | 'plate' | 'state'>;

/** Cars of one window, and days: a call asks for 31 days at most. */
const PAGE = 50;
const CHUNK = 30;

export const KEY = 'stock schedule';

interface Shown {
  readonly pages: Range;
  readonly chunks: Range;
}

interface Loaded {
  readonly page: number;
  readonly view: StockView;
}

/** Cars of each page that something is loaded of. */
function carsByPage(
  loaded: readonly Loaded[],
  mayMove: boolean,
  words: BarWords,
): Readonly<Record<number, readonly Car[]>> {
  const pages = groupedBy(loaded, ({ page }) => page);
  return Object.fromEntries(
    [...pages].map(([page, parts]) => [
      page,
      carsOf(
        parts.map(({ view }) => view),
        mayMove,
        words,
      ),
    ]),
  );
}

const indexes = ({ first, last }: Range): readonly number[] =>
  Array.from({ length: last - first }, (_, at) => first + at);

/**
 * The schedule as windows of cars and days, loaded as they come in sight and kept. The first window says how many cars there are and where each page
 * begins, so that any row can be asked for at once.
 */
export function useSchedule(from: number, days: number, filters: Filters, words: BarWords) {
  const provider = useRentalProvider();
  const client = useQueryClient();
  const mayMove = useCan('order-edit');
  const [shown, setShown] = useState<Shown>({ pages: { first: 0, last: 1 }, chunks: { first: 0, last: 1 } });

  const windowOf = useCallback(
    (page: number, chunk: number, after: number | undefined) => ({
      queryKey: [KEY, from, filters, page, chunk, after] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Loaded> => {
        const start = from + chunk * CHUNK * DAY_MS;
        const end = from + Math.min(days, (chunk + 1) * CHUNK) * DAY_MS - DAY_MS;
        const span = { dateStart: dayText(start), dateEnd: dayText(end), cells: 0, limit: PAGE } as const;
        const input = { ...span, ...filters, ...(after !== undefined && { after }) };
        return { page, view: (await provider.call('GET', '/car/stockview', input, { signal })).data };
      },
      staleTime: 60_000,
      retry: false,
    }),
    [from, days, filters, provider],
  );
  const combine = useCallback(
    (results: readonly UseQueryResult<Loaded>[]) => ({
      cars: carsByPage(
        results.flatMap(({ data }) => data ?? []),
        mayMove,
        words,
      ),
      error: results.find((result) => result.error)?.error ?? null,
    }),
    [mayMove, words],
  );

  const first = useQuery({ ...windowOf(0, 0, undefined), placeholderData: keepPreviousData });
  const view = first.data?.view;
  const pages = view?.pages;
  const wanted = pages
    ? indexes(shown.pages)
        .filter((page) => page === 0 || pages[page - 1] !== undefined)
        .flatMap((page) => indexes(shown.chunks).map((chunk) => [page, chunk] as const))
    : [];
  const { cars, error } = useQueries({
    queries: wanted.map(([page, chunk]) => windowOf(page, chunk, page === 0 ? undefined : pages![page - 1])),
    // What is the same as before keeps its identity, so that only changed rows are drawn anew.
    combine,
  });

  const carAt = useCallback((index: number) => cars[Math.floor(index / PAGE)]?.[index % PAGE], [cars]);
  const show = useCallback((rows: Range, seen: Range) => {
    const next = {
      pages: { first: Math.floor(rows.first / PAGE), last: Math.floor(Math.max(0, rows.last - 1) / PAGE) + 1 },
      chunks: { first: Math.floor(seen.first / CHUNK), last: Math.floor(Math.max(0, seen.last - 1) / CHUNK) + 1 },
    };
    setShown((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
  }, []);
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [KEY] }), [client]);
  return {
    total: view?.total ?? 0,
    carAt,
    show,
    reload,
    loading: first.isPending,
    error: first.error ?? error,
    now: view?.now,
    turnaroundMinutes: view?.turnaroundMinutes ?? 0,
  };
}
