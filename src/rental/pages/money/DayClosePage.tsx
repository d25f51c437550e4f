import { useState, type ReactNode } from 'react';
import { Box, Button, GlobalStyles, MenuItem, Skeleton, TextField, Typography } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import {
  DateControl,
  LoadProblem,
  madeOf,
  RefreshButton,
  saveBlob,
  useAddress,
  useCan,
  useLabels,
  THUMB,
} from 'forecourt/admin';
import type { DayClose } from '../../calls/index.ts';
import { Panel } from '../Panel.tsx';
import { Methods, Operators, Records } from './DayTables.tsx';
import { DrawerPanel } from './DrawerPanel.tsx';
import { CloseMonth, NextStep } from './NextStep.tsx';
import { OpenItems } from './OpenItems.tsx';
import { useRentalProvider } from '../provider.ts';

/** On paper only the report is left. */
const PAPER = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '.day-close, .day-close *': { visibility: 'visible' },
    '.day-close': { position: 'absolute', inset: 0, padding: 0 },
    '.day-close .no-print': { display: 'none' },
  },
};

/** Goes to the next line as a whole: no line ends inside a date. */
const Whole = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: 'inline-block' }}>
    {children}
  </Box>
);

function NoPayments() {
  const translate = useTranslate();
  return (
    <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('resources.payment.day.none')}</Typography>
  );
}

function Report({ day }: { day: DayClose }) {
  // Zones are named among the texts of cities.
  useLabels('city');
  const translate = useTranslate();
  const zone = translate(`codes.timeZone.${day.timeZone}`, { _: day.timeZone });
  return (
    <>
      <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
        {day.storeName} · <Whole>{day.date}</Whole> ·{' '}
        <Whole>{translate('resources.payment.day.printed', { time: day.time, zone })}</Whole>
      </Typography>
      <Panel title={translate('resources.payment.day.open')}>
        <OpenItems day={day} />
      </Panel>
      <DrawerPanel day={day} />
      {/* On a desk beside each other where both have room for their amounts, else one below the other: nothing is cut. */}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          '& > *': { flex: { xs: '1 1 100%', lg: '1 1 auto' }, minWidth: 0, maxWidth: 1 },
        }}
      >
        <Panel title={translate('resources.payment.day.methods')}>
          <Methods day={day} />
        </Panel>
        <Panel title={translate('resources.payment.day.operators')}>
          {day.payments.length === 0 ? <NoPayments /> : <Operators day={day} />}
        </Panel>
      </Box>
      <Panel title={translate('resources.payment.day.records')}>
        {day.payments.length === 0 ? <NoPayments /> : <Records day={day} />}
      </Panel>
    </>
  );
}

function ExportDay({ day }: { day: DayClose }) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { data, name } = await provider.download('/order/dayclose/export', {
        storeId: day.storeId,
        date: day.date,
      });
      saveBlob(data, name);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" startIcon={<FileDownloadOutlined />} loading={busy} onClick={() => void run()}>
      {translate('resources.payment.day.export')}
    </Button>
  );
}

/** The money of a store on one of its days, by method and by operator, and what is still open. Store and day stand in the address. */
export default function DayClosePage() {
  // The page speaks in the words of payment records.
  useLabels('payment');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const [maySheet, mayCount] = [useCan('dayclose-export'), useCan('dayclose-add')];
  const mayExport = maySheet || mayCount;
  const { search, choose: address } = useAddress();
  const stores = useQuery({
    queryKey: ['day close', 'stores'],
    meta: madeOf('store'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/basics/getstore', {}, { signal })).data,
  });
  const storeId = Number(search.get('storeId')) || stores.data?.[0]?.id;
  const date = search.get('date') ?? undefined;
  const report = useQuery({
    queryKey: ['day close', storeId, date],
    meta: madeOf('order', 'payment', 'refund', 'drawerCount'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/dayclose', { storeId: storeId!, ...(date && { date }) }, { signal })).data,
    enabled: storeId !== undefined,
    staleTime: 0,
    retry: false,
  });
  const day = report.data;
  const choose = (name: 'storeId' | 'date', value: string) => address({ [name]: value });
  return (
    <Box
      className="day-close"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <GlobalStyles styles={PAPER} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600, flex: '1 1 auto' }}>
          {translate('routes./order/dayclose')}
        </Typography>
        <Box className="no-print">
          <RefreshButton />
        </Box>
        {day && (
          <Box
            className="no-print"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              '& .MuiButton-root': THUMB,
            }}
          >
            {mayExport && <ExportDay day={day} />}
            <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>
              {translate('resources.payment.day.print')}
            </Button>
            <CloseMonth day={day} />
            <NextStep day={day} onDay={(next) => choose('date', next)} />
          </Box>
        )}
      </Box>
      <Box className="no-print" sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '280px 200px' } }}>
        <TextField
          select
          size="small"
          label={translate('resources.payment.day.store')}
          value={stores.data ? (storeId ?? '') : ''}
          onChange={(event) => choose('storeId', String(event.target.value))}
        >
          {(stores.data ?? []).map((store) => (
            <MenuItem key={store.id} value={store.id}>
              {store.storeName}
            </MenuItem>
          ))}
        </TextField>
        <DateControl
          precision="date"
          size="small"
          label={translate('resources.payment.day.date')}
          value={date ?? day?.date ?? ''}
          onChange={(value) => choose('date', value)}
        />
      </Box>
      {report.error ? (
        <LoadProblem error={report.error} onRetry={() => void report.refetch()} />
      ) : day ? (
        <Report day={day} />
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </Box>
  );
}
