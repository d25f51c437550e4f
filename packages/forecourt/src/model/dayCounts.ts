import type { DayCount } from './listViews.ts';

/** Wire values of the rows that a count of a day counts, beside the other filters of the list. */
export const dayFilter = ({ range, filter }: DayCount, day: string): Readonly<Record<string, string>> => ({
  ...filter,
  [`${range}Start`]: day,
  [`${range}End`]: day,
});

/** The counts of a day that say something under these filters: one whose own filter is set to another value would say less than its label. */
export function countsUnder(
  counts: readonly DayCount[],
  values: Readonly<Record<string, unknown>>,
): readonly DayCount[] {
  const isFree = (name: string, own: string): boolean => String(values[name] ?? own) === own || values[name] === '';
  return counts.filter(({ filter }) => Object.entries(filter).every(([name, own]) => isFree(name, own)));
}
