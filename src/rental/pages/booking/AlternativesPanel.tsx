import { useId } from 'react';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatMoney, TOUCH } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import type { OrderDraft } from './draft.ts';
import { useAlternatives } from './useAlternatives.ts';

interface Offer {
  readonly key: string | number;
  readonly label: string;
  readonly count: number;
  readonly total: number | null;
  readonly change: Partial<OrderDraft>;
}

function Offers({ title, offers }: { readonly title: string; readonly offers: readonly Offer[] }) {
  const { change } = useBookingForm();
  const translate = useTranslate();
  const titleId = useId();
  if (offers.length === 0) return null;
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ display: 'grid', gap: 0.5 }}>
      <Box id={titleId} sx={{ fontSize: 12, color: 'text.secondary' }}>
        {title}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {offers.map(({ key, label, count, total, change: chosen }) => (
          <Button
            key={key}
            type="button"
            size="small"
            variant="outlined"
            onClick={() => change(chosen)}
            sx={{
              textAlign: 'left',
              px: 1,
              columnGap: 1,
              flexWrap: 'wrap',
              justifyContent: 'start',
              [TOUCH]: { minHeight: 44 },
            }}
          >
            <b>{label}</b>
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {[total === null ? '' : formatMoney(total), translate('rental.booking.freeCount', { smart_count: count })]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Button>
        ))}
      </Box>
    </Box>
  );
}

/** Where the model has no car for the trip: which store, hour or other model has one; a click fills the form with it (D-AVAIL-04). */
export function AlternativesPanel() {
  const booking = useBookingForm();
  const translate = useTranslate();
  const found = useAlternatives(booking);
  if (!found) return null;
  const { stores, times, models } = found;
  const isEmpty = stores.length + times.length + models.length === 0;
  return (
    <Box
      role="status"
      sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1, border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}
    >
      <Box sx={{ fontWeight: 500 }}>
        {translate(isEmpty ? 'rental.booking.alternatives.none' : 'rental.booking.alternatives.title')}
      </Box>
      <Offers
        title={translate('rental.booking.alternatives.stores')}
        offers={stores.map(({ storeId, storeName, ...offer }) => ({
          ...{ key: storeId, label: storeName, ...offer },
          change: { pickupStoreId: storeId },
        }))}
      />
      <Offers
        title={translate('rental.booking.alternatives.times')}
        offers={times.map(({ pickupTime, returnTime, ...offer }) => ({
          ...{ key: pickupTime, label: pickupTime.slice(11, 16), ...offer },
          change: { plannedPickupTime: pickupTime, plannedReturnTime: returnTime },
        }))}
      />
      <Offers
        title={translate('rental.booking.alternatives.models')}
        offers={models.map(({ subModelId, subModelName, ...offer }) => ({
          ...{ key: subModelId, label: subModelName, ...offer },
          change: { subModelId },
        }))}
      />
    </Box>
  );
}
