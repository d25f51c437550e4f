import { useId, useMemo, useState, type FormEvent } from 'react';
import { Alert, Box, Button, Collapse, Dialog, IconButton, Skeleton, useMediaQuery, type Theme } from '@mui/material';
import Close from '@mui/icons-material/Close';
import ExpandLess from '@mui/icons-material/ExpandLess';
import { useGetOne, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import {
  ConfirmDialog,
  formatMoney,
  useAdminRuntime,
  useCan,
  useSessionInfo,
  type FormDialogProps,
} from '../../../framework/admin/index.ts';
import { BookingContext, useBookingForm } from './BookingContext.ts';
import { DoorSection } from './DoorSection.tsx';
import { defaultTimes, type OrderDraft } from './draft.ts';
import { QuotePanel, useLengthText } from './QuotePanel.tsx';
import { RenterSection } from './RenterSection.tsx';
import { ChannelSection, TermsSection } from './TermsSection.tsx';
import { TripSection } from './TripSection.tsx';
import { useBooking, type StoredOrder } from './useBooking.ts';
import { useStores, type Stores } from './useStores.ts';
import { VehicleSection } from './VehicleSection.tsx';

const LAST_STORE = 'booking.lastStore';
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

/** What a new order begins with: the user's store, or the one used last, and times from now on its clock. */
function useInitial(stores: Stores): Partial<OrderDraft> {
  const { storage } = useAdminRuntime();
  const [openedAt] = useState(() => Date.now());
  return useMemo(() => {
    const last = Number(storage.getItem(LAST_STORE));
    const store = stores.own.length === 1 ? stores.own[0] : stores.own.find((one) => one.id === last);
    const storeId = store?.id ?? null;
    return { pickupStoreId: storeId, returnStoreId: storeId, ...defaultTimes(openedAt, stores.zoneOf(storeId)) };
  }, [stores, storage, openedAt]);
}

function TotalText() {
  const { live } = useBookingForm();
  const lengthText = useLengthText();
  const { quote } = live;
  if (!quote || quote.total === null) return <>–</>;
  return (
    <>
      <Box
        component="span"
        sx={{ fontWeight: 600, fontSize: 16, display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {formatMoney(quote.total)}
      </Box>
      <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {lengthText(quote.rentalDays ?? 0, quote.rentalHours ?? 0)}
      </Box>
    </>
  );
}

/** The sum and the way to save, always in sight; on a phone the whole quote unfolds above it. */
function SummaryBar({ wide, onCancel }: { wide: boolean; onCancel: () => void }) {
  const { busy, blocked, order } = useBookingForm();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const quoteId = useId();
  return (
    <Box
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        flex: 'none',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      {!wide && (
        <Collapse in={open} id={quoteId}>
          <Box sx={{ px: 2, pt: 2, maxHeight: '60dvh', overflowY: 'auto' }}>
            <QuotePanel />
          </Box>
        </Collapse>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: { xs: 2, sm: 3 }, py: 1.25 }}>
        {wide ? (
          <Box sx={{ flex: 1 }} />
        ) : (
          <Button
            onClick={() => setOpen(!open)}
            aria-expanded={open}
            aria-controls={quoteId}
            sx={{
              flex: 1,
              minHeight: 48,
              justifyContent: 'flex-start',
              textAlign: 'left',
              color: 'text.primary',
              lineHeight: 1.25,
            }}
            endIcon={<ExpandLess sx={{ rotate: open ? '180deg' : '0deg' }} />}
          >
            <Box component="span">
              <TotalText />
            </Box>
          </Button>
        )}
        {wide && (
          <Button onClick={onCancel} disabled={busy}>
            {translate('ra.action.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          disabled={blocked}
          sx={{ minHeight: { xs: 48, sm: 36 } }}
        >
          {translate(order ? 'rental.booking.saveChanges' : 'rental.booking.create')}
        </Button>
      </Box>
    </Box>
  );
}

function Body({
  order,
  stores,
  onClose,
  onSaved,
  titleId,
}: {
  order?: StoredOrder;
  stores: Stores;
  onClose: () => void;
  onSaved: FormDialogProps['onSaved'];
  titleId: string;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { storage } = useAdminRuntime();
  const maySeeDetail = useCan('order-detail');
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  const initial = useInitial(stores);
  const booking = useBooking({ order, initial: order ? undefined : initial });
  const [asking, setAsking] = useState(false);
  const leave = () => (booking.dirty ? setAsking(true) : onClose());
  const discard = () => {
    booking.startAfresh();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A field's own dialog is no child of the form on the page, but it is one of this component.
    event.stopPropagation();
    const saved = await booking.save();
    if (!saved) return;
    if (booking.draft.pickupStoreId !== null) storage.setItem(LAST_STORE, String(booking.draft.pickupStoreId));
    onSaved?.({ id: saved.id });
    onClose();
    // After the dialog has left the address, so that the list's own address is clean when somebody comes back to it.
    if (!order && maySeeDetail) requestAnimationFrame(() => void navigate(`/order/detail/${saved.id}`));
  };
  return (
    <BookingContext value={{ ...booking, stores }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => void submit(event)}
        onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && leave()}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: { xs: 2, sm: 3 },
            minHeight: 56,
            borderBottom: 1,
            borderColor: 'divider',
            flex: 'none',
            bgcolor: 'background.paper',
          }}
        >
          <Box
            component="h1"
            id={titleId}
            sx={{
              m: 0,
              fontSize: 18,
              fontWeight: 600,
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {order
              ? translate('rental.booking.modifyTitle', { orderNo: order.orderNo })
              : translate('rental.booking.newTitle')}
          </Box>
          <IconButton
            aria-label={translate('ra.action.close')}
            onClick={leave}
            edge="end"
            sx={{ width: 48, height: 48 }}
          >
            <Close />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', scrollPaddingBlock: 80 }}>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' },
              gap: 4,
              maxWidth: 1240,
              mx: 'auto',
              px: { xs: 2, sm: 3 },
              py: 2.5,
            }}
          >
            <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
              {booking.restored && (
                <Alert
                  severity="info"
                  action={
                    <Button size="small" color="inherit" onClick={booking.startAfresh}>
                      {translate('rental.booking.afresh')}
                    </Button>
                  }
                >
                  {translate('rental.booking.restored')}
                </Alert>
              )}
              <TripSection />
              <VehicleSection />
              <RenterSection />
              <DoorSection />
              <TermsSection />
              <ChannelSection />
            </Box>
            {wide && (
              <Box
                sx={{
                  position: 'sticky',
                  top: 20,
                  alignSelf: 'start',
                  maxHeight: 'calc(100dvh - 180px)',
                  overflowY: 'auto',
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: 2,
                  p: 2,
                  bgcolor: 'background.paper',
                }}
              >
                <QuotePanel />
              </Box>
            )}
          </Box>
        </Box>
        <SummaryBar wide={wide} onCancel={leave} />
      </Box>
      <ConfirmDialog
        open={asking}
        title={translate('admin.form.leaveTitle')}
        verb={translate('admin.form.discard')}
        danger
        onConfirm={discard}
        onClose={() => setAsking(false)}
      >
        {translate('admin.form.leaveText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={booking.conflict}
        title={translate('admin.conflict.title')}
        verb={translate('admin.conflict.reload')}
        onConfirm={booking.takeTheirs}
        onClose={booking.dismissConflict}
      >
        {translate('admin.conflict.text')}
      </ConfirmDialog>
    </BookingContext>
  );
}

/** New order and modify (O1, O2): a page-like dialog over whatever opened it; form on the left, live quote on the right. */
export default function OrderForm({ id, onClose, onSaved }: FormDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const userKnown = useSessionInfo() !== undefined;
  const stores = useStores();
  const { data, error, isFetching, refetch } = useGetOne(
    'order',
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: 0, retry: false },
  );
  const order = id === undefined ? undefined : (data as StoredOrder | undefined);
  // A stored order is read afresh: prices and guards are asked about what is true now.
  const [seen, setSeen] = useState(id === undefined);
  if (!seen && order && !isFetching) setSeen(true);
  return (
    <Dialog
      open
      fullScreen
      aria-labelledby={titleId}
      onClose={error ? onClose : undefined}
      disableEscapeKeyDown={!error}
      maxWidth={false}
      slotProps={{ paper: { sx: WHOLE_SCREEN } }}
    >
      {error && !order ? (
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
      ) : seen && userKnown ? (
        <Body order={order} stores={stores} onClose={onClose} onSaved={onSaved} titleId={titleId} />
      ) : (
        <Box role="status" aria-label={translate('admin.loading')} sx={{ p: 3, maxWidth: 1240, mx: 'auto', width: 1 }}>
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={72} sx={{ mb: 2 }} />
          ))}
        </Box>
      )}
    </Dialog>
  );
}
