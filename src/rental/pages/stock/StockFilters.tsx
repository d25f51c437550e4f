import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { DateControl, RelationControl } from 'forecourt/admin';
import type { StockSpan } from '../../calls/index.ts';

interface StockFiltersProps {
  readonly span: StockSpan;
  readonly choose: (name: 'from' | 'storeId' | 'subModelId', value: string) => void;
}

/** Which store and model, and from which day on. */
export function StockFilters({ span, choose }: StockFiltersProps) {
  const translate = useTranslate();
  const relation = (name: 'storeId' | 'subModelId', resource: string, label: string) => (
    <RelationControl
      resource={resource}
      field={{ label: translate(label), size: 'small' }}
      value={span[name] ?? null}
      onChange={(id) => choose(name, id === null ? '' : String(id))}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '220px 240px 170px' } }}>
      {relation('storeId', 'store', 'rental.stock.page.store')}
      {relation('subModelId', 'subModel', 'rental.stock.page.subModel')}
      <DateControl
        precision="date"
        size="small"
        label={translate('rental.stock.page.from')}
        value={span.dateStart}
        onChange={(value) => choose('from', value)}
      />
    </Box>
  );
}
