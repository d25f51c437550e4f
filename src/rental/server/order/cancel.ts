import { calls } from '../../calls/index.ts';
import {
  CANCELLED,
  ZERO,
  applyingMoves,
  cancellationPreview,
  cancellationRefund,
  dateOf,
  nextState,
  noShowProblem,
  penaltyProblem,
  satang,
  toBaht,
} from '../../rules/index.ts';
import type { CancelKind, CancellationPreview, Problem, Satang } from '../../rules/index.ts';
import type { TypeOf } from 'forecourt/calls';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { lockForBooking, relyingOn } from '../availability/index.ts';
import { readHolidays, readParameters, readStores } from '../facts/index.ts';
import { release } from '../holds/index.ts';
import { releaseCoupon } from '../coupon/index.ts';
import { notice, refusalOf, requireNone, satangOf } from '../problems.ts';
import { askAllBack } from './askRefund.ts';
import { addLine, readLines, voidLines } from './bill.ts';
import type { BillLine } from './bill.ts';
import { keepMoney } from './keepMoney.ts';
import { pendingRefunds, pendingSum } from './money.ts';
import { notifyRenter, readNames } from './notify.ts';
import { beginStep } from './step.ts';

interface Terms {
  readonly preview: CancellationPreview;
  /** What the renter has with us: paid and not already asked back. */
  readonly held: Satang;
  readonly timeZone: string;
}

const isTaken = (line: BillLine): boolean => line.source === 'deduction' && !line.voided;

async function termsOf(context: RentalContext, order: OrderRow): Promise<Terms> {
  const store = (await readStores(context.db, [order.pickupStoreId])).stores.get(order.pickupStoreId)!;
  const plannedPickup = order.plannedPickupTime.getTime();
  const lines = await readLines(context.db, order.id);
  // What was taken from a waived deposit stays taken, whatever becomes of the order.
  const deducted = satang(lines.filter(isTaken).reduce((sum, line) => sum + line.amount, 0));
  const pending = pendingSum(await pendingRefunds(context.db, order.id));
  const held = satang(order.paid - pending - deducted);
  const preview = cancellationPreview({
    now: context.now,
    plannedPickup,
    timeZone: store.timeZone,
    rules: store.cancelRules,
    holidays: await readHolidays(context.db, dateOf(plannedPickup, store.timeZone)),
    fees: lines,
    paid: held,
  });
  return { preview, held, timeZone: store.timeZone };
}

/** What a cancellation now would cost (D-ORD-10). */
export const cancelPreview = defineCommand(calls.cancelPreview, {
  async run({ id }, context) {
    const order = await context.row('order', id);
    const step = nextState(order.status, 'cancel');
    if (!step.ok) throw refusalOf([step.refusal], context);
    const { preview, timeZone } = await termsOf(context, order);
    const { rule, freeHours, percent, hoursToPickup } = preview;
    return {
      rule,
      freeHours,
      hoursToPickup: Math.floor(hoursToPickup * 100) / 100,
      percent,
      base: toBaht(preview.base),
      penalty: toBaht(preview.penalty),
      refundable: toBaht(preview.refund),
      warnings: (await leftBehind(context, order, timeZone)).map((each) => notice(each, context)),
    };
  },
});

/** Closes an order whose renter did not come (O22): as a cancellation, with the same penalty, and kept as a no-show. */
export const noShow = defineCommand(calls.noShow, {
  run: (input, context) => cancelBooking(context, input, CANCELLED.noShow),
});

/** Calls the order off (O13): penalty instead of the bill, car free, what was paid beyond the penalty asked back, renter told. */
export const cancelOrder = defineCommand(calls.cancelOrder, { run: (input, context) => cancelBooking(context, input) });

/** The same for whoever asks: the desk or a channel. */
export async function cancelBooking(
  context: RentalContext,
  { id, reason, penalty: asked }: TypeOf<(typeof calls.cancelOrder)['input']>,
  kind: CancelKind = CANCELLED.calledOff,
): Promise<TypeOf<(typeof calls.cancelOrder)['answer']>> {
  const { order, to } = await beginStep(context, id, kind === CANCELLED.noShow ? 'noshow' : 'cancel');
  const { preview, held, timeZone } = await termsOf(context, order);
  const early =
    kind === CANCELLED.noShow ? noShowProblem(order.plannedPickupTime.getTime(), context.now, timeZone) : null;
  requireNone(early ? [early] : [], context);
  const penalty = asked === undefined ? preview.penalty : satangOf(asked, 'penalty');
  const refusal = penaltyProblem(penalty, preview, context.can('order-enable'));
  requireNone(refusal ? [refusal] : [], context);

  if (order.pickupStoreId !== order.returnStoreId) await lockForBooking(context.db, [], [order.carId], { order });
  const warnings = await leftBehind(context, order, timeZone);
  const lines = await readLines(context.db, id);
  await voidLines(
    context,
    lines.filter((line) => !line.voided && !isTaken(line)),
  );
  if (penalty > ZERO)
    await addLine(context, id, { item: 'penalty', amount: penalty, source: 'penalty', remark: reason.trim() });
  const override =
    penalty === preview.penalty
      ? {}
      : { overrides: [...(order.overrides ?? []), { kind: 'penalty', reason: reason.trim() }] };
  await releaseCoupon(context, order);
  // A cancelled order owes its penalty and nothing else: deposits pay what nothing else has paid of it, and go back with the rest.
  const { total } = await keepMoney(context, order, {
    changes: {
      status: to,
      couponCode: null,
      cancelKind: kind,
      cancelReason: reason.trim(),
      cancelTime: new Date(context.now),
      ...override,
    },
    guard: { expect: { status: order.status } },
    moves: (facts) => applyingMoves(facts.held, facts),
  });
  await release(context, { kind: 'order', sourceId: id });
  const refunds = await askAllBack(context, order, {
    ...{ feeItem: 'total', amount: cancellationRefund(held, penalty), reason: reason.trim(), remark: null },
  });
  const names = (await readNames(context, order))!;
  notifyRenter(context, 'cancelled', { ...order, total }, names, timeZone);
  return {
    penalty: toBaht(penalty),
    refundId: refunds[0]?.id ?? null,
    refunds: refunds.map(({ id: refundId, amount, method }) => ({
      id: refundId,
      amount: toBaht(satang(amount)),
      method,
    })),
    warnings: warnings.map((each) => notice(each, context)),
  };
}

/** Orders at the return store that relied on the car that this one was to bring. A cancellation is not refused for it: somebody has to move a car. */
async function leftBehind(context: RentalContext, order: OrderRow, timeZone: string): Promise<readonly Problem[]> {
  const { db, now } = context;
  if (order.pickupStoreId === order.returnStoreId) return [];
  const { turnaroundMinutes } = await readParameters(db);
  return relyingOn(db, order, { now, timeZone, turnaroundMinutes });
}
