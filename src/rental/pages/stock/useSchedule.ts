import { useCallback, useMemo, useState } from 'react';
import { keepPreviousData, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { DAY_MS, dayText, madeOf, type Range, useCan } from 'forecourt/admin';
import type { StockView, StockViewInput } from '../../calls/index.ts';
import { groupedBy } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';
import { carsOf, waitingOf, type BarWords, type Car } from './scheduleModel.ts';

export type Filters = Pick<StockViewInput, 'storeId' | 'modelId' | 'subModelId' | 'category' | 'plate' | 'state'>;

/** Cars of one window, and days: a call asks for 31 days at most. */
const PAGE = 50;
const CHUNK = 30;

const KEY = 'stock schedule';

interface Shown {
  readonly pages: Range;
  readonly chunks: Range;
}

interface Loaded {
  readonly page: number;
  readonly view: StockView;
}

/**
 * The cars of each page that something is loaded of. A page that got nothing new is the same list as before: rows are drawn anew only where something
 * came, and nothing is compared while somebody scrolls.
 */
function rowsOf(mayMove: boolean, words: BarWords) {
  const known = new Map<number, { readonly views: readonly StockView[]; readonly cars: readonly Car[] }>();
  const carsOfPage = (page: number, views: readonly StockView[]): readonly Car[] => {
    const last = known.get(page);
    if (last && last.views.length === views.length && last.views.every((view, at) => view === views[at]))
      return last.cars;
    const cars = carsOf(views, mayMove, words);
    known.set(page, { views, cars });
    return cars;
  };
  const carsByPage = (loaded: readonly Loaded[]): Readonly<Record<number, readonly Car[]>> =>
    Object.fromEntries(
      [...groupedBy(loaded, ({ page }) => page)].map(([page, parts]) => [
        page,
        carsOfPage(
          page,
          parts.map(({ view }) => view),
        ),
      ]),
    );
  let lanes: { readonly views: readonly StockView[]; readonly rows: readonly Car[] } = { views: [], rows: [] };
  /** What waits for a plate comes with the first page of each part of the days. */
  const waiting = (loaded: readonly Loaded[]): readonly Car[] => {
    const views = loaded.flatMap(({ page, view }) => (page === 0 ? view : []));
    const same = views.length === lanes.views.length && views.every((view, at) => view === lanes.views[at]);
    if (!same) lanes = { views, rows: waitingOf(views, mayMove, words) };
    return lanes.rows;
  };
  return { carsByPage, waiting };
}

const indexes = ({ first, last }: Range): readonly number[] =>
  Array.from({ length: last - first }, (_, at) => first + at);

/**
 * The schedule as windows of cars and days, loaded as they come in sight and kept. The first window says how many cars there are and where each page
 * begins, so that any row can be asked for at once.
 */
export function useSchedule(from: number, days: number, filters: Filters, words: BarWords, withWaiting: boolean) {
  const provider = useRentalProvider();
  const client = useQueryClient();
  const mayMove = useCan('order-edit');
  const [shown, setShown] = useState<Shown>({ pages: { first: 0, last: 1 }, chunks: { first: 0, last: 1 } });

  const windowOf = useCallback(
    (page: number, chunk: number, after: number | undefined) => ({
      queryKey: [KEY, from, filters, page, chunk, after] as const,
      meta: madeOf('vehicle', 'order'),
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
  const rows = useMemo(() => rowsOf(mayMove, words), [mayMove, words]);
  const combine = useCallback(
    (results: readonly UseQueryResult<Loaded>[]) => {
      const loaded = results.flatMap(({ data }) => data ?? []);
      return {
        cars: rows.carsByPage(loaded),
        waiting: rows.waiting(loaded),
        error: results.find((result) => result.error)?.error ?? null,
      };
    },
    [rows],
  );

  const first = useQuery({ ...windowOf(0, 0, undefined), placeholderData: keepPreviousData });
  const view = first.data?.view;
  const pages = view?.pages;
  // All days of the first page, so that the lanes above the cars stay what they are while somebody scrolls.
  const partOf = (page: number, chunk: number): readonly [number, number] => [page, chunk];
  const wanted = pages
    ? [
        ...indexes({ first: 0, last: Math.ceil(days / CHUNK) }).map((chunk) => partOf(0, chunk)),
        ...indexes(shown.pages)
          .filter((page) => page > 0 && pages[page - 1] !== undefined)
          .flatMap((page) => indexes(shown.chunks).map((chunk) => partOf(page, chunk))),
      ]
    : [];
  const { cars, waiting, error } = useQueries({
    queries: wanted.map(([page, chunk]) => windowOf(page, chunk, page === 0 ? undefined : pages![page - 1])),
    // What is the same as before keeps its identity, so that only changed rows are drawn anew.
    combine,
  });

  const lanes = withWaiting ? waiting.length : 0;
  const carAt = useCallback(
    (index: number): Car | undefined =>
      index < lanes ? waiting[index] : cars[Math.floor((index - lanes) / PAGE)]?.[(index - lanes) % PAGE],
    [cars, waiting, lanes],
  );
  const show = useCallback(
    (seenRows: Range, seen: Range) => {
      const [first, last] = [Math.max(0, seenRows.first - lanes), Math.max(0, seenRows.last - lanes - 1)];
      const next = {
        pages: { first: Math.floor(first / PAGE), last: Math.floor(last / PAGE) + 1 },
        chunks: { first: Math.floor(seen.first / CHUNK), last: Math.floor(Math.max(0, seen.last - 1) / CHUNK) + 1 },
      };
      setShown((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    },
    [lanes],
  );
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [KEY] }), [client]);
  return {
    /** Cars that the filters find. */
    total: view?.total ?? 0,
    /** Of the lanes above them. */
    waiting: waiting.reduce((count, { bars }) => count + bars.length, 0),
    rowCount: (view?.total ?? 0) + lanes,
    carAt,
    show,
    reload,
    loading: first.isPending,
    error: first.error ?? error,
    now: view?.now,
    turnaroundMinutes: view?.turnaroundMinutes ?? 0,
  };
}
