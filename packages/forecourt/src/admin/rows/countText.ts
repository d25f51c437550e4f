import { useListContext } from 'react-admin';
import { formatNumber } from '../values/format.ts';

/** Where the server stops counting; a larger total is its estimate. */
export const COUNTED_TO = 10_000;

/** A number of rows as people read it: `1,234`, or `10,000+` where the server stopped counting. */
export const countText = (total: number, atLeast: boolean): string =>
  atLeast ? `${formatNumber(COUNTED_TO)}+` : formatNumber(total);

/** The number of rows as people read it; nothing while it is not known. */
export function useCountText(): string {
  const { total, meta, isPending } = useListContext();
  if (isPending || total === undefined) return '';
  return countText(total, (meta as { totalAtLeast?: boolean } | undefined)?.totalAtLeast === true);
}
