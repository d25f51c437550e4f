import { useTranslate } from 'react-admin';
import { formatNumber, madeOf, useTexts } from 'forecourt/admin';
import type { Inventory } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';
import { StockPage } from './StockPage.tsx';
import { useStockRows } from './useStockRows.ts';
import { useStockSpan } from './useStockSpan.ts';

type Row = Inventory['rows'][number];

/** What is free when: of each store and model the cars that are left at the tightest moment of each day (D-STOCK-04). */
export default function InventoryPage() {
  useTexts('rental.stock');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const { span, choose } = useStockSpan();
  const rows = useStockRows<Row, Inventory>({
    name: 'stock inventory',
    span,
    meta: madeOf('vehicle', 'order'),
    ask: async (input, signal) => (await provider.call('GET', '/car/inventory', input, { signal })).data,
  });
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  return (
    <StockPage
      route="/car/inventory"
      help={text('inventoryHelp')}
      {...{ span, choose, rows }}
      headOf={(row) => [row.subModelName, row.storeName]}
      cellOf={(row, day) => {
        const { total, booked, storage, available } = row.cells[day]!;
        return {
          text: `${formatNumber(available)} / ${formatNumber(total)}`,
          title: text('inventoryCell', { total, booked, storage, available }),
          bad: available < 0,
        };
      }}
    />
  );
}
