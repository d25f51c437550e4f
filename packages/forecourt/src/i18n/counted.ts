/**
 * What a text counts, for its form (`1 row |||| 2 rows`): `smart_count`, else `count`, else the first number among its values. A number that
 * is written out already ("1", "1,234") counts as one or as several. Undefined where nothing is counted.
 */
export function countIn(values: Readonly<Record<string, unknown>>): number | undefined {
  const { smart_count, count } = values;
  const counted = smart_count ?? count ?? Object.values(values).find((value) => typeof value === 'number');
  if (counted === undefined || counted === '') return undefined;
  return Number(counted) === 1 ? 1 : 2;
}
