import type { StockSpan } from '../../calls/index.ts';

interface Named {
  readonly storeName: string;
  readonly subModelName: string;
}

interface StockPage<Row> {
  readonly total: number;
  readonly short: number;
  readonly rows: readonly Row[];
}

/** Made once: `localeCompare` looks its collation up with every comparison, and a large company has thousands of rows. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Rows in the order in which people look for them: by store, and within it by model. */
export const byNames = (a: Named, b: Named): number =>
  compare(a.storeName, b.storeName) || compare(a.subModelName, b.subModelName);

/**
 * The page of stores and models that is asked for; all where no limit is. What misses a car stands first, since it needs somebody.
 */
export function pageOf<Row extends Named>(
  rows: readonly Row[],
  isShort: (row: Row) => boolean,
  { limit, offset = 0 }: Pick<StockSpan, 'limit' | 'offset'>,
): StockPage<Row> {
  const short = new Set(rows.filter(isShort));
  const ordered = rows.toSorted((a, b) => Number(short.has(b)) - Number(short.has(a)) || byNames(a, b));
  return {
    total: rows.length,
    short: short.size,
    rows: ordered.slice(offset, limit === undefined ? undefined : offset + limit),
  };
}
