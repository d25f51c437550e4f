import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { LazyFormDialog, formatNumber, madeOf, useTexts } from 'forecourt/admin';
import type { Forecast, Shortage } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';
import { Causes, type PlanStart } from './Causes.tsx';
import { StockPage } from './StockPage.tsx';
import { useStockRows } from './useStockRows.ts';
import { useStockSpan } from './useStockSpan.ts';

const REFRESH_MS = 60_000;

type Row = Forecast['rows'][number];

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
  const rows = useStockRows<Row, Forecast>({
    name: 'stock forecast',
    span,
    meta: madeOf('vehicle', 'order', 'dispatchPlan'),
    ask: async (input, signal) => (await provider.call('GET', '/car/forecast', input, { signal })).data,
    // Cars that are planned to come hang on orders of other stores, of which nobody is told here.
    refetchInterval: REFRESH_MS,
  });
  const shortages = rows.loaded.flatMap((page) => page.shortages);
  const dates = rows.data?.dates ?? [];
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  return (
    <StockPage
      route="/car/forecast"
      help={text('forecastHelp')}
      {...{ span, choose, rows }}
      headOf={(row) => [
        row.subModelName,
        row.unlisted > 0 ? `${row.storeName} · ${text('unlisted', { count: row.unlisted })}` : row.storeName,
      ]}
      cellOf={(row, day) => {
        const { cars, arrivals, departures } = row.cells[day]!;
        const told = text('forecastCell', { cars, arrivals, departures });
        return {
          text: formatNumber(cars),
          title: cars < 0 ? `${told}. ${text('shortOpen')}` : told,
          bad: cars < 0,
        };
      }}
      onCell={({ storeId, subModelId }, day) =>
        setAsked(
          shortages.find(
            (each) => each.storeId === storeId && each.subModelId === subModelId && each.date === dates[day],
          ) ?? null,
        )
      }
    >
      {asked && (
        <Causes
          shortage={asked}
          orders={causesOf(shortages, asked)}
          until={dates.at(-1)!}
          onPlan={begin}
          onClose={() => setAsked(null)}
        />
      )}
      {plan && (
        <LazyFormDialog resource="dispatchPlan" known={plan} onClose={() => setPlan(null)} onSaved={rows.refetch} />
      )}
    </StockPage>
  );
}

/** Who leaves while no car is left: of that day, or of the days before it that are still out. */
const causesOf = (shortages: readonly Shortage[], { storeId, subModelId, date }: Shortage): Shortage['orders'] =>
  shortages
    .filter((each) => each.storeId === storeId && each.subModelId === subModelId && each.date <= date)
    .flatMap((each) => each.orders);
