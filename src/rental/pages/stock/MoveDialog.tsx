import { useId, useState } from 'react';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { DateControl, RelationControl, formatMoney, wallMs, wallText } from '../../../framework/admin/index.ts';
import { ORDER } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';
import type { Car, CarBar } from './scheduleModel.ts';
import type { Target } from './useMoves.ts';

interface MoveDialogProps {
  readonly car: Car;
  readonly bar: CarBar;
  readonly onClose: () => void;
  /** Answers why it was refused. */
  readonly onMove: (target: Target) => Promise<string | null>;
}

const minutes = (time: number): string => wallText(time).slice(0, 16);

/** What dragging does, typed: another car of the model, another time, and what that costs before it is done. */
export default function MoveDialog({ car, bar, onClose, onMove }: MoveDialogProps) {
  const { stock } = bar;
  const translate = useTranslate();
  const provider = useRentalProvider();
  const titleId = useId();
  const waits = stock.status === ORDER.approved;
  const [carId, setCarId] = useState(car.carId);
  const [pickup, setPickup] = useState(stock.start);
  const [back, setBack] = useState(stock.end);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const whole = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/;
  const valid = whole.test(pickup) && whole.test(back);
  const changed = carId !== car.carId || pickup !== stock.start || back !== stock.end;
  const quote = useQuery({
    queryKey: ['stock move', stock.id, carId, pickup, back],
    queryFn: async ({ signal }) =>
      (
        await provider.call(
          'POST',
          '/order/quote',
          { id: stock.id, carId, plannedPickupTime: pickup, plannedReturnTime: back },
          { signal, creates: false },
        )
      ).data,
    enabled: waits && valid && changed,
    retry: false,
  });
  const move = async () => {
    setBusy(true);
    const refused = await onMove({
      stock,
      carId: car.carId,
      toCarId: carId,
      start: wallMs(pickup.length === 16 ? `${pickup}:00` : pickup),
      end: wallMs(back.length === 16 ? `${back}:00` : back),
    });
    setBusy(false);
    setRefusal(refused);
    if (refused === null) onClose();
  };
  const notices = (quote.data?.errors ?? []).map((each) => ({ ...each, severity: 'error' as const }));
  const warnings = (quote.data?.warnings ?? []).map((each) => ({ ...each, severity: 'warning' as const }));
  const difference = quote.data?.difference;
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('rental.stock.page.moveTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
          {[
            stock.orderNo,
            stock.renterName,
            car.plate,
            `${minutes(bar.start)} – ${minutes(bar.end ?? bar.start)}`,
          ].join(' · ')}
        </Typography>
        {refusal && <Alert severity="error">{refusal}</Alert>}
        {waits && (
          <RelationControl
            resource="vehicle"
            field={{ label: translate('rental.stock.page.car'), size: 'small' }}
            where={{ subModelId: stock.subModelId }}
            value={carId}
            title={car.plate}
            onChange={(id) => id !== null && setCarId(Number(id))}
          />
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: waits ? '1fr 1fr' : '1fr' } }}>
          {waits && (
            <DateControl
              precision="dateTime"
              size="small"
              label={translate('rental.stock.page.pickup')}
              value={pickup}
              onChange={setPickup}
            />
          )}
          <DateControl
            precision="dateTime"
            size="small"
            label={translate('rental.stock.page.return')}
            value={back}
            onChange={setBack}
          />
        </Box>
        {[...notices, ...warnings].map(({ code, field, message, severity }) => (
          <Alert key={code + field} severity={severity}>
            {message}
          </Alert>
        ))}
        {typeof difference === 'number' && (
          <Typography sx={{ fontSize: 13 }}>
            {translate('rental.stock.page.difference', {
              amount: `${difference > 0 ? '+' : ''}${formatMoney(difference)}`,
            })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('admin.action.back')}
        </Button>
        <Button variant="contained" loading={busy} disabled={!valid || !changed} onClick={() => void move()}>
          {translate('rental.stock.page.move')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
