import { Suspense, useEffect, useRef } from 'react';
import { Box, Link as MuiLink, Typography } from '@mui/material';
import ArrowForward from '@mui/icons-material/ArrowForward';
import { Link, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { Fact, FieldValue, formatMoney, shortTime, ToneChip, useLabels, useTexts } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { RenterLink } from '../../member/RenterLink.tsx';
import { useLengthText } from '../lengthText.ts';
import { OrderActions } from './OrderActions.tsx';
import { moneyIn } from '../dialogs/refundLimits.ts';
import { askedBack, type OrderInfo } from '../info/orderInfo.ts';
import { ORDER, depositsHeld, orderMoney, toBaht } from '../../../rules/index.ts';

interface HeadProps {
  readonly model: Resource;
  readonly order: OrderInfo;
}

const second = { display: 'block', fontSize: 13, color: 'text.secondary' } as const;
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** `YYYY-MM-DD HH:mm` of a wall clock: nobody plans in seconds. */
const MINUTES = 16;

/** One end of the trip: when it was, with the plan where it was otherwise, or when it is planned, and where. */
function End({ model, order, end }: HeadProps & { end: 'Pickup' | 'Return' }) {
  const labels = useLabels('order');
  const translate = useTranslate();
  const actual = `actual${end}Time`;
  const time = order[actual] ? actual : `planned${end}Time`;
  const planned = `planned${end}Time`;
  const moved = time !== planned && String(order[time]).slice(0, MINUTES) !== String(order[planned]).slice(0, MINUTES);
  const store = `${end.toLowerCase()}StoreId`;
  return (
    <Box component="span" sx={{ minWidth: 0 }}>
      <Box component="span" sx={{ ...second, fontSize: 12 }}>
        {labels.field(time)}
      </Box>
      <Box component="span" sx={{ display: 'block', fontWeight: 500, ...figures }}>
        <FieldValue model={model} name={time} record={order} />
      </Box>
      {moved && (
        <Box component="span" sx={{ ...second, fontSize: 12, ...figures }}>
          {translate('rental.order.head.planned', { time: shortTime(String(order[planned])) })}
        </Box>
      )}
      <Box component="span" sx={second}>
        <FieldValue model={model} name={store} record={order} />
      </Box>
    </Box>
  );
}

/** The clock of the trip is the pickup store's; it is named where the reader's own shows something else. */
function Zone({ order }: Pick<HeadProps, 'order'>) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return !order.timeZone || own === order.timeZone ? null : (
    <Box component="span" sx={second}>
      <Suspense fallback={order.timeZone}>
        <ZoneName zone={order.timeZone} />
      </Suspense>
    </Box>
  );
}

function ZoneName({ zone }: { readonly zone: string }) {
  // Zones are named among the texts of cities.
  useLabels('city');
  return useTranslate()(`codes.timeZone.${zone}`, { _: zone });
}

function Trip({ model, order }: HeadProps) {
  const translate = useTranslate();
  const lengthText = useLengthText();
  return (
    <Fact label={`${translate('rental.order.head.trip')} · ${lengthText(order.rentalDays, order.rentalHours)}`}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          flexWrap: 'wrap',
          alignItems: { xs: 'flex-start', sm: 'center' },
          columnGap: 1.5,
          rowGap: 0.5,
        }}
      >
        <End model={model} order={order} end="Pickup" />
        <ArrowForward
          aria-label={translate('admin.filter.to')}
          role="img"
          sx={{ fontSize: 18, color: 'text.secondary', transform: { xs: 'rotate(90deg)', sm: 'none' } }}
        />
        <End model={model} order={order} end="Return" />
      </Box>
      <Zone order={order} />
    </Fact>
  );
}

/** What is asked back already, and not carried out yet. */
function AskedBack({ amount }: { amount: number }) {
  const translate = useTranslate();
  useTexts('rental.order.deposits');
  return (
    <Box component="span" sx={{ ...second, ...figures }}>
      {translate('rental.order.deposits.pending', { amount: formatMoney(amount) })}
    </Box>
  );
}

