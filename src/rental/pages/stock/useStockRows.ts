import { useCallback, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Range } from 'forecourt/admin';
import type { StockSpan } from '../../calls/index.ts';

/** Rows of one call. */
const PAGE = 100;
/** How long a page stays in sight before it is asked for: who drags the bar of the box passes many. */
const REST_MS = 120;

export interface StockRowsPage<Row> {
  readonly dates: readonly string[];
  readonly total: number;
  readonly short: number;
  readonly rows: readonly Row[];
}

export interface StockRows<Row, Page> {
  /** The first page; undefined until it is there. */
  readonly data: Page | undefined;
  /** Undefined while its page is under way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** All pages that are there. */
  readonly loaded: readonly Page[];
  /** Has what is in sight asked for. */
  readonly show: (rows: Range) => void;
  readonly error: Error | null;
  readonly refetch: () => void;
}

interface Source<Page> {
  /** First word of the key of its queries. */
  readonly name: string;
  readonly span: StockSpan;
  readonly meta: Record<string, unknown>;
  readonly refetchInterval?: number;
  readonly ask: (input: StockSpan, signal: AbortSignal) => Promise<Page>;
}

const FIRST = { first: 0, last: 0 };
const pageOf = (row: number): number => Math.floor(row / PAGE);

/** Resolves after the time, and as soon as nobody waits any more. */
const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Stores and models of a page of the stock, asked for by the hundred as they come in sight: of all stores of a large company there are thousands. The first
 * hundred say how many there are, and are always kept true.
 */
export function useStockRows<Row, Page extends StockRowsPage<Row>>(source: Source<Page>): StockRows<Row, Page> {
  const { name, span, ask, ...options } = source;
  const of = JSON.stringify(span);
  const [shown, setShown] = useState({ of, ...FIRST });
  const { first, last } = shown.of === of ? shown : FIRST;
  const pages = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])];
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...options,
      queryKey: [name, span, page],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page> => {
        if (page > 0) await rest(signal);
        signal.throwIfAborted();
        return ask({ ...span, limit: PAGE, offset: page * PAGE }, signal);
      },
      retry: false,
    })),
  });
  const byPage = new Map(pages.map((page, at) => [page, answers[at]!.data]));
  const show = useCallback(
    (rows: Range) => {
      const next = { of, first: pageOf(rows.first), last: pageOf(Math.max(rows.first, rows.last - 1)) };
      setShown((known) => (known.of === of && known.first === next.first && known.last === next.last ? known : next));
    },
    [of],
  );
  return {
    data: byPage.get(0),
    rowAt: (index) => byPage.get(pageOf(index))?.rows[index % PAGE],
    loaded: [...byPage.values()].filter((page) => page !== undefined),
    show,
    error: answers.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  };
}
