import { Box, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { LoadProblem, madeOf, RefreshButton, useTexts } from '../../../framework/admin/index.ts';
import { useRentalProvider } from '../provider.ts';
import { StockFilters } from './StockFilters.tsx';
import { StockTable } from './StockTable.tsx';
import { useStockSpan } from './useStockSpan.ts';

/** What is free when: of each store and model the cars that are left at the tightest moment of each day (D-STOCK-04). */
export default function InventoryPage() {
  useTexts('rental.stock');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const { span, choose } = useStockSpan();
  const { data, error, refetch } = useQuery({
    queryKey: ['stock inventory', span],
    meta: madeOf('vehicle', 'order'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/inventory', span, { signal })).data,
    retry: false,
  });
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('routes./car/inventory')}
        </Typography>
        <RefreshButton />
      </Box>
      <StockFilters {...{ span, choose }} />
      <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{text('inventoryHelp')}</Typography>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={320} />}
      {data && data.rows.length === 0 && <Typography color="text.secondary">{text('none')}</Typography>}
      {data && data.rows.length > 0 && (
        <StockTable
          label={translate('routes./car/inventory')}
          dates={data.dates}
          heads={[text('subModel'), text('store')]}
          rows={data.rows}
          keyOf={(row) => `${row.storeId} ${row.subModelId}`}
          headOf={(row) => [row.subModelName, row.storeName]}
          cellOf={(row, day) => {
            const { total, booked, storage, available } = row.cells[day]!;
            return {
              text: `${available} / ${total}`,
              title: text('inventoryCell', { total, booked, storage, available }),
              bad: available < 0,
            };
          }}
        />
      )}
    </Box>
  );
}