/** What is still to be paid, or what was paid too much, and the deposits that are held; never a plain 0 while money is owed back. */
function Money({ order }: Pick<HeadProps, 'order'>) {
  const labels = useLabels('order');
  const translate = useTranslate();
  const surplus = toBaht(orderMoney(moneyIn(order)).surplus);
  const open = (order.due > 0 || order.depositDue > 0) && order.status !== ORDER.cancelled;
  const isBack = order.status === ORDER.returned || order.status === ORDER.cancelled;
  const { asked, left } = askedBack(order);
  const held = isBack ? left : depositsHeld(order.deposits);
  return (
    <Fact label={surplus > 0 ? translate('rental.order.head.surplus') : labels.field('due')}>
      <Box
        component="span"
        sx={{
          display: 'block',
          fontSize: 18,
          fontWeight: 600,
          color: open ? 'error.main' : 'text.primary',
          ...figures,
        }}
      >
        {formatMoney(surplus > 0 ? surplus : order.due)}
      </Box>
      <Box component="span" sx={{ ...second, ...figures }}>
        {labels.field('paid')} {formatMoney(order.paid)} / {formatMoney(order.payable)}
      </Box>
      {order.depositDue > 0 && (
        <Box component="span" sx={{ ...second, ...figures, color: 'error.main' }}>
          {labels.field('depositDue')} {formatMoney(order.depositDue)}
        </Box>
      )}
      {held > 0 && (
        <Box component="span" sx={{ ...second, ...figures, ...(isBack && { color: 'text.primary', fontWeight: 500 }) }}>
          {translate(`rental.order.head.${isBack ? 'toGiveBack' : 'held'}`, { amount: formatMoney(held) })}
        </Box>
      )}
      {asked > 0 && <AskedBack amount={asked} />}
    </Fact>
  );
}

/** The heading takes the focus when the order has just been booked: the form that had it is gone. */
function useFocusOfBooking() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  const isBooked = (state as { booked?: boolean } | null)?.booked === true;
  useEffect(() => {
    if (isBooked) heading.current?.focus();
  }, [isBooked]);
  return heading;
}

/** The order at a glance: number, state, who, which car, when and where, what is paid and due, and what to do next (docs/look.md). */
export function OrderHead({ model, order }: HeadProps) {
  const labels = useLabels('order');
  const translate = useTranslate();
  const heading = useFocusOfBooking();
  const phone = String(order['renterPhone'] ?? '');
  const number = `${String(order['renterCountryCode'] ?? '')} ${phone}`.trim();
  return (
    <Box
      component="header"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 2,
        display: 'grid',
        gap: 2,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, justifyContent: 'space-between' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography
            ref={heading}
            tabIndex={-1}
            component="h1"
            sx={{ fontSize: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {order.orderNo}
          </Typography>
          <FieldValue model={model} name="detailLabel" record={order} />
          {order.status !== ORDER.cancelled && <FieldValue model={model} name="payStatus" record={order} />}
          {order.refundingMark && <ToneChip tone="waiting" label={translate('codes.orderListLabel.refunding')} />}
        </Box>
        <OrderActions model={model} order={order} />
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: '1fr',
            sm: '1fr 1fr',
            lg: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 2.2fr) minmax(max-content, 1.2fr)',
          },
        }}
      >
        <Fact label={labels.field('renterName')}>
          <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
            <RenterLink record={{ renterName: order['renterName'], memberId: order['memberId'] }} />
          </Box>
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, my: 0.25 }}>
            {order['memberVerified'] === 1 && <FieldValue model={model} name="memberVerified" record={order} />}
            {order['memberBlacklisted'] === 1 && <FieldValue model={model} name="memberBlacklisted" record={order} />}
          </Box>
          {phone.includes('*') ? (
            <Box component="span" sx={second}>
              {number}
            </Box>
          ) : (
            <MuiLink href={`tel:${number.replace(/[^+\d]/g, '')}`} sx={{ fontSize: 13, ...figures }}>
              {number}
            </MuiLink>
          )}
        </Fact>
        <Fact label={labels.field(order['carId'] ? 'carId' : 'subModelId')}>
          <Box component="span" sx={{ display: 'block', fontWeight: 500, ...figures }}>
            {order['carId'] ? (
              <FieldValue model={model} name="carId" record={order} />
            ) : (
              translate('rental.order.head.noCar')
            )}
          </Box>
          <Box component="span" sx={second}>
            <FieldValue model={model} name="subModelId" record={order} />
          </Box>
        </Fact>
        <Trip model={model} order={order} />
        <Money order={order} />
      </Box>
    </Box>
  );
}

/** Back to the list, as it was. */
export function BackToOrders({ path }: { path: string }) {
  const labels = useLabels('order');
  return (
    <Link to={path} sx={{ fontSize: 13, justifySelf: 'start' }}>
      ← {labels.many}
    </Link>
  );
}
