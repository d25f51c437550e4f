import { useState } from 'react';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import {
  DateControl,
  FigureTable,
  formatAmount,
  formatNumber,
  LoadProblem,
  madeOf,
  saveBlob,
  useAddress,
  useCan,
  useCodeLabel,
  useLabels,
  THUMB,
  type FigureColumn,
} from 'forecourt/admin';
import type { DepositsHeld } from '../../calls/index.ts';
import { Panel } from '../Panel.tsx';
import { useRentalProvider } from '../provider.ts';
import { inCurrency } from './inCurrency.ts';

type Sums = DepositsHeld['total'];

function HeldByStore({ day }: { day: DepositsHeld }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const baht = (key: 'orderDeposit' | 'violationDeposit' | 'held', label: string): FigureColumn<Sums> => ({
    ...{ key, label: inCurrency(label), align: 'right' },
    cell: (row) => formatAmount(row[key]),
  });
  const sums: readonly FigureColumn<Sums>[] = [
    {
      ...{ key: 'count', label: translate('resources.deposit.held.count'), align: 'right' },
      cell: (row) => formatNumber(row.count),
    },
    baht('orderDeposit', codeLabel('depositItem', 'orderDeposit')),
    baht('violationDeposit', codeLabel('depositItem', 'violationDeposit')),
    baht('held', translate('resources.deposit.fields.held')),
  ];
  return (
    <FigureTable<DepositsHeld['stores'][number]>
      label={translate('resources.deposit.held.stores')}
      columns={[
        { key: 'store', label: translate('resources.deposit.fields.storeName'), cell: (row) => row.storeName },
        ...sums,
      ]}
      rows={day.stores}
      keyOf={(row) => row.storeId}
      foot={[translate('resources.deposit.held.total'), ...sums.map((column) => column.cell(day.total))]}
    />
  );
}

function ExportHeld({ date }: { date: string }) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { data, name } = await provider.download('/order/deposit/held/export', { date });
      saveBlob(data, name);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={busy}
      onClick={() => void run()}
      sx={THUMB}
    >
      {translate('resources.deposit.held.export')}
    </Button>
  );
}

/** What was held of deposits when a day ended, by store; the list of them as a file. The day stands in the address. */
export default function DepositsHeldPage() {
  useLabels('deposit');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const mayExport = useCan('refund-export');
  const { search, choose } = useAddress();
  const date = search.get('date') ?? undefined;
  const report = useQuery({
    queryKey: ['deposits held', date],
    meta: madeOf('deposit'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/deposit/held', { ...(date && { date }) }, { signal })).data,
    staleTime: 0,
    retry: false,
  });
  const day = report.data;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600, flex: '1 1 auto' }}>
          {translate('routes./order/depositsheld')}
        </Typography>
        {day && mayExport && <ExportHeld date={day.date} />}
      </Box>
      <Box sx={{ maxWidth: { sm: 200 } }}>
        <DateControl
          precision="date"
          size="small"
          label={translate('resources.deposit.held.date')}
          value={date ?? day?.date ?? ''}
          onChange={(value) => choose({ date: value })}
        />
      </Box>
      {report.error ? (
        <LoadProblem error={report.error} onRetry={() => void report.refetch()} />
      ) : day ? (
        <Panel title={translate('resources.deposit.held.stores')}>
          {day.stores.length === 0 ? (
            <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
              {translate('resources.deposit.held.none')}
            </Typography>
          ) : (
            <HeldByStore day={day} />
          )}
        </Panel>
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </Box>
  );
}
