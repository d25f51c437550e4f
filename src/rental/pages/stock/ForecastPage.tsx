import { useState } from 'react';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Skeleton,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { LoadProblem, RefreshButton, ToneChip, useTexts } from '../../../framework/admin/index.ts';
import type { Forecast, Shortage } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';
import { StockFilters } from './StockFilters.tsx';
import { StockTable } from './StockTable.tsx';
import { useStockSpan } from './useStockSpan.ts';

/** Who leaves while no car is left: of that day, or of the days before it that are still out. */
const causesOf = ({ shortages }: Forecast, { storeId, subModelId, date }: Shortage): Shortage['orders'] =>
  shortages
    .filter((each) => each.storeId === storeId && each.subModelId === subModelId && each.date <= date)
    .flatMap((each) => each.orders)
    .slice(-20);

function Causes({ title, orders, onClose }: { title: string; orders: Shortage['orders']; onClose: () => void }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="shortage-title">
      <DialogTitle id="shortage-title">{title}</DialogTitle>
      <DialogContent>
        {orders.length === 0 && <Typography>{translate('rental.stock.page.storedCause')}</Typography>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {orders.map((order) => (
            <Box
              component="li"
              key={`${order.id} ${order.time}`}
              sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', fontVariantNumeric: 'tabular-nums' }}
            >
              <span>{order.time.slice(0, 16)}</span>
              {order.id > 0 ? (
                <Link component={LinkBase} to={createPath({ resource: 'order', type: 'show', id: order.id })}>
                  {order.orderNo}
                </Link>
              ) : (
                <span>{translate('rental.stock.page.taken')}</span>
              )}
              <span>{order.plate || translate('rental.tasks.noPlate')}</span>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('admin.action.back')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Where every car will be: of each store and model the cars that are there at the emptiest moment of each day, shortages in red. */
export default function ForecastPage() {
  useTexts('rental.stock');
  useTexts('rental.tasks');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const { span, choose } = useStockSpan();
  const [asked, setAsked] = useState<Shortage | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['stock forecast', span],
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/forecast', span, { signal })).data,
    retry: false,
  });
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  const missing = new Set(data?.shortages.map(({ storeId, subModelId }) => `${storeId} ${subModelId}`)).size;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('routes./car/forecast')}
        </Typography>
        {data && (
          <ToneChip
            tone={missing > 0 ? 'late' : 'done'}
            label={text(missing > 0 ? 'shortages' : 'noShortage', { count: missing })}
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
          rows={data.rows}
          keyOf={(row) => `${row.storeId} ${row.subModelId}`}
          headOf={(row) => [
            row.subModelName,
            row.unlisted > 0 ? `${row.storeName} · ${text('unlisted', { count: row.unlisted })}` : row.storeName,
          ]}
          cellOf={(row, day) => {
            const { cars, arrivals, departures } = row.cells[day]!;
            return { text: String(cars), title: text('forecastCell', { cars, arrivals, departures }), bad: cars < 0 };
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
      {data && asked && (
        <Causes
          title={text('shortageOf', { date: asked.date, count: asked.missing })}
          orders={causesOf(data, asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
}
