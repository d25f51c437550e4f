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

/** The place of each name among all: thousands of rows have a few hundred names. */
const places = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...new Set(names)].sort(compare).map((name, place) => [name, place]));

/**
 * The page of stores and models that is asked for; all where no limit is. What misses a car stands first, since it needs somebody.
 */
export function pageOf<Row extends Named>(
  rows: readonly Row[],
  isShort: (row: Row) => boolean,
  { limit, offset = 0 }: Pick<StockSpan, 'limit' | 'offset'>,
): StockPage<Row> {
  const stores = places(rows.map(({ storeName }) => storeName));
  const models = places(rows.map(({ subModelName }) => subModelName));
  const ordered = rows
    .map((row) => ({
      row,
      short: isShort(row),
      place: stores.get(row.storeName)! * models.size + models.get(row.subModelName)!,
    }))
    .toSorted((a, b) => Number(b.short) - Number(a.short) || a.place - b.place);
  return {
    total: rows.length,
    short: ordered.filter(({ short }) => short).length,
    rows: ordered.slice(offset, limit === undefined ? undefined : offset + limit).map(({ row }) => row),
  };
}
