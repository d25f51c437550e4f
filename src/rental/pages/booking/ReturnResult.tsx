import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
} from '@mui/material';
import Print from '@mui/icons-material/PrintOutlined';
import { useTranslate, type RaRecord } from 'react-admin';
import { ActionButton, formatMoney, shortDate, useCanDo, type ActionProps, withBase } from 'forecourt/admin';
import {
  DEPOSIT_ITEMS,
  depositsHeld,
  fromBaht,
  smaller,
  subtract,
  toBaht,
  type DepositItem,
} from '../../rules/index.ts';
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

/** What of each deposit goes back when so much of them pays charges: the first that has something pays first. */
function restsOf(deposits: Told['deposits'], held: readonly DepositItem[], kept: number) {
  let left = fromBaht(kept);
  return held.map((item) => {
    const has = fromBaht(deposits[item].held);
    const pays = smaller(left, has);
    left = subtract(left, pays);
    return { item, rest: toBaht(subtract(has, pays)) };
  });
}

/** The deposits that the renter gets back, each from its day on: a bill of nothing due is not the end of it (D-MONEY-05). */
function GoesBack({
  order,
  asks,
  kept,
  deposits,
  held,
}: { order: HandoverOrder; asks: boolean; kept: number } & ReturnType<typeof useHeldDeposits>) {
  const translate = useTranslate();
  if (!deposits || held.length === 0) return null;
  const rests = restsOf(deposits, held, kept);
  return (
    <Box sx={{ mt: 1.5 }}>
      <Row strong label={translate('rental.handover.goesBack', { name: order.renterName })}>
        {formatMoney(depositsHeld(deposits) - kept)}
      </Row>
      {rests
        .filter(({ rest }) => rest > 0)
        .map(({ item, rest }) => (
          <Row
            key={item}
            label={translate(`codes.feeItem.${item}`)}
            below={translate('rental.handover.goesBackFrom', { date: shortDate(deposits[item].releaseDate) })}
          >
            {formatMoney(rest)}
          </Row>
        ))}
      {!asks && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{translate('rental.handover.goesBackHint')}</Box>}
    </Box>
  );
}

/** What the return did to the bill. */
function Bill({ answer, kept }: { answer: ReturnAnswer; kept: number }) {
  const translate = useTranslate();
  const left = answer.due - kept;
  return (
    <>
      <Row label={translate('rental.handover.overrun')}>{formatMoney(answer.overrun)}</Row>
      {(['nightReturn', 'differentCity'] as const)
        .filter((item) => answer[item] !== 0)
        .map((item) => (
          <Row key={item} label={translate(`codes.feeItem.${item}`)}>
            {formatMoney(answer[item])}
          </Row>
        ))}
      {answer.charges !== 0 && (
        <Row label={translate('rental.handover.charges.title')}>{formatMoney(answer.charges)}</Row>
      )}
      <Row label={translate('codes.feeItem.total')}>{formatMoney(answer.total)}</Row>
      <Row label={translate('rental.handover.paid')}>{formatMoney(answer.paid - answer.held)}</Row>
      {kept > 0 && <Row label={translate('rental.handover.fromDeposit')}>{formatMoney(kept)}</Row>}
      {answer.surplus > 0 ? (
        <Row strong label={translate('rental.handover.surplus')}>
          {formatMoney(answer.surplus)}
        </Row>
      ) : (
        <Row strong label={translate('rental.handover.due')}>
          {formatMoney(left)}
        </Row>
      )}
    </>
  );
}

/**
 * What the return came to, and the next step: let the deposits pay what is due and ask the rest back, take what is due, or be done. The sheet is never
 * the next step.
 */
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
  const actionOf = (name: string) =>
    canDo(model.name, name) ? model.actions.find((action) => action.name === name) : undefined;
  const [payment, refund] = [actionOf('payment'), actionOf('refundrequest')];
  // What is due is kept of the deposits where they are enough: one request settles all of it.
  const settles = refund !== undefined && answer.held >= answer.due && actionOf('applydeposit') !== undefined;
  const kept = settles ? answer.due : 0;
  const refunds = refund !== undefined && answer.held > 0 && (answer.due === 0 || settles);
  const pays = answer.due > 0 && payment !== undefined;
  const [pictures, setPictures] = useState(false);
  const print = () =>
    window.open(withBase(`/print/settlement/${order.id}${pictures ? '?pictures' : ''}`), '_blank', 'noopener');
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
        <Bill answer={answer} kept={kept} />
        {answer.warnings.map(({ code, message }) => (
          <Alert key={code} severity="warning" sx={{ mt: 1 }}>
            {message}
          </Alert>
        ))}
        <GoesBack order={order} asks={refunds} kept={kept} {...known} />
        {answer.surplus > 0 && (
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{translate('rental.handover.surplusHint')}</Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > *': { minHeight: 48, ml: '0 !important' } }}>
        <Button startIcon={<Print />} onClick={print}>
          {translate('rental.handover.printSettlement')}
        </Button>
        <FormControlLabel
          control={<Checkbox checked={pictures} onChange={(_event, on) => setPictures(on)} />}
          label={translate('rental.handover.withPictures')}
          sx={{ mr: 'auto' }}
        />
        <Button variant={pays || refunds ? 'text' : 'contained'} onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
        {pays && (
          <Button variant={refunds ? 'text' : 'contained'} onClick={() => setNext('payment')}>
            {translate('rental.handover.takePayment')}
          </Button>
        )}
        {refunds && (
          <Button variant="contained" onClick={() => setNext('refundrequest')}>
            {translate('rental.handover.requestRefunds', { smart_count: known.held.length || 2 })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
