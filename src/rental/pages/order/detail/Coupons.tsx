import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { Coupon } from '../../../../../schemas/types.generated.ts';
import { madeOf, ToneChip, useAdminRuntime, useCodeLabel, useLabels } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { formatTHBWithCNY, fromBaht } from '../../../rules/index.ts';
import { ShowCard } from '../../coupon/CouponImage.tsx';
import { ConfirmedCall } from './ConfirmedCall.tsx';
import { OfferedAction } from './OfferedAction.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { Panel } from '../../Panel.tsx';
import { useRentalProvider } from '../../provider.ts';

/** Takes the redeemed coupon off again, after asking (K4). */
function TakeOff({ order }: { order: OrderInfo }) {
  const translate = useTranslate();
  return (
    <ConfirmedCall
      verb={translate('resources.coupon.desk.remove')}
      title={translate('resources.coupon.desk.removeTitle')}
      method="POST"
      path="/order/coupon/remove"
      body={{ orderId: order.id }}
    />
  );
}

function CouponLine({ coupon, order }: { coupon: Coupon; order?: OrderInfo }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { model } = useAdminRuntime();
  const tone = model.codes['couponStatus']?.find(({ code }) => code === coupon.status)?.tone;
  const value =
    coupon.type === 1
      ? translate('resources.coupon.card.off', {
          amount: formatTHBWithCNY(fromBaht(coupon.discountAmount ?? 0), coupon.cnyRate),
        })
      : translate('resources.coupon.card.free', { days: coupon.discountDays ?? 0 });
  // Whoever may change the booking may take its coupon off; afterwards the coupon stays.
  const canTakeOff = order !== undefined && ((order['actions'] ?? []) as readonly string[]).includes('modify');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        fontSize: 13,
        py: 0.5,
      }}
    >
      <Box component="span" sx={{ fontWeight: 600, letterSpacing: 1 }}>
        {coupon.code}
      </Box>
      <span>{value}</span>
      <ToneChip tone={tone} label={codeLabel('couponStatus', coupon.status)} />
      <Box component="span" sx={{ ml: 'auto', display: 'inline-flex' }}>
        <ShowCard coupon={coupon} />
        {canTakeOff && <TakeOff order={order} />}
      </Box>
    </Box>
  );
}

/** The coupon that the order has redeemed, and those that were made from it for its renter (O17, O18). */
export function Coupons({ model, order }: { model: Resource; order: OrderInfo }) {
  const translate = useTranslate();
  const labels = useLabels('coupon');
  const provider = useRentalProvider();
  const { data } = useQuery({
    queryKey: ['order', 'coupons', order.id],
    meta: madeOf('coupon'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/coupon/{orderId}', { orderId: Number(order.id) }, { signal })).data,
    staleTime: 0,
    retry: false,
  });
  const redeemed = data?.redeemed ?? null;
  const generated = data?.generated ?? [];
  const heading = (text: string) => (
    <Typography component="h3" sx={{ fontSize: 12, color: 'text.secondary', mt: 1 }}>
      {text}
    </Typography>
  );
  return (
    <Panel
      title={labels.many}
      aside={
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap' }}>
          <OfferedAction model={model} order={order} name="redeem" />
          <OfferedAction model={model} order={order} name="generatecoupon" />
        </Box>
      }
    >
      {redeemed === null && generated.length === 0 && (
        <Typography color="text.secondary" sx={{ fontSize: 13 }}>
          {translate('resources.coupon.desk.none')}
        </Typography>
      )}
      {redeemed && (
        <>
          {heading(translate('resources.coupon.desk.redeemed'))}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            <CouponLine coupon={redeemed} order={order} />
          </Box>
        </>
      )}
      {generated.length > 0 && (
        <>
          {heading(translate('resources.coupon.desk.made'))}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {generated.map((coupon) => (
              <CouponLine key={coupon.id} coupon={coupon} />
            ))}
          </Box>
        </>
      )}
    </Panel>
  );
}
