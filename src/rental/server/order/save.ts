import { calls, type SaveInput } from '../../calls/index.ts';
import { atOnce } from 'forecourt/server';
import { BACK_OFFICE_CHANNEL, FLASH_RENTAL, ORDER, enteredCode } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { lockCoupon } from '../coupon/index.ts';
import { notice, requireNone } from '../problems.ts';
import { createOrder, modifyOrder } from './book.ts';
import { changesRenter, concerning } from './changedParts.ts';
import { correctRenter } from './correctRenter.ts';
import type { Booking, Renting } from './book.ts';
import { canBePriced, missingForOrder } from './draft.ts';
import type { Draft } from './draft.ts';
import { readNames } from './notify.ts';
import { bookingQuestions, channelNumberProblem } from './questions.ts';
import { draftOf, quoteDraft } from './quote.ts';
import { blacklistEntry, blacklistRefusal, hasRenter, lookFor } from './renter.ts';
import { beginStep } from './step.ts';

/** New and modify (O1, O2): the same questions, asked while nobody else can book what is asked for; what the quote warns of is said with the booking, too. */
export const saveOrder = defineCommand(calls.saveOrder, {
  run: (input, context) => saveBooking(context, input),
});

/** Books, or changes what is booked, for whoever asks: the desk or a channel. Of an order only what changes is asked (D-ORD-34). */
export async function saveBooking(context: RentalContext, input: SaveInput) {
  context.require(input.id === undefined ? 'order-add' : 'order-edit');
  const order = input.id === undefined ? null : await context.row('order', input.id, { lock: true });
  const drafted = order === null ? undefined : await draftOf(context, input, order);
  if (order !== null && drafted) {
    const { draft } = drafted;
    const isRenter = changesRenter(draft, order);
    await beginStep(context, order.id, isRenter && order.status !== ORDER.approved ? 'renter' : 'modify');
    if (isRenter) {
      const override = { allow: input.allowBlacklisted === 1, reason: input.overrideReason ?? '' };
      return { ...(await correctRenter(context, order, draft, override, input.updateTime)), warnings: [] };
    }
  }
  const booking = await examine(context, input, order, drafted);
  const saved = await (order === null ? createOrder(context, booking) : modifyOrder(context, booking, order));
  return { ...saved, warnings: booking.warnings.map((each) => notice(each, context)) };
}

/** Locks what the order needs, prices it, and refuses what the rules do not allow. */
async function examine(
  context: RentalContext,
  input: SaveInput,
  order: OrderRow | null,
  known: Awaited<ReturnType<typeof draftOf>> | undefined,
): Promise<Booking> {
  const storeId = input.pickupStoreId ?? order?.pickupStoreId ?? null;
  if (storeId !== null && storeId !== order?.pickupStoreId) context.requireScope(storeId);
  const subModelId = input.subModelId ?? order?.subModelId ?? null;
  const carId = input.carId === undefined ? (order?.carId ?? null) : input.carId;
  const [locked, drafted] = await atOnce(
    lockForBooking(
      context.db,
      [storeId !== null && subModelId !== null ? { storeId, subModelId } : null],
      [carId, order?.carId ?? null],
      { flashRental: (input.serviceType ?? order?.serviceType) === FLASH_RENTAL, order },
    ),
    // The zone of another store is read under its lock.
    known && storeId === order?.pickupStoreId ? Promise.resolve(known) : draftOf(context, input, order),
  );

  const code = order === null ? enteredCode(input.couponCode ?? '') : '';
  if (code !== '') {
    context.require('order-edit');
    await lockCoupon(context.db, code);
  }

  const { draft } = drafted;
  const [quoted, listed, renting] = await atOnce(
    quoteDraft(context, input, order, drafted),
    hasRenter(draft) && !isKnown(draft, order)
      ? blacklistEntry(context.db, draft).executeTakeFirst()
      : Promise.resolve(undefined),
    order === null ? forNewOrder(context, draft) : Promise.resolve(null),
  );
  const { priced, entered, lines, parameters } = quoted;
  requireNone(distinct([...concerning(missingForOrder(draft), draft, order), ...priced.errors]), context);
  if (!hasRenter(draft) || !canBePriced(draft)) throw new Error('a draft without errors says who rents what');
  const blacklist = blacklistRefusal(context, listed, {
    allow: input.allowBlacklisted === 1,
    reason: input.overrideReason ?? '',
  });
  requireNone(blacklist.problem ? [blacklist.problem] : [], context);
  const renumbered = order === null || order.channel !== draft.channel || order.channelOrderNo !== draft.channelOrderNo;
  const taken = renumbered ? await channelNumberProblem(context, draft, order?.id ?? null) : null;
  requireNone(taken ? [taken] : [], context);
  const isNew = renting !== null && input.confirmed !== 1;
  const memberIds = isNew ? renting.found.map(({ id }) => id) : [];
  requireNone(await bookingQuestions(context, draft, memberIds), context);
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
    renting,
    updateTime: input.updateTime,
  };
}

/** The renter is the one that the order has already. */
const isKnown = (draft: Draft, order: OrderRow | null): boolean =>
  order !== null && order.renterPhone === draft.renterPhone && order.renterIdNo === draft.renterIdNo;

/** What a new order asks beside its price, as far as it is filled in. */
async function forNewOrder(context: RentalContext, draft: Draft): Promise<Renting | null> {
  if (!hasRenter(draft) || !canBePriced(draft)) return null;
  const [found, names, ids] = await atOnce(
    lookFor(context.db, draft),
    readNames(context, draft),
    context.write.nextIds('order', 'member'),
  );
  const [orderId, memberId] = ids as [number, number];
  return names ? { found, names, orderId, memberId } : null;
}

/** The same missing field is not said twice. */
const distinct = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(
    (each, index) => problems.findIndex((other) => other.code === each.code && other.field === each.field) === index,
  );
