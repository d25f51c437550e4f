import { useState } from 'react';
import { Box, Button, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useCreatePath, useNotify, useRefresh, useTranslate } from 'react-admin';
import { LoadProblem, madeOf, sentenceText, shortTime, ToneChip, useCan, useLabels, THUMB } from 'forecourt/admin';
import type { Risk } from '../../calls/index.ts';
import { Panel } from '../Panel.tsx';
import { useRentalProvider } from '../provider.ts';

const REFRESH_MS = 60_000;

function useMinutesText(): (minutes: number) => string {
  const translate = useTranslate();
  return (minutes) =>
    minutes < 60
      ? translate('resources.renewal.late.minutes', { minutes })
      : translate('resources.renewal.late.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** One press gives the waiting order this car, with every guard of an assignment (O5); a better model carries its reason. */
function TakeOverButton({ risk, car }: { risk: Risk; car: Risk['cars'][number] }) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const isOther = car.subModelId !== risk.subModelId;
  const model = isOther ? car.subModelName : translate('resources.renewal.late.sameModel');
  const assign = async () => {
    setBusy(true);
    try {
      const remark = sentenceText({ key: 'resources.renewal.late.remark', params: { plate: risk.plate } });
      const { message } = await provider.action('order', 'assigncar', {
        id: risk.id,
        carId: car.id,
        ...(isOther ? { remark } : {}),
      });
      notify(message, { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
      refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      variant="outlined"
      loading={busy}
      onClick={() => void assign()}
      // What is read aloud begins with what is seen.
      aria-label={`${car.plate} ${model}: ${translate('resources.renewal.late.assign', { plate: car.plate, orderNo: risk.orderNo })}`}
      sx={{
        ...THUMB,
        justifyContent: 'flex-start',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {car.plate}{' '}
      <Box component="span" sx={{ ml: 0.5, fontWeight: 400, fontSize: 12 }}>
        {model}
      </Box>
    </Button>
  );
}

function RiskRow({ risk, mayAssign }: { risk: Risk; mayAssign: boolean }) {
  const translate = useTranslate();
  const minutesText = useMinutesText();
  const createPath = useCreatePath();
  const order = (id: number, text: string) => (
    <Link
      component={LinkBase}
      to={createPath({ resource: 'order', type: 'show', id })}
      underline="always"
      sx={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </Link>
  );
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '150px minmax(0, 1fr) minmax(0, 1.1fr)' },
        gap: { xs: 1, md: 2 },
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: 13,
      }}
    >
      <span>
        <ToneChip
          tone={risk.margin < 0 ? 'late' : 'waiting'}
          label={translate(risk.margin < 0 ? 'resources.renewal.late.tooLate' : 'resources.renewal.late.left', {
            time: minutesText(Math.abs(risk.margin)),
          })}
        />
      </span>
      <span>
        <Box component="span" sx={{ display: 'block' }}>
          {order(risk.id, risk.orderNo)} {risk.renterName} · {risk.subModelName} · {shortTime(risk.plannedPickupTime)}
        </Box>
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {translate('resources.renewal.late.waits', { plate: risk.plate, time: minutesText(risk.late.minutes) })}{' '}
          {risk.late.id !== null && order(risk.late.id, risk.late.orderNo)}
        </Box>
      </span>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flexWrap: 'wrap', gap: 1 }}>
        {risk.cars.length === 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('resources.renewal.late.noCar')}
          </Box>
        )}
        {mayAssign && risk.cars.map((car) => <TakeOverButton key={car.id} risk={risk} car={car} />)}
        {!mayAssign && risk.cars.length > 0 && risk.cars.map((car) => car.plate).join(' · ')}
      </Box>
    </Box>
  );
}

/** Which next orders a late car puts at risk, how much time is left, and who could take over; nothing is shown while all is well. */
export default function LateReturns() {
  useLabels('renewal');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const mayAssign = useCan('order-edit');
  const { data, error, refetch } = useQuery({
    queryKey: ['order', 'late returns'],
    meta: madeOf('vehicle'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/order/latereturns', {}, { signal })).data,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Box sx={{ my: 2 }}>
      <Panel title={translate('resources.renewal.late.title', { smart_count: data.length })}>
        <Typography color="text.secondary" sx={{ fontSize: 13, mb: 1 }}>
          {translate('resources.renewal.late.help')}
        </Typography>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: { md: 320 }, overflowY: 'auto' }}
          tabIndex={0}
        >
          {data.map((risk) => (
            <RiskRow key={risk.id} risk={risk} mayAssign={mayAssign} />
          ))}
        </Box>
      </Panel>
    </Box>
  );
}
