import { Box, Tab, Tabs, useMediaQuery, type Theme } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'react-admin';
import { formatNumber, useAdminRuntime, useCodeLabel } from '../../../framework/admin/index.ts';
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
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const { tab = ALL, ...filters } = filterValues as Record<string, unknown>;
  const counts = useTabCounts(filters);

  const choose = (next: string) => {
    setFilters(next === ALL ? filters : { ...filters, tab: next }, displayedFilters);
    const longest = OVERDUE[next];
    if (longest) setSort({ field: longest, order: 'ASC' });
    else if (OVERDUE[String(tab)] === sort.field) setSort(NEWEST);
  };

  return (
    <Tabs
      value={tab}
      onChange={(_event, next: string) => choose(next)}
      // Six tabs fit a wide screen; a scroller, which measures them all, is for the others.
      variant={narrow ? 'scrollable' : 'standard'}
      aria-label={translate('resources.order.fields.tab')}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {(model.codes['orderTab'] ?? []).map(({ code }) => {
        const count = counts[code];
        return (
          <Tab
            key={code}
            value={code}
            label={
              <Box
                component="span"
                sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 0.75, whiteSpace: 'nowrap' }}
              >
                {codeLabel('orderTab', code)}
                {count !== undefined && (
                  <Box
                    component="span"
                    sx={{
                      fontSize: 12,
                      fontVariantNumeric: 'tabular-nums',
                      color: code in OVERDUE && count > 0 ? 'error.main' : 'text.secondary',
                    }}
                  >
                    {formatNumber(count)}
                  </Box>
                )}
              </Box>
            }
          />
        );
      })}
    </Tabs>
  );
}
