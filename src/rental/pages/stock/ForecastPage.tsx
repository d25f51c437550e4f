import { useState } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import {
  LazyFormDialog,
  LoadProblem,
  madeOf,
  RefreshButton,
  ToneChip,
  useTexts,
} from '../../../framework/admin/index.ts';
import type { Shortage } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';
import { Causes, type PlanStart } from './Causes.tsx';
import { StockFilters } from './StockFilters.tsx';
import { StockTable } from './StockTable.tsx';
import { useStockSpan } from './useStockSpan.ts';

const REFRESH_MS = 60_000;

/** Where every car will be: of each store and model the cars that are there at the emptiest moment of each day, shortages in red. */
export default function ForecastPage() {
  useTexts('rental.stock');
  useTexts('rental.tasks');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const { span, choose } = useStockSpan();
  const [asked, setAsked] = useState<Shortage | null>(null);
  const [plan, setPlan] = useState<PlanStart | null>(null);
  const begin = (known: PlanStart) => {
    setAsked(null);
    setPlan(known);
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['stock forecast', span],
    meta: madeOf('vehicle', 'order', 'dispatchPlan'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/forecast', span, { signal })).data,
    retry: false,
    // Cars that are planned to come hang on orders of other stores, of which nobody is told here.
    refetchInterval: REFRESH_MS,
  });
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  const keyOf = ({ storeId, subModelId }: { readonly storeId: number; readonly subModelId: number }): string =>
    `${storeId} ${subModelId}`;
  const missing = new Set(data?.shortages.map(keyOf));
  // Of a hundred stores there are thousands of rows: what needs somebody stands first.
  const rows = (data?.rows ?? []).toSorted((a, b) => Number(missing.has(keyOf(b))) - Number(missing.has(keyOf(a))));
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('routes./car/forecast')}
        </Typography>
        {data && (
          <ToneChip
            tone={missing.size > 0 ? 'late' : 'done'}
            label={text(missing.size > 0 ? 'shortages' : 'noShortage', { count: missing.size })}
          />
        )}
        <Box sx={{ ml: 'auto' }}>
          <RefreshButton />
        </Box>
      </Box>
      <StockFilters {...{ span, choose }} />
      <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{text('forecastHelp')}</Typography>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={320} />}
      {data && data.rows.length === 0 && <Typography color="text.secondary">{text('none')}</Typography>}
      {data && data.rows.length > 0 && (
        <StockTable
          label={translate('routes./car/forecast')}
          dates={data.dates}
          heads={[text('subModel'), text('store')]}
          rows={rows}
          keyOf={keyOf}
          headOf={(row) => [
            row.subModelName,
            row.unlisted > 0 ? `${row.storeName} · ${text('unlisted', { count: row.unlisted })}` : row.storeName,
          ]}
          cellOf={(row, day) => {
            const { cars, arrivals, departures } = row.cells[day]!;
            const told = text('forecastCell', { cars, arrivals, departures });
            return {
              text: String(cars),
              title: cars < 0 ? `${told}. ${text('shortOpen')}` : told,
              bad: cars < 0,
            };
          }}
          onCell={(row, day) =>
            setAsked(
              data.shortages.find(
                (each) =>
                  each.storeId === row.storeId && each.subModelId === row.subModelId && each.date === data.dates[day],
              ) ?? null,
            )
          }
        />
      )}
      {data && asked && <Causes data={data} shortage={asked} onPlan={begin} onClose={() => setAsked(null)} />}
      {plan && (
        <LazyFormDialog
          resource="dispatchPlan"
          known={plan}
          onClose={() => setPlan(null)}
          onSaved={() => void refetch()}
        />
      )}
    </Box>
  );
}
