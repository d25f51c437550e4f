import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Box,
  Button,
  Dialog as MuiDialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import Print from '@mui/icons-material/PrintOutlined';
import { useTranslate, type RaRecord } from 'react-admin';
import { ActionButton, formatMoney, useCanDo, useLabels, useTexts, type ActionProps, withBase } from 'forecourt/admin';
import { DEPOSIT_ITEMS } from '../../rules/index.ts';
import type { OrderParts, RentalCalls } from '../../calls/index.ts';
import type { HandoverOrder } from './handover/guards.ts';
import { HandoverAction, type HandoverDialogProps } from './handover/HandoverAction.tsx';
import { HandoverField } from './handover/HandoverField.tsx';
import { doneParts, HandoverForm, progressKey } from './handover/HandoverForm.tsx';
import { HandoverFrame } from './handover/HandoverFrame.tsx';
import { useHandover, type Handover } from './handover/useHandover.ts';
import { useRentalProvider } from '../provider.ts';
import { useStores } from './useStores.ts';

/** Baht; the fees of night and city are what the real return changed about them. */
type ReturnAnswer = RentalCalls['POST /order/return']['answer'];

/** Of an order, what is told of its deposits. */
type Told = RaRecord & Pick<OrderParts, 'deposits'>;

function Car({ order }: { order: HandoverOrder }) {
  const labels = useLabels('orderTask');
  return (
    <Box>
      <Box sx={{ fontWeight: 500, mb: 0.25 }}>{labels.field('carId')}</Box>
      <Box sx={{ fontSize: 22, fontWeight: 600 }}>{order.plate}</Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{order.subModelName}</Box>
    </Box>
  );
}

/** The store that really takes the car back: fees of night and city follow it (D-PRICE-08). */
function ReturnStore({ order, handover }: { order: HandoverOrder; handover: Handover }) {
  const labels = useLabels('order');
  const { all } = useStores();
  const value = handover.draft.returnStoreId ?? order.returnStoreId;
  const choices = all.some((store) => store.id === value)
    ? all
    : [{ id: value, storeName: String(order.returnStoreName ?? `#${value}`), cityId: null }, ...all];
  return (
    <HandoverField name="returnStoreId" label={labels.field('returnStoreId')} error={handover.errorOf('returnStoreId')}>
      {({ id, labelId, invalid, describedBy }) => (
        <TextField
          id={id}
          select
          fullWidth
          hiddenLabel
          error={invalid}
          value={value}
          // A select is no input that a label could name by its id.
          slotProps={{
            select: {
              labelId,
              SelectDisplayProps: { 'aria-describedby': describedBy, 'aria-labelledby': `${labelId} ${id}` },
            },
          }}
          onChange={(event) => handover.change({ returnStoreId: Number(event.target.value) })}
          sx={{ '& .MuiInputBase-root': { minHeight: 48 } }}
        >
          {choices.map((store) => (
            <MenuItem key={store.id} value={store.id} sx={{ minHeight: 48 }}>
              {store.storeName}
            </MenuItem>
          ))}
        </TextField>
      )}
    </HandoverField>
  );
}

function Row({ label, children, strong = false }: { label: string; children: ReactNode; strong?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        py: 0.75,
        fontSize: strong ? 18 : 14,
        fontWeight: strong ? 600 : 400,
        borderTop: strong ? 1 : 0,
        borderColor: 'divider',
      }}
    >
      <span>{label}</span>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {children}
      </Box>
    </Box>
  );
}

/** The deposits that are held after the return. */
function useHeldDeposits(order: HandoverOrder) {
  const provider = useRentalProvider();
  const { data } = useQuery({
    queryKey: ['order', 'deposits', order.id],
    queryFn: async () => (await provider.getOne<Told>('order', { id: order.id })).data,
    // As it stands after the return, not as it was shown before.
    gcTime: 0,
  });
  const deposits = data?.deposits;
  return { deposits, held: DEPOSIT_ITEMS.filter((item) => (deposits?.[item].held ?? 0) > 0) };
}

/** The deposits that the renter gets back, each from its day on: a bill of nothing due is not the end of it (D-MONEY-05). */
function GoesBack({
  order,
  asks,
  deposits,
  held,
}: { order: HandoverOrder; asks: boolean } & ReturnType<typeof useHeldDeposits>) {
  const translate = useTranslate();
  if (!deposits || held.length === 0) return null;
  return (
    <Box sx={{ mt: 1.5, pt: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ fontWeight: 600 }}>{translate('rental.handover.goesBack', { name: order.renterName })}</Box>
      {held.map((item) => (
        <Row key={item} label={translate(`codes.feeItem.${item}`)}>
          {formatMoney(deposits[item].held)}
          <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary', textAlign: 'right' }}>
            {translate('rental.handover.goesBackFrom', { date: deposits[item].releaseDate })}
          </Box>
        </Row>
      ))}
      {!asks && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{translate('rental.handover.goesBackHint')}</Box>}
    </Box>
  );
}

