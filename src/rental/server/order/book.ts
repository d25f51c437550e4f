import { sentenceText } from 'forecourt/locale';
import { CONTRACT, ORDER, PAYMENT } from '../../rules/index.ts';
import type { Charges, FeeLine, Parameters, PriceSnapshot, Problem } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { releaseCoupon, takeCoupon } from '../coupon/index.ts';
import type { CouponRow } from '../coupon/index.ts';
import { readParameters } from '../facts/index.ts';
import { release, reserve } from '../holds/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { nextOrderNumber } from '../numbers/index.ts';
import { replaceBookedLines, rowsOf } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import type { BillLine } from './bill.ts';
import { columnsOf, termsOf } from './draft.ts';
import type { Draft, PricedParts } from './draft.ts';
import { notifyRenter } from './notify.ts';
import type { Names } from './notify.ts';
import { recordPayment } from './recordPayment.ts';
import { completeMember, knownMember, memberOf, newMember } from './renter.ts';
import type { lookFor, Renter } from './renter.ts';
import { unsigned } from './unsigned.ts';

/** A draft that may be booked, and what it costs. */
export interface Booking {
  readonly draft: Draft & Renter & PricedParts;
  readonly charges: Charges;
  readonly snapshot: PriceSnapshot;
  readonly timeZone: string;
  /** Rules that were set aside, for the record. */
  readonly overrides: readonly { readonly kind: 'blacklist'; readonly reason: string }[];
  /** What whoever books should know although it does not decide. */
  readonly warnings: readonly Problem[];
  readonly prepaid: boolean;
  /** The whole bill of the order that is changed, as it was; nothing for a new one. */
  readonly lines: readonly BillLine[];
  readonly parameters: Parameters;
  readonly locked: LockedCars;
  /** The price does without the coupon that the order had. */
  readonly couponDropped: boolean;
  /** What a new order redeems with the booking; the price is with it. */
  readonly coupon: CouponRow | null;
  /** Of a new order. */
  readonly renting: Renting | null;
  readonly updateTime: string | undefined;
}

/** What was read for a new order beside its price: members who may be the renter, locked, what a message to the renter speaks of, and ids to be used. */
export interface Renting {
  readonly found: Awaited<ReturnType<typeof lookFor>>;
  readonly names: Names;
  readonly orderId: number;
  readonly memberId: number;
}

/** What is said of a line that brings a bill to what a channel has agreed with the renter. */
export const AGREED_TOTAL = sentenceText({ key: 'rental.order.agreedTotal' });

const OTHER = 7;
const ZUZUCHE_PAY = 6;
const ZUZUCHE = 3;

/** O1: order, lines, hold, member, its coupon, and for a prepaid channel the income, all or nothing. */
export async function createOrder(context: RentalContext, booking: Booking): Promise<{ id: number; orderNo: string }> {
  const { draft, charges, snapshot, timeZone, renting } = booking;
  if (!renting) throw new Error('a draft without errors says who rents what');
  const id = renting.orderId;
  const member = await knownMember(context.db, renting.found);
  const columns = await columnsWithAddresses(context, draft);
  const memberId = member ? await completeMember(context, draft, member) : renting.memberId;
  const orderNo = await nextOrderNumber(context, timeZone);
  // From here on nothing is waited for that the order does not need: it goes out in one piece, with the end of the transaction.
  if (!member) context.write.atEnd.insert('member', [{ id: memberId, ...newMember(draft) }]);
  const order = {
    ...columns,
    id,
    orderNo,
    memberId,
    status: ORDER.approved,
    rentalDays: charges.days,
    rentalHours: charges.hours,
    total: charges.total,
    payable: charges.payable,
    paid: 0,
    contractStatus: CONTRACT.unsigned,
    priceSnapshot: snapshot,
    couponCode: booking.coupon?.code ?? null,
    overrides: booking.overrides.length > 0 ? booking.overrides : null,
  };
  context.write.atEnd.insert('order', [order]);
  const remarkOf = ({ source, item }: FeeLine): string | null =>
    source === 'manual' ? AGREED_TOTAL : item === 'coupon' ? (booking.coupon?.code ?? null) : null;
  const lines = charges.fees.map((line) => ({ ...line, remark: remarkOf(line) }));
  context.write.atEnd.insert('orderFee', rowsOf(context, id, lines));
  if (booking.coupon) await takeCoupon(context, booking.coupon, id);
  if (order.carId !== null) await holdCar(context, order, booking);
  if (booking.prepaid && charges.total > 0) {
    await recordPayment(
      context,
      { ...order, ...termsOf(draft) },
      {
        type: PAYMENT.income,
        amount: charges.total,
        feeItem: 'total',
        method: draft.channel === ZUZUCHE ? ZUZUCHE_PAY : OTHER,
      },
    );
  }
  notifyRenter(context, 'created', order, renting.names, timeZone);
  return { id, orderNo };
}

/** O2: the order becomes what the draft says; its car moves with it. */
export async function modifyOrder(
  context: RentalContext,
  booking: Booking,
  before: OrderRow,
): Promise<{ id: number; orderNo: string }> {
  const { draft, charges, snapshot } = booking;
  if (booking.couponDropped) await releaseCoupon(context, before);
  const memberId = await memberOf(context, draft);
  await replaceBookedLines(context, before.id, charges.fees, booking.lines);
  await repriceOrder(
    context,
    before,
    {
      ...(await columnsWithAddresses(context, draft)),
      memberId,
      rentalDays: charges.days,
      rentalHours: charges.hours,
      priceSnapshot: snapshot,
      ...(booking.couponDropped && { couponCode: null }),
      ...(booking.overrides.length > 0 && { overrides: [...(before.overrides ?? []), ...booking.overrides] }),
      ...unsigned(before),
    },
    { updateTime: booking.updateTime },
  );
  const times = { plannedPickupTime: new Date(draft.pickup!), plannedReturnTime: new Date(draft.returned!) };
  await holdCar(context, { id: before.id, carId: draft.carId, ...times }, booking);
  return { id: before.id, orderNo: before.orderNo! };
}

/**
 * Makes the hold what the order needs: its car for its time and the turnaround, or none while it has no plate. `known` is what the caller has
 * locked and read already.
 */
export async function holdCar(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'carId' | 'plannedPickupTime' | 'plannedReturnTime'> & {
    readonly actualPickupTime?: Date | null;
    readonly carSince?: Date | null;
  },
  known: { readonly locked?: LockedCars; readonly parameters?: Pick<Parameters, 'turnaroundMinutes'> } = {},
): Promise<void> {
  const source = { kind: 'order', sourceId: order.id } as const;
  if (order.carId === null) return release(context, source);
  const { turnaroundMinutes } = known.parameters ?? (await readParameters(context.db));
  const start = (order.carSince ?? order.actualPickupTime ?? order.plannedPickupTime).getTime();
  return reserve(
    context,
    order.carId,
    { start, end: Math.max(start, order.plannedReturnTime.getTime()), turnaroundMinutes },
    source,
    known.locked,
  );
}

/** A delivery point is an address, too: sheets and lists show it where nothing was typed. */
async function columnsWithAddresses<D extends Draft>(context: RentalContext, draft: D) {
  const columns = columnsOf(draft);
  for (const end of ['pickup', 'return'] as const) {
    const pointId = draft[`${end}PointId`];
    if (pointId === null || draft[`${end}Address`] !== null) continue;
    const point = await context.db
      .selectFrom('deliveryFee')
      .select(['name', 'address'])
      .where('id', '=', pointId)
      .executeTakeFirst();
    columns[`${end}Address`] = point?.address || point?.name || null;
  }
  return columns;
}
