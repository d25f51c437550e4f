import type { ReactNode } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LoadProblem, RefreshButton, ToneChip } from 'forecourt/admin';
import type { StockSpan } from '../../calls/index.ts';
import { StockFilters } from './StockFilters.tsx';
import { StockTable, type StockTableProps } from './StockTable.tsx';
import type { StockRows, StockRowsPage } from './useStockRows.ts';
import type { StockSpanChoice } from './useStockSpan.ts';

interface StockPageProps<Row, Page extends StockRowsPage<Row>> extends Pick<
  StockTableProps<Row>,
  'headOf' | 'cellOf' | 'onCell'
> {
  /** Its address, by which its title is known. */
  readonly route: string;
  readonly help: string;
  readonly span: StockSpan;
  readonly choose: StockSpanChoice['choose'];
  readonly rows: StockRows<Row, Page>;
  readonly children?: ReactNode;
}

/** Figures of each store and model by day, with what they are narrowed by; says how many rows miss a car. */
export function StockPage<Row, Page extends StockRowsPage<Row>>(props: StockPageProps<Row, Page>) {
  const translate = useTranslate();
  const { route, help, span, choose, rows, children, ...table } = props;
  const { data, error, refetch } = rows;
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  const title = translate(`routes.${route}`);
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {title}
        </Typography>
        {data && (
          <ToneChip
            tone={data.short > 0 ? 'late' : 'done'}
            label={text(data.short > 0 ? 'shortages' : 'noShortage', { count: data.short })}
          />
        )}
        <Box sx={{ ml: 'auto' }}>
          <RefreshButton />
        </Box>
      </Box>
      <StockFilters {...{ span, choose }} />
      <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{help}</Typography>
      {error && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={320} />}
      {data && data.total === 0 && <Typography color="text.secondary">{text('none')}</Typography>}
      {data && data.total > 0 && (
        <StockTable
          label={title}
          dates={data.dates}
          heads={[text('subModel'), text('store')]}
          count={data.total}
          rowAt={rows.rowAt}
          onSight={rows.show}
          {...table}
        />
      )}
      {children}
    </Box>
  );
}
