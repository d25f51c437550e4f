import { calls, type SaveInput } from '../../calls/index.ts';
import { BACK_OFFICE_CHANNEL, FLASH_RENTAL, enteredCode } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { lockCoupon } from '../coupon/index.ts';
import { notice, requireNone } from '../problems.ts';
import { createOrder, modifyOrder } from './book.ts';
import type { Booking } from './book.ts';
import { missingForOrder } from './draft.ts';
import { quoteOf } from './quote.ts';
import { blacklistRefusal, hasRenter } from './renter.ts';
import { beginStep } from './step.ts';

/** New and modify (O1, O2): the same questions, asked while nobody else can book what is asked for; what the quote warns of is said with the booking, too. */
export const saveOrder = defineCommand(calls.saveOrder, {
  run: (input, context) => saveBooking(context, input),
});

/** Books, or changes what is booked, for whoever asks: the desk or a channel. Refuses what the rules do not allow. */
export async function saveBooking(context: RentalContext, input: SaveInput) {
  context.require(input.id === undefined ? 'order-add' : 'order-edit');
  const order = input.id === undefined ? null : (await beginStep(context, input.id, 'modify')).order;
  const booking = await examine(context, input, order);
  const saved = await (order === null ? createOrder(context, booking) : modifyOrder(context, booking, order));
  return { ...saved, warnings: booking.warnings.map((each) => notice(each, context)) };
}

/** Locks what the order needs, prices it, and refuses what the rules do not allow. */
async function examine(context: RentalContext, input: SaveInput, order: OrderRow | null): Promise<Booking> {
  const storeId = input.pickupStoreId ?? order?.pickupStoreId ?? null;
  if (storeId !== null && storeId !== order?.pickupStoreId) context.requireScope(storeId);
  const subModelId = input.subModelId ?? order?.subModelId ?? null;
  const carId = input.carId === undefined ? (order?.carId ?? null) : input.carId;
  const locked = await lockForBooking(
    context.db,
    [storeId !== null && subModelId !== null ? { storeId, subModelId } : null],
    [carId, order?.carId ?? null],
    { flashRental: (input.serviceType ?? order?.serviceType) === FLASH_RENTAL },
  );

  const code = order === null ? enteredCode(input.couponCode ?? '') : '';
  if (code !== '') {
    context.require('order-edit');
    await lockCoupon(context.db, code);
  }

  const { draft, priced, entered, lines, parameters } = await quoteOf(context, input, order);
  requireNone(distinct([...missingForOrder(draft), ...priced.errors]), context);
  if (!hasRenter(draft)) throw new Error('a draft without errors says who rents');
  const known = order !== null && order.renterPhone === draft.renterPhone && order.renterIdNo === draft.renterIdNo;
  const blacklist = known
    ? { problem: null, overridden: false }
    : await blacklistRefusal(context, draft, {
        allow: input.allowBlacklisted === 1,
        reason: input.overrideReason ?? '',
      });
  requireNone(blacklist.problem ? [blacklist.problem] : [], context);
  const { charges, snapshot, pickupStore } = priced;
  if (!charges || !snapshot || !pickupStore) throw new Error('a draft without errors has a price');
  return {
    draft,
    charges,
    snapshot,
    timeZone: pickupStore.timeZone,
    lines,
    parameters,
    locked,
    overrides: blacklist.overridden ? [{ kind: 'blacklist', reason: input.overrideReason! }] : [],
    prepaid: input.prepaid === 1 && draft.channel !== BACK_OFFICE_CHANNEL,
    warnings: priced.warnings,
    couponDropped: priced.couponDropped,
    coupon: entered ?? null,
    updateTime: input.updateTime,
  };
}

/** The same missing field is not said twice. */
const distinct = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(
    (each, index) => problems.findIndex((other) => other.code === each.code && other.field === each.field) === index,
  );
