import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { Alert, Box, Button, IconButton, useMediaQuery, type Theme } from '@mui/material';
import Close from '@mui/icons-material/Close';
import { useTranslate, useNavigate } from 'react-admin';
import { ConfirmDialog, useAdminRuntime, useCan, useLeaveQuestion, type FormDialogProps } from 'forecourt/admin';
import { BookingContext } from './BookingContext.ts';
import { DoorSection } from './DoorSection.tsx';
import { defaultTimes, type OrderDraft } from './draft.ts';
import { QuotePanel } from './QuotePanel.tsx';
import { RenterSection } from './RenterSection.tsx';
import { SummaryBar } from './SummaryBar.tsx';
import { ChannelSection, TermsSection } from './TermsSection.tsx';
import { TripSection } from './TripSection.tsx';
import { fieldId, useBooking, type Booking, type StoredOrder } from './useBooking.tsx';
import type { Stores } from './useStores.ts';
import { VehicleSection } from './VehicleSection.tsx';

const LAST_STORE = 'booking.lastStore';

/** What a new order begins with: what is known of it, the user's store, or the one used last, and times from now on its clock and in its hours. */
function useInitial(stores: Stores, known?: Partial<OrderDraft>, wanted?: string) {
  const { storage } = useAdminRuntime();
  const [openedAt] = useState(() => Date.now());
  return useMemo(() => {
    const timesFor = (id: number | null) =>
      defaultTimes(openedAt, { zone: stores.zoneOf(id), lead: stores.leadOf(id), hours: stores.hoursOf(id), wanted });
    const last = Number(storage.getItem(LAST_STORE));
    const store = stores.own.length === 1 ? stores.own[0] : stores.own.find((one) => one.id === last);
    const storeId = known?.pickupStoreId ?? store?.id ?? null;
    const times = timesFor(storeId);
    const beginning = wanted === undefined ? known : { ...known, ...times };
    const initial: Partial<OrderDraft> = { pickupStoreId: storeId, returnStoreId: storeId, ...times, ...beginning };
    return { initial, beginning, timesFor };
  }, [stores, storage, openedAt, known, wanted]);
}

/** The keyboard begins where something is missing: at the store, else at the model. A phone would cover half the form with its keys. */
function useFirstField({ draft: { pickupStoreId } }: Booking, ready: boolean): void {
  const begun = useRef(false);
  useEffect(() => {
    if (!ready || begun.current) return;
    begun.current = true;
    if (window.matchMedia('(pointer: coarse)').matches || document.activeElement?.tagName === 'INPUT') return;
    document.getElementById(fieldId(pickupStoreId === null ? 'pickupStoreId' : 'subModelId'))?.focus();
  }, [ready, pickupStoreId]);
}

/** The whole form of one order: sections on the left, price on the right, the way to save below. */
export function BookingBody({
  order,
  beginning: known,
  wanted,
  stores,
  onClose,
  onSaved,
  titleId,
}: {
  order?: StoredOrder;
  /** What is known of a new one. */
  beginning?: Partial<OrderDraft>;
  /** When a new one is to begin, on the store's clock. */
  wanted?: string;
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
  const { initial, beginning, timesFor } = useInitial(stores, known, wanted);
  const booking = useBooking({ order, initial: order ? undefined : initial, beginning });
  useFirstField(booking, order === undefined && !stores.loading);
  const { leave, question } = useLeaveQuestion(booking.dirty, () => {
    booking.startAfresh();
    onClose();
  });
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
    if (!order && maySeeDetail)
      requestAnimationFrame(() => void navigate(`/order/detail/${saved.id}`, { state: { booked: true } }));
  };
  return (
    <BookingContext value={{ ...booking, stores, timesFor }}>
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
      {question}
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
