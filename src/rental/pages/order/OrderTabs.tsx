import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'react-admin';
import { formatNumber, TabRow, useAdminRuntime, useCodeLabel } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';

const ALL = 'all';
/** Longest overdue first (D-ORD-06); every other tab begins with the newest booking. */
const OVERDUE: Readonly<Record<string, string>> = {
  overduePickup: 'plannedPickupTime',
  overdueReturn: 'plannedReturnTime',
};
const NEWEST = { field: 'createTime', order: 'DESC' } as const;

/** How many orders each tab holds under the other filters (D-ORD-05). */
function useTabCounts(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const provider = useRentalProvider();
  const { data = {} } = useQuery({
    queryKey: ['order', 'tab counts', filters],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/tabcount', filters as Record<string, string>, { signal })).data,
    placeholderData: (previous) => previous,
    retry: false,
  });
  return data;
}

/** The six tabs of the order list; the chosen one is a filter like the others and stands in the address. */
export function OrderTabs() {
  const { filterValues, displayedFilters, setFilters, setSort, sort } = useListContext();
  const { model } = useAdminRuntime();
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { tab = ALL, ...filters } = filterValues as Record<string, unknown>;
  const counts = useTabCounts(filters);

  const choose = (next: string) => {
    setFilters(next === ALL ? filters : { ...filters, tab: next }, displayedFilters);
    const longest = OVERDUE[next];
    if (longest) setSort({ field: longest, order: 'ASC' });
    else if (OVERDUE[String(tab)] === sort.field) setSort(NEWEST);
  };

  return (
    <TabRow
      label={translate('resources.order.fields.tab')}
      tabs={(model.codes['orderTab'] ?? []).map(({ code }) => {
        const count = counts[code];
        return {
          key: String(code),
          label: codeLabel('orderTab', code),
          ...(count !== undefined && { count: formatNumber(count), late: code in OVERDUE && count > 0 }),
        };
      })}
      chosen={String(tab)}
      onChoose={choose}
    />
  );
}
