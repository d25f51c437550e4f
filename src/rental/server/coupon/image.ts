import { Download } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { formatTHB, satang, toCnyFen } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext, RowOf } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import { couponCard } from './card.ts';

const STAMPS = { 0: '', 1: 'codes.couponStatus.1', [-1]: 'codes.couponStatus.-1' } as const;

async function cardOf(context: RentalContext, coupon: RowOf<'coupon'>): Promise<string> {
  const { db, t } = context;
  const text = (key: string, params?: Record<string, unknown>): string => t(`resources.coupon.card.${key}`, params);
  const { cnyRateThbPerCny } = await readParameters(db);
  const holder =
    coupon.memberId === null
      ? undefined
      : await db.selectFrom('member').select('name').where('id', '=', coupon.memberId).executeTakeFirst();
  const off = satang(coupon.discountAmount ?? 0);
  const fen = toCnyFen(off, cnyRateThbPerCny);
  const stamp = STAMPS[coupon.status as keyof typeof STAMPS];
  return couponCard({
    company: t('app.title'),
    title: t(`codes.couponType.${coupon.type}`),
    value:
      coupon.type === 1 ? text('off', { amount: formatTHB(off) }) : text('free', { days: coupon.discountDays ?? 0 }),
    reference: coupon.type === 1 ? `(¥ ${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')})` : '',
    condition:
      coupon.type === 1
        ? text('fromAmount', { amount: formatTHB(satang(coupon.amount ?? 0)) })
        : text('fromDays', { days: coupon.rentalPeriod ?? 0 }),
    holder: holder ? text('holder', { name: holder.name }) : '',
    code: coupon.code!,
    hint: text('hint'),
    stamp: stamp === '' ? '' : t(stamp),
  });
}

/** The picture of a coupon, drawn as the coupon stands now in the language of who asks (D-CPN-05): nothing that is stored could grow old. */
export const couponImage = defineCommand(calls.couponImage, {
  transaction: true,
  async run({ id }, context) {
    const coupon = await context.row('coupon', id);
    return new Download({
      filename: `coupon-${coupon.code}.svg`,
      mimeType: 'image/svg+xml; charset=utf-8',
      body: await cardOf(context, coupon),
    });
  },
});
