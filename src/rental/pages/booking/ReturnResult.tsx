import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import Print from '@mui/icons-material/PrintOutlined';
import { useTranslate, type RaRecord } from 'react-admin';
import { ActionButton, formatMoney, shortDate, useCanDo, type ActionProps, withBase } from 'forecourt/admin';
import { DEPOSIT_ITEMS, depositsHeld } from '../../rules/index.ts';
import type { OrderParts, RentalCalls } from '../../calls/index.ts';
import type { HandoverOrder } from './handover/guards.ts';
import { useRentalProvider } from '../provider.ts';

/** Baht; the fees of night and city are what the real return changed about them. */
export type ReturnAnswer = RentalCalls['POST /order/return']['answer'];

/** Of an order, what is told of its deposits. */
type Told = RaRecord & Pick<OrderParts, 'deposits'>;

/** An amount with its name at the left. All amounts stand in one column; what else is said goes below the name. */
function Row({
  label,
  below,
  children,
  strong = false,
}: {
  label: string;
  below?: string;
  children: ReactNode;
  strong?: boolean;
}) {
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
      <span>
        {label}
        {below && <Box sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>{below}</Box>}
      </span>
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
    <Box sx={{ mt: 1.5 }}>
      <Row strong label={translate('rental.handover.goesBack', { name: order.renterName })}>
        {formatMoney(depositsHeld(deposits))}
      </Row>
      {held.map((item) => (
        <Row
          key={item}
          label={translate(`codes.feeItem.${item}`)}
          below={translate('rental.handover.goesBackFrom', { date: shortDate(deposits[item].releaseDate) })}
        >
          {formatMoney(deposits[item].held)}
        </Row>
      ))}
      {!asks && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{translate('rental.handover.goesBackHint')}</Box>}
    </Box>
  );
}

/** What the return came to, and the next step: take what is due, ask the deposits back, or be done. The sheet is never the next step. */
export function ReturnResult({
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
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" onClick={(event) => event.stopPropagation()}>
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
        <Button startIcon={<Print />} onClick={print}>
          {translate('rental.handover.printSettlement')}
        </Button>
        <Button variant={pays || refunds ? 'text' : 'contained'} onClick={onClose}>
          {translate('ra.action.close')}
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
    </Dialog>
  );
}