/** What the return came to, and the next step: take what is due, or print the settlement. */
function Result({
  answer,
  actionProps,
  order,
  onClose,
}: {
  answer: ReturnAnswer;
  actionProps: ActionProps<unknown>;
  order: HandoverOrder;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const canDo = useCanDo();
  const { model } = actionProps;
  const known = useHeldDeposits(order);
  const [next, setNext] = useState<'payment' | 'refundrequest'>();
  const payment = model.actions.find((action) => action.name === 'payment');
  const pays = answer.due > 0 && payment !== undefined && canDo(model.name, 'payment');
  const refund = model.actions.find((action) => action.name === 'refundrequest');
  const refunds = !pays && known.held.length > 0 && refund !== undefined && canDo(model.name, 'refundrequest');
  const print = () => window.open(withBase(`/print/settlement/${order.id}`), '_blank', 'noopener');
  const begun = next === 'payment' ? payment : refund;
  if (next && begun)
    return (
      <ActionButton
        model={model}
        action={begun}
        record={{ ...actionProps.record, ...order, due: answer.due, depositDue: 0 }}
        started
        onEnd={onClose}
      />
    );
  return (
    <MuiDialog open onClose={onClose} fullWidth maxWidth="xs" onClick={(event) => event.stopPropagation()}>
      <DialogTitle>{translate('rental.handover.returned', { plate: order.plate })}</DialogTitle>
      <DialogContent>
        <Row label={translate('rental.handover.overrun')}>{formatMoney(answer.overrun)}</Row>
        {(['nightReturn', 'differentCity'] as const)
          .filter((item) => answer[item] !== 0)
          .map((item) => (
            <Row key={item} label={translate(`codes.feeItem.${item}`)}>
              {formatMoney(answer[item])}
            </Row>
          ))}
        <Row label={translate('codes.feeItem.total')}>{formatMoney(answer.total)}</Row>
        {answer.surplus > 0 ? (
          <Row strong label={translate('rental.handover.surplus')}>
            {formatMoney(answer.surplus)}
          </Row>
        ) : (
          <Row strong label={translate('rental.handover.due')}>
            {formatMoney(answer.due)}
          </Row>
        )}
        {answer.warnings.map(({ code, message }) => (
          <Alert key={code} severity="warning" sx={{ mt: 1 }}>
            {message}
          </Alert>
        ))}
        <GoesBack order={order} asks={refunds} {...known} />
        {answer.surplus > 0 && (
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{translate('rental.handover.surplusHint')}</Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > *': { minHeight: 48, ml: '0 !important' } }}>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        <Button variant={pays || refunds ? 'outlined' : 'contained'} startIcon={<Print />} onClick={print}>
          {translate('rental.handover.printSettlement')}
        </Button>
        {pays && (
          <Button variant="contained" onClick={() => setNext('payment')}>
            {translate('rental.handover.takePayment')}
          </Button>
        )}
        {refunds && (
          <Button variant="contained" onClick={() => setNext('refundrequest')}>
            {translate('rental.handover.requestRefunds', { smart_count: known.held.length })}
          </Button>
        )}
      </DialogActions>
    </MuiDialog>
  );
}

function ReturnForm({
  order,
  actionProps,
  onClose,
}: {
  order: HandoverOrder;
  actionProps: ActionProps<unknown>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const handover = useHandover('return', order, (input) => provider.call('POST', '/order/return', input));
  const [answer, setAnswer] = useState<ReturnAnswer | undefined>();
  const parts = doneParts(handover);
  const end = () => {
    handover.finish();
    onClose();
  };
  if (answer) return <Result answer={answer} actionProps={actionProps} order={order} onClose={end} />;
  return (
    <HandoverFrame
      title={translate('rental.handover.title.return', { plate: order.plate })}
      subtitle={`${order.orderNo} · ${order.renterName}`}
      progress={translate(progressKey(handover), {
        done: parts.done,
        of: parts.of,
        smart_count: handover.uploads.waiting || parts.photos,
      })}
      verb={translate('rental.handover.send.return')}
      busy={handover.busy}
      waiting={handover.uploads.busy}
      dirty={handover.dirty}
      onSend={() => void handover.send().then(setAnswer)}
      onDiscard={() => {
        handover.discard();
        onClose();
      }}
      onClose={onClose}
    >
      <HandoverForm
        kind="return"
        order={order}
        handover={handover}
        car={<Car order={order} />}
        more={<ReturnStore order={order} handover={handover} />}
      />
    </HandoverFrame>
  );
}

function Dialog({ record, actionProps, onClose }: HandoverDialogProps) {
  useTexts('rental.handover');
  return <ReturnForm order={record as HandoverOrder} actionProps={actionProps} onClose={onClose} />;
}

/** Taking the car back (O11). */
export default function ReturnDialog(props: ActionProps<unknown>) {
  return <HandoverAction {...props} dialog={Dialog} />;
}
