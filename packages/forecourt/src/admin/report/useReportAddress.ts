import { useCallback, useMemo } from 'react';
import type { Resource } from '../../model/index.ts';
import { filterEntries, withValues } from '../list/filterModel.ts';
import { useAddress } from '../page/useAddress.ts';

type Values = Readonly<Record<string, unknown>>;

function readFilter(text: string | null, known: ReadonlySet<string>): Values {
  try {
    const given = JSON.parse(text ?? '{}') as unknown;
    if (typeof given !== 'object' || given === null) return {};
    return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
  } catch {
    return {};
  }
}

/** How a report is put together and filtered, as its address says; what the address does not know is left out. */
export function useReportAddress({ report }: { readonly report: NonNullable<Resource['report']> }, offered: Resource) {
  const { search, choose: write } = useAddress();
  const asked = search.get('groupBy');
  const group = report.groups.find(({ key }) => key === asked) ?? report.groups[0]!;
  const given = search.get('filter');
  const values = useMemo(
    () => readFilter(given, new Set(filterEntries(offered).flatMap(({ wire }) => wire))),
    [given, offered],
  );
  const setValues = useCallback(
    (next: Values) => write({ filter: Object.keys(next).length > 0 ? JSON.stringify(next) : undefined }),
    [write],
  );
  return {
    group,
    values,
    groupBy: useCallback((key: string) => write({ groupBy: key }), [write]),
    change: useCallback((changes: Values) => setValues(withValues(values, changes)), [setValues, values]),
    clear: useCallback(() => setValues({}), [setValues]),
  };
}
