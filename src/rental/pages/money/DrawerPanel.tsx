import { lazy, Suspense, useState } from 'react';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useGetIdentity, useNotify, useTranslate } from 'react-admin';
import {
  FigureTable,
  formatAmount,
  formatMoney,
  shortTime,
  useCan,
  useCodeLabel,
  useLabels,
  type FigureColumn,
} from 'forecourt/admin';
import type { DayClose, DrawerCounted } from '../../calls/index.ts';
import { DRAWER_COUNT } from '../../rules/index.ts';
import { notesText } from './notesText.ts';
import { Panel } from '../Panel.tsx';
import { inCurrency } from './inCurrency.ts';
import { useRentalProvider } from '../provider.ts';

const CountDialog = lazy(() => import('./CountDialog.tsx'));

/** Offered to the person who takes the drawer over, until it is taken. */
function TakeOver({ count }: { readonly count: DrawerCounted }) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const notify = useNotify();
  const client = useQueryClient();
  const { identity } = useGetIdentity();
  const [busy, setBusy] = useState(false);
  if (count.takenTime !== '' || count.takerId === null || Number(identity?.id) !== count.takerId) return null;
  const take = async () => {
    setBusy(true);
    try {
      await provider.call('POST', '/order/drawercount/takeover', { id: count.id });
      await client.invalidateQueries({ queryKey: ['day close'] });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" className="no-print" loading={busy} onClick={() => void take()}>
      {translate('resources.drawerCount.actions.takeover')}
    </Button>
  );
}

/** Every count of the day: who handed over to whom and when, and what was missing. */
function Counts({ day }: { readonly day: DayClose }) {
  const labels = useLabels('drawerCount');
  const codeLabel = useCodeLabel();
  const money = (key: 'float' | 'cash' | 'expected' | 'counted' | 'difference' | 'carried' | 'banked') => ({
    key,
    label: inCurrency(labels.field(key)),
    align: 'right' as const,
    cell: (row: DrawerCounted) => formatAmount(row[key]),
  });
  const text = (key: string, cell: FigureColumn<DrawerCounted>['cell']) => ({ key, label: labels.field(key), cell });
  return (
    <FigureTable<DrawerCounted>
      label={labels.many}
      columns={[
        text('time', (row) => shortTime(row.time)),
        text('kind', (row) => codeLabel('drawerCountKind', row.kind)),
        money('float'),
        money('cash'),
        money('expected'),
        money('counted'),
        text('notes', (row) => notesText(row.notes)),
        money('difference'),
        text('reason', (row) => row.reason),
        money('carried'),
        money('banked'),
        text('operatorId', (row) => row.operator),
        text('takerId', (row) => row.taker),
        text('takenTime', (row) => (row.takenTime === '' ? <TakeOver count={row} /> : shortTime(row.takenTime))),
      ]}
      rows={day.counts}
      keyOf={(row) => row.id}
    />
  );
}

/** The drawer of the store: what should lie in it now, what was counted, and the hand-over to the next person. */
export function DrawerPanel({ day }: { readonly day: DayClose }) {
  const translate = useTranslate();
  const labels = useLabels('drawerCount');
  const mayCount = useCan('dayclose-add');
  const [open, setOpen] = useState(false);
  const { expected } = day.drawer;
  return (
    <Panel title={labels.many}>
      {day.closed && <Alert severity="info">{translate('resources.payment.day.closed')}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', my: 1 }}>
        <Typography sx={{ fontSize: 13, flex: '1 1 auto', fontVariantNumeric: 'tabular-nums' }}>
          {expected === null
            ? translate('resources.payment.day.neverCounted')
            : `${translate('resources.payment.day.expectedNow')} ${formatMoney(expected)}`}
        </Typography>
        {mayCount && (
          <Button className="no-print" variant="outlined" onClick={() => setOpen(true)}>
            {translate('resources.payment.day.handOver')}
          </Button>
        )}
      </Box>
      {day.counts.length > 0 && <Counts day={day} />}
      {open && (
        <Suspense fallback={null}>
          <CountDialog day={day} kind={DRAWER_COUNT.handOver} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
