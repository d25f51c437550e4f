import { useId, useState } from 'react';
import { Box, Button, Collapse } from '@mui/material';
import ExpandLess from '@mui/icons-material/ExpandLess';
import { useTranslate } from 'react-admin';
import { formatMoney, THUMB } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import { QuotePanel, useLengthText } from './QuotePanel.tsx';

/** What the renter has to pay, deposits included, and of that the rental itself. */
function TotalText() {
  const { live } = useBookingForm();
  const lengthText = useLengthText();
  const translate = useTranslate();
  const { quote } = live;
  if (!quote || quote.total === null) return <>–</>;
  const length = lengthText(quote.rentalDays ?? 0, quote.rentalHours ?? 0);
  const payable = quote.payable ?? quote.total;
  return (
    <>
      <Box
        component="span"
        sx={{ fontWeight: 600, fontSize: 16, display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {translate('rental.booking.payable')} {formatMoney(payable)}
      </Box>
      <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {payable === quote.total
          ? length
          : `${length} · ${translate('codes.feeItem.total')} ${formatMoney(quote.total)}`}
      </Box>
    </>
  );
}

/** The sum and the way to save, always in sight; on a phone the whole quote unfolds above it. */
export function SummaryBar({ wide, onCancel }: { wide: boolean; onCancel: () => void }) {
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
        <Button type="submit" variant="contained" loading={busy} disabled={blocked} sx={THUMB}>
          {translate(order ? 'rental.booking.saveChanges' : 'rental.booking.create')}
        </Button>
      </Box>
    </Box>
  );
}
