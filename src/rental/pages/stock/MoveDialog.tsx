import { useState } from 'react';
import { Alert, Box, Checkbox, DialogContent, FormControlLabel, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetOne, useTranslate } from 'react-admin';
import {
  DateControl,
  madeOf,
  QuestionButtons,
  QuestionDialog,
  RelationControl,
  shortTime,
  wallMs,
  wallText,
  LinkedText,
} from 'forecourt/admin';
import { formatTHB, ORDER } from '../../rules/index.ts';
import type { Quote } from '../../calls/index.ts';
import { Figures, type Figure } from '../Figures.tsx';
import { useRentalProvider } from '../provider.ts';
import { amountOf, difference } from '../steps/amounts.ts';
import { needsReason, type Car, type CarBar } from './scheduleModel.ts';
import type { Target } from './useMoves.ts';

export interface MoveDialogProps {
  readonly car: Car;
  readonly bar: CarBar;
  /** Where it was dragged to. */
  readonly wish?: { readonly car: Car; readonly start: number; readonly end: number } | undefined;
  readonly onClose: () => void;
  /** Answers why it was refused. */
  readonly onMove: (target: Target) => Promise<string | null>;
}

const minutes = (time: number): string => wallText(time).slice(0, 16);

/** Of which model a car is that was chosen by its plate; asked only where it may be another one than booked. */
function useOtherModel(stock: CarBar['stock'], carId: number | null, asked: boolean): boolean {
  const { data } = useGetOne('vehicle', { id: carId ?? 0 }, { enabled: asked && carId !== null, retry: false });
  return asked && carId !== null && data !== undefined && needsReason(stock, { carId, subModelId: data['subModelId'] });
}

interface DifferenceProps {
  readonly stock: CarBar['stock'];
  readonly pickup: string;
  readonly back: string;
  /** Undefined while nothing is known of the price; null where it stays as it is. */
  readonly quote: Quote | null | undefined;
  readonly busy: boolean;
}

/** Times and price before and after. Nothing is saved yet. */
function Difference({ stock, pickup, back, quote, busy }: DifferenceProps) {
  const translate = useTranslate();
  const time = (name: 'pickup' | 'return', from: string, to: string): readonly Figure[] =>
    from === to
      ? []
      : [{ label: translate(`rental.stock.page.${name}`), value: `${shortTime(from)} → ${shortTime(to)}` }];
  const after = amountOf(quote?.total);
  const change = amountOf(quote?.difference);
  const price = (name: 'before' | 'after' | 'difference') => translate(`rental.order.total.${name}`);
  const prices: readonly Figure[] =
    after === undefined || change === undefined
      ? quote === null
        ? []
        : [{ label: price('difference'), value: '–', strong: true }]
      : [
          { label: price('before'), value: formatTHB(difference(after, change)) },
          { label: price('after'), value: formatTHB(after) },
          { label: price('difference'), value: `${change > 0 ? '+' : ''}${formatTHB(change)}`, strong: true },
        ];
  return (
    <Figures
      busy={busy}
      rows={[...time('pickup', stock.start, pickup), ...time('return', stock.end, back), ...prices]}
    />
  );
}

/** Asks before an order moves: another car, another time, both with what they change. Another model than booked asks for a reason, as at the desk. */
export default function MoveDialog({ car, bar, wish, onClose, onMove }: MoveDialogProps) {
  const { stock } = bar;
  const translate = useTranslate();
  const provider = useRentalProvider();
  const waits = stock.status === ORDER.approved;
  const [carId, setCarId] = useState(wish ? wish.car.carId : car.carId);
  const [pickup, setPickup] = useState(wish ? wallText(wish.start) : stock.start);
  const [back, setBack] = useState(wish ? wallText(wish.end) : stock.end);
  const [others, setOthers] = useState(wish !== undefined && needsReason(stock, wish.car));
  const [reason, setReason] = useState('');
  const otherModel = useOtherModel(stock, carId, others && carId !== car.carId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const whole = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/;
  const valid = whole.test(pickup) && whole.test(back);
  const text = (name: string): string => translate(`rental.stock.page.${name}`);
  const changed = carId !== car.carId || pickup !== stock.start || back !== stock.end;
  const quote = useQuery({
    queryKey: ['stock move', stock.id, carId, pickup, back, otherModel],
    meta: madeOf('vehicle', 'order'),
    queryFn: async ({ signal }) =>
      (
        await provider.call(
          'POST',
          '/order/quote',
          {
            id: stock.id,
            ...{ carId, plannedPickupTime: pickup, plannedReturnTime: back },
            // That a reason is missing is said at its field.
            ...(otherModel && { remark: text('reason') }),
          },
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
      ...(otherModel && { remark: reason.trim() }),
    });
    setBusy(false);
    setRefusal(refused);
    if (refused === null) onClose();
  };
  const notices = (quote.data?.errors ?? []).map((each) => ({ ...each, severity: 'error' as const }));
  const warnings = (quote.data?.warnings ?? []).map((each) => ({ ...each, severity: 'warning' as const }));
  return (
    <QuestionDialog title={text('moveTitle')} busy={busy} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
          {[
            stock.orderNo,
            stock.renterName,
            car.plate,
            `${minutes(bar.start)} – ${minutes(bar.end ?? bar.start)}`,
          ].join(' · ')}
        </Typography>
        {refusal && (
          <Alert severity="error">
            <LinkedText text={refusal} />
          </Alert>
        )}
        {waits && (
          <RelationControl
            resource="vehicle"
            field={{ label: text('car'), size: 'small' }}
            where={others ? {} : { subModelId: stock.subModelId }}
            value={carId}
            title={wish?.car.plate ?? (car.carId === null ? undefined : car.plate)}
            onChange={(id) => setCarId(id === null ? null : Number(id))}
          />
        )}
        {waits && (
          <FormControlLabel
            sx={{ my: -1 }}
            control={<Checkbox size="small" checked={others} onChange={(_event, on) => setOthers(on)} />}
            label={text('otherModels')}
          />
        )}
        {otherModel && (
          <TextField
            required
            multiline
            autoFocus
            size="small"
            label={text('reason')}
            helperText={text('reasonHelp')}
            value={reason}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: waits ? '1fr 1fr' : '1fr' } }}>
          {waits && (
            <DateControl precision="dateTime" size="small" label={text('pickup')} value={pickup} onChange={setPickup} />
          )}
          <DateControl precision="dateTime" size="small" label={text('return')} value={back} onChange={setBack} />
        </Box>
        {[...notices, ...warnings].map(({ code, field, message, severity }) => (
          <Alert key={code + field} severity={severity}>
            {message}
          </Alert>
        ))}
        {valid && changed && (
          <Difference {...{ stock, pickup, back }} quote={waits ? quote.data : null} busy={waits && quote.isFetching} />
        )}
      </DialogContent>
      <QuestionButtons
        verb={text('move')}
        busy={busy}
        disabled={!valid || !changed || notices.length > 0 || (otherModel && reason.trim() === '')}
        onBack={onClose}
        onVerb={() => void move()}
      />
    </QuestionDialog>
  );
}
