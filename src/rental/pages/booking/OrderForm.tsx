import { Suspense, useId, useState } from 'react';
import { Alert, Box, Button, Dialog, Skeleton } from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import { useCan, useSessionInfo, type FormDialogProps } from 'forecourt/admin';
import { nextState, messageKey, type OrderStatus } from '../../rules/index.ts';
import { BookingBody } from './BookingBody.tsx';
import type { StoredOrder } from './useBooking.tsx';
import { useBeginning } from './useBeginning.ts';
import { useStores } from './useStores.ts';

/** A page of its own, on every screen; stronger than what the theme says of dialogs on a phone. */
const WHOLE_SCREEN = {
  '&&': {
    m: 0,
    width: '100%',
    maxWidth: '100%',
    height: '100%',
    maxHeight: '100%',
    border: 0,
    borderRadius: 0,
    bgcolor: 'background.default',
  },
} as const;

/** The form before it is here. */
function Loading() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('admin.loading')} sx={{ p: 3, maxWidth: 1240, mx: 'auto', width: 1 }}>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={72} sx={{ mb: 2 }} />
      ))}
    </Box>
  );
}

/** New order and modify (O1, O2): a page-like dialog over whatever opened it; form on the left, live quote on the right. */
export default function OrderForm({ id, known, onClose, onSaved }: FormDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const userKnown = useSessionInfo() !== undefined;
  const stores = useStores();
  const beginning = useBeginning(known);
  const { data, error, isFetching, refetch } = useGetOne(
    'order',
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: 0, retry: false },
  );
  const order = id === undefined ? undefined : (data as StoredOrder | undefined);
  // A stored order is read afresh: prices and guards are asked about what is true now.
  const mayOpen = useCan(id === undefined ? 'order-add' : 'order-edit');
  const [seen, setSeen] = useState(id === undefined);
  if (!seen && order && !isFetching) setSeen(true);
  // An address can be typed or kept from yesterday: what the server would refuse in the end is said at once.
  const step = order && seen ? nextState(order['status'] as OrderStatus, 'modify') : undefined;
  const refused =
    userKnown && !mayOpen
      ? translate('msg.forbidden.text')
      : step && !step.ok
        ? translate(messageKey(step.refusal.code), step.refusal.params)
        : undefined;
  const closable = refused !== undefined || error !== null;
  return (
    <Dialog
      open
      fullScreen
      aria-labelledby={titleId}
      onClose={closable ? onClose : undefined}
      disableEscapeKeyDown={!closable}
      maxWidth={false}
      slotProps={{ paper: { sx: WHOLE_SCREEN } }}
    >
      {refused !== undefined ? (
        <Alert
          severity="warning"
          sx={{ m: 3 }}
          action={
            <Button color="inherit" size="small" onClick={onClose}>
              {translate('ra.action.close')}
            </Button>
          }
        >
          {refused}
        </Alert>
      ) : error && !order ? (
        <Alert
          severity="error"
          sx={{ m: 3 }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => void refetch()}>
                {translate('admin.list.retry')}
              </Button>
              <Button color="inherit" size="small" onClick={onClose}>
                {translate('ra.action.close')}
              </Button>
            </>
          }
        >
          {translate(error.message, { _: error.message })}
        </Alert>
      ) : seen && userKnown && !beginning.loading ? (
        <Suspense fallback={<Loading />}>
          <BookingBody
            order={order}
            beginning={beginning.draft}
            wanted={beginning.wanted}
            stores={stores}
            onClose={onClose}
            onSaved={onSaved}
            titleId={titleId}
          />
        </Suspense>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
