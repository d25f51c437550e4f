import type { DateText } from './storeTime.ts';

/** Cars of a model that a store can still give away on a day, and what a day costs (satang). */
export interface StockCell {
  readonly free: number;
  readonly price: number;
}

/** A model at a store on a day. */
export interface StockItem extends StockCell {
  readonly storeId: number;
  readonly subModelId: number;
  readonly day: DateText;
}

/** Cells by `stockKey`. */
export type Stock = ReadonlyMap<string, StockItem>;

export const stockKey = ({ storeId, subModelId, day }: Omit<StockItem, keyof StockCell>): string =>
  `${storeId} ${subModelId} ${day}`;

export const stockOf = (items: readonly StockItem[]): Stock => new Map(items.map((item) => [stockKey(item), item]));

const isSame = (a: StockCell, b: StockCell): boolean => a.free === b.free && a.price === b.price;

/** What must be told to whoever was told `told`: what is new or other, and what is no longer sold as none free (D-CHN-06). */
export function stockChanges(told: Stock, now: Stock): readonly StockItem[] {
  const changed = [...now].flatMap(([key, item]) => {
    const before = told.get(key);
    return before && isSame(before, item) ? [] : [item];
  });
  const gone = [...told].flatMap(([key, item]) => (now.has(key) || item.free === 0 ? [] : [{ ...item, free: 0 }]));
  return [...changed, ...gone];
}

export interface StockDifference {
  readonly kind: 'missing' | 'extra' | 'differs';
  readonly ours: StockItem | null;
  readonly theirs: StockItem | null;
}

/** Where a channel has something else than we: it lacks a cell, has one that is not sold, or other numbers. None free there is as good as none. */
export function stockDifferences(ours: Stock, theirs: Stock): readonly StockDifference[] {
  const lacking = [...ours].flatMap(([key, item]): StockDifference[] => {
    const other = theirs.get(key) ?? null;
    if (other === null) return item.free === 0 ? [] : [{ kind: 'missing', ours: item, theirs: null }];
    return isSame(item, other) ? [] : [{ kind: 'differs', ours: item, theirs: other }];
  });
  const extra = [...theirs].flatMap(([key, item]): StockDifference[] =>
    ours.has(key) || item.free === 0 ? [] : [{ kind: 'extra', ours: null, theirs: item }],
  );
  return [...lacking, ...extra];
}
