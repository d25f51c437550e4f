import { randomInt } from 'node:crypto';
import { refuseFields } from 'forecourt/server';
import type { CouponForm } from '../../calls/index.ts';
import {
  COUPON,
  couponCode,
  couponProblems,
  couponTerms,
  couponValues,
  nextCouponState,
  satang,
} from '../../rules/index.ts';
import type { Coupon, CouponEvent, CouponStatus, CouponValues } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { refusalOf, requireNone, satangOf } from '../problems.ts';

export type CouponRow = RowOf<'coupon'>;

const satangOrNull = (baht: number | null | undefined, field: string) =>
  baht === null || baht === undefined ? null : satangOf(baht, field);

/** The columns that a form means: the values of its type, all above 0, and none of the other. Refuses with the bad field. */
export function columnsOf(form: CouponForm, context: RentalContext): CouponValues {
  const values: CouponValues = {
    type: form.type,
    amount: satangOrNull(form.amount, 'amount'),
    discountAmount: satangOrNull(form.discountAmount, 'discountAmount'),
    rentalPeriod: form.rentalPeriod ?? null,
    discountDays: form.discountDays ?? null,
  };
  requireNone(couponProblems(values), context);
  return couponValues(values);
}

const TRIES = 5;

/** A code that no coupon has; the unique index has the last word. */
async function freeCode(db: RentalDatabase): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = couponCode((limit) => randomInt(limit));
    const taken = await db.selectFrom('coupon').select('id').where('code', '=', code).executeTakeFirst();
    if (!taken) return code;
  }
  throw new Error('no free coupon code found');
}

/** A new coupon with its code (K1). */
export async function createCoupon(
  context: RentalContext,
  values: CouponValues,
  origin: { readonly memberId: number | null; readonly sourceOrderId: number | null } = {
    memberId: null,
    sourceOrderId: null,
  },
): Promise<number> {
  const code = await freeCode(context.db);
  return (await context.write.insert('coupon', { ...values, ...origin, code, status: COUPON.unused })).id;
}

/** Where the event leads; refuses what the machine does not know. */
export function couponStep(context: RentalContext, status: number, event: CouponEvent): CouponStatus {
  const step = nextCouponState(status as CouponStatus, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/** A stored coupon as prices ask for it. */
export const termsOf = (row: CouponRow): Coupon =>
  couponTerms({
    type: row.type as 1 | 2,
    amount: row.amount === null ? null : satang(row.amount),
    discountAmount: row.discountAmount === null ? null : satang(row.discountAmount),
    rentalPeriod: row.rentalPeriod,
    discountDays: row.discountDays,
  });

/** The coupon that an order has redeemed. */
export const couponOfOrder = (db: RentalDatabase, orderId: number): Promise<CouponRow | undefined> =>
  db
    .selectFrom('coupon')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', COUPON.used)
    .executeTakeFirst();

const byCode = (db: RentalDatabase, code: string) => db.selectFrom('coupon').selectAll().where('code', '=', code);

/** The coupon of a code as it stands. */
export const couponOfCode = (db: RentalDatabase, code: string): Promise<CouponRow | undefined> =>
  byCode(db, code).executeTakeFirst();

/** The coupon of a code, locked: of two who redeem it at once the second sees it used. Refuses an empty code at its field. */
export async function lockCoupon(db: RentalDatabase, code: string): Promise<CouponRow | undefined> {
  if (code === '') throw refuseFields({ code: 'rental.field.required' });
  return byCode(db, code).forUpdate().executeTakeFirst();
}

/** Makes an unused coupon the order's (K3); its line and its code on the order are the caller's. */
export async function takeCoupon(context: RentalContext, coupon: CouponRow, orderId: number): Promise<void> {
  const status = couponStep(context, coupon.status, 'redeem');
  const useTime = new Date(context.now);
  await context.write.update('coupon', coupon.id, { status, orderId, useTime }, { expect: { status: COUPON.unused } });
}

/** Makes the order's coupon unused again, if it has one (K4). The order must be locked; callers void its line and empty its code. */
export async function releaseCoupon(context: RentalContext, order: Pick<OrderRow, 'id'>): Promise<void> {
  const coupon = await couponOfOrder(context.db, order.id);
  if (!coupon) return;
  const status = couponStep(context, coupon.status, 'release');
  await context.write.update(
    'coupon',
    coupon.id,
    { status, orderId: null, useTime: null },
    { expect: { status: COUPON.used } },
  );
}
