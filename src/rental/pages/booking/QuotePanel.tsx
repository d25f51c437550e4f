import { useState } from 'react';
import { Alert, Box, ButtonBase, ClickAwayListener, LinearProgress, Skeleton, Tooltip } from '@mui/material';
import Info from '@mui/icons-material/InfoOutlined';
import { useTranslate } from 'react-admin';
import { LinkedText, LoadProblem, formatAmount, formatMoney, useCodeLabel, useTexts } from 'forecourt/admin';
import type { Notice, Quote, QuoteLine } from '../../calls/index.ts';
import { depositWay, isDeposit, isDepositItem, takesOff, type DepositTerms } from '../../rules/index.ts';
import { useBookingForm } from './BookingContext.ts';
import { explanationOf } from './explain.ts';
import { fieldId } from './useBooking.tsx';

const amountText = ({ item, amount }: QuoteLine): string => formatAmount(takesOff(item) ? -amount : amount);

/** One line of the bill; its reason shows on hover, on focus and on a tap. */
function FeeRow({ line, quote, terms }: { line: QuoteLine; quote: Quote; terms?: DepositTerms }) {
  const translate = useTranslate();
  const labelOf = useCodeLabel();
  const [open, setOpen] = useState(false);
  const { key, params } = explanationOf(line, quote, formatMoney, terms);
  // What the heading says of both deposits is not said of one.
  const notedApart = terms && isDepositItem(line.item) && depositWay(terms, line.item) !== terms.depositType && key;
  return (
    <ClickAwayListener onClickAway={() => setOpen(false)}>
      <Tooltip
        title={translate(`rental.booking.explain.${key}`, params)}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        placement="left"
        arrow
        describeChild
      >
        <ButtonBase
          onClick={() => setOpen(true)}
          sx={{
            font: 'inherit',
            display: 'flex',
            width: 1,
            gap: 1,
            px: 0.5,
            py: '3px',
            minHeight: 28,
            borderRadius: 0.5,
            textAlign: 'left',
            justifyContent: 'space-between',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'center', minWidth: 0 }}>
            {labelOf('feeItem', line.item)}
            <Info aria-hidden sx={{ fontSize: 13, color: 'text.secondary', opacity: 0.7 }} />
          </Box>
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {notedApart && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {translate(`rental.order.fees.${notedApart}`)}
                {' · '}
              </Box>
            )}
            {amountText(line)}
          </Box>
        </ButtonBase>
      </Tooltip>
    </ClickAwayListener>
  );
}

function Sum({ label, amount, strong = false }: { label: string; amount: number | null; strong?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        gap: 1,
        px: 0.5,
        fontWeight: strong ? 600 : 400,
      }}
    >
      <Box component="span">{label}</Box>
      <Box
        component="span"
        sx={{ fontSize: strong ? 18 : 14, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {amount === null ? '–' : formatMoney(amount)}
      </Box>
    </Box>
  );
}

/** Problems in words; a press leads to the field that each belongs to. */
function Problems({ notices, severity }: { notices: readonly Notice[]; severity: 'error' | 'warning' }) {
  if (notices.length === 0) return null;
  const go = (field: string | null) => {
    const element = field && document.getElementById(fieldId(field));
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus();
  };
  return (
    <Alert severity={severity} sx={{ mt: 1, py: 0.25 }}>
      <Box
        component="ul"
        sx={{ m: 0, pl: notices.length > 1 ? 2 : 0, listStyle: notices.length > 1 ? 'disc' : 'none' }}
      >
        {notices.map((notice) => (
          <li key={`${notice.code} ${notice.field} ${notice.message}`}>
            {notice.field ? (
              <ButtonBase
                onClick={() => go(notice.field)}
                sx={{
                  display: 'inline',
                  textAlign: 'left',
                  font: 'inherit',
                  textDecoration: 'underline',
                  textUnderlineOffset: 2,
                  textDecorationStyle: 'dotted',
                }}
              >
                {notice.message}
              </ButtonBase>
            ) : (
              <LinkedText text={notice.message} />
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** `3 days 4 hours`, as it is charged (D-ORD-11). */
export function useLengthText(): (days: number, hours: number) => string {
  const translate = useTranslate();
  return (days, hours) =>
    [
      translate('rental.booking.days', { smart_count: days }),
      hours > 0 ? translate('rental.booking.hours', { smart_count: hours }) : '',
    ]
      .filter(Boolean)
      .join(' ');
}

/** The live price. Totals stand on top and keep their place; what moves is below them. */
export function QuotePanel() {
  const { live, draft, errors, order, blocked } = useBookingForm();
  useTexts('rental.booking.explain');
  const translate = useTranslate();
  const labelOf = useCodeLabel();
  const lengthText = useLengthText();
  const { quote, stale, failed } = live;
  const priced = quote && quote.total !== null;
  const charges = quote?.fees.filter((line) => !isDeposit(line.item)) ?? [];
  const deposits = quote?.fees.filter((line) => isDeposit(line.item)) ?? [];
  return (
    <Box
      component="aside"
      aria-label={translate('rental.booking.quote')}
      aria-busy={stale}
      sx={{ position: 'relative', minHeight: 420, minWidth: 0, fontSize: 14 }}
    >
      <LinearProgress
        aria-hidden
        sx={{
          position: 'absolute',
          top: -8,
          left: 0,
          right: 0,
          height: 2,
          visibility: stale && !failed ? 'visible' : 'hidden',
        }}
      />
      <Box sx={{ opacity: stale && priced ? 0.6 : 1 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', minHeight: 24 }}>
          <Box component="h2" sx={{ m: 0, fontSize: 15, fontWeight: 600 }}>
            {translate('rental.booking.quote')}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {priced && lengthText(quote.rentalDays ?? 0, quote.rentalHours ?? 0)}
          </Box>
        </Box>
        <Box sx={{ mt: 1.5, mb: 1, pb: 1.5, borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
          <Sum strong label={labelOf('feeItem', 'total')} amount={quote?.total ?? null} />
          <Sum label={translate('rental.booking.payable')} amount={quote?.payable ?? null} />
          {order && typeof quote?.difference === 'number' && (
            <Sum label={translate('rental.booking.difference')} amount={quote.difference} />
          )}
        </Box>
        {!quote && !failed && Array.from({ length: 4 }, (_, row) => <Skeleton key={row} variant="text" height={28} />)}
        {quote && !priced && <Box sx={{ color: 'text.secondary', py: 1 }}>{translate('rental.booking.fillIn')}</Box>}
        {quote && charges.map((line) => <FeeRow key={`${line.item} ${line.source}`} line={line} quote={quote} />)}
        {quote && deposits.length > 0 && (
          <Box sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
            <Box sx={{ px: 0.5, fontSize: 12, color: 'text.secondary', mb: 0.25 }}>
              {translate(`rental.booking.deposits.${draft.depositType}`)}
            </Box>
            {deposits.map((line) => (
              <FeeRow key={line.item} line={line} quote={quote} terms={draft} />
            ))}
          </Box>
        )}
      </Box>
      <Box aria-live="polite">
        {failed && <LoadProblem error={failed} onRetry={live.retry} sx={{ mt: 1 }} />}
        <Problems notices={errors} severity="error" />
        <Problems notices={quote?.warnings ?? []} severity="warning" />
        {blocked && (
          <Box sx={{ fontSize: 12, color: 'text.secondary', mt: 0.75 }}>{translate('rental.booking.blocked')}</Box>
        )}
      </Box>
    </Box>
  );
}
