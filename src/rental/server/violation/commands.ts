import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  DEFAULT_TIME_ZONE,
  ORDER,
  VIOLATION,
  VIOLATION_STEP_TO,
  ZERO,
  additionalFeeProblems,
  atLeastZero,
  claimProblems,
  claimedProblem,
  deductInsteadProblem,
  formatTHB,
  matchOf,
  notThereProblem,
  satang,
  signed,
  smaller,
  subtract,
  waivedItems,
  toBaht,
  smsAddress,
  toWallClock,
} from '../../rules/index.ts';
import type { Satang } from '../../rules/index.ts';
import { defineCommand, type OrderRow, type RentalContext } from '../database.ts';
import { formerPlateAt } from '../facts/index.ts';
import { addLine, beginStep, repriceOrder, timeZoneOf, waivedOf, zoneOf } from '../order/index.ts';
import { requireNone } from '../problems.ts';
import type { SmsPayload } from '../sms/index.ts';
import { instantOf, wireTime } from '../times.ts';
import { completePaid, isClaimed, lockForClaim, stepOfViolation, type ViolationRow } from '../violationClaims/index.ts';
import { countFrom, custodiesAt, matchMany } from './custody.ts';
import { carOfNotice, lockPending } from './hooks.ts';

/** Violations that one statement looks up, and milliseconds after which a call begins no further one. */
const BATCH = 500;
const BUDGET_MS = 2_500;

const zoneOfCar = async (context: RentalContext, carId: number): Promise<string> =>
  timeZoneOf(context, (await context.row('vehicle', carId)).storeId, DEFAULT_TIME_ZONE);

/** Who had the car at that moment: one order, several of which one must be chosen, or null. */
export const matchViolation = defineCommand(calls.matchViolation, {
  async run({ time, noticePlate, carId: named = null }, context) {
    // Without a car its zone is unknown: the plate is looked up by the company's.
    const known = named === null ? DEFAULT_TIME_ZONE : await zoneOfCar(context, named);
    const carId = await carOfNotice(context, { noticePlate, named }, instantOf(time, known, 'time'));
    const timeZone = await zoneOfCar(context, carId);
    const instant = instantOf(time, timeZone, 'time');
    const found = await custodiesAt(context.db, carId, instant);
    const { orderId, candidates } = matchOf(instant, found);
    if (candidates.length === 0) return null;
    const sure = found.find((each) => each.orderId === orderId);
    return {
      orderId,
      orderNo: sure?.orderNo ?? '',
      renterName: sure?.renterName ?? '',
      candidates: candidates.map((id) => {
        const { orderNo, renterName, from, to } = found.find((each) => each.orderId === id)!;
        return {
          orderId: id,
          orderNo,
          renterName,
          from: toWallClock(from, timeZone),
          to: to === null ? '' : toWallClock(to, timeZone),
        };
      }),
    };
  },
});

/** No action needed, completed, or open again (W3–W5). */
export const violationStatus = defineCommand(calls.violationStatus, {
  async run({ id, status, remark }, context) {
    const row = await context.row('violation', id, { lock: true });
    stepOfViolation(context, row.status, VIOLATION_STEP_TO[status]);
    const said = remark?.trim() ?? '';
    if (status === VIOLATION.noAction) {
      if (said === '') throw refuseFields({ remark: 'msg.required' });
      requireNone((await isClaimed(context, id)) ? [claimedProblem()] : [], context);
    }
    await context.write.update(
      'violation',
      id,
      { status, ...(said !== '' && { remark: said }) },
      { expect: { status: row.status } },
    );
    return null;
  },
});

/** A person says whose violation it is: one of the orders that may have had the car, or nobody's. */
export const decideViolation = defineCommand(calls.decideViolation, {
  async run({ id, orderId }, context) {
    const row = await lockPending(context, id);
    requireNone((await isClaimed(context, id)) ? [claimedProblem()] : [], context);
    const time = row.time.getTime();
    const { candidates } = matchOf(time, await custodiesAt(context.db, row.carId!, time));
    if (orderId !== null && !candidates.includes(orderId)) requireNone([notThereProblem()], context);
    await context.write.update('violation', id, { orderId, match: 'chosen' }, { expect: { status: row.status } });
    return null;
  },
});

/** Looks up pending violations again, batch by batch, as many as fit into one call: orders are returned late, and corrected. */
export const rematchViolations = defineCommand(calls.rematchViolations, {
  async run({ after = 0 }, context) {
    const told = { looked: 0, changed: 0, undecided: 0, none: 0 };
    const end = performance.now() + BUDGET_MS;
    let last = after;
    do {
      const found = await matchMany(context, { after: last, limit: BATCH });
      const others = found.filter((each) => each.changed);
      await context.write.updateEach(
        'violation',
        others.map(({ id, match, orderId }) => ({ id, values: { match, orderId } })),
      );
      told.looked += found.length;
      told.changed += others.length;
      for (const match of ['undecided', 'none'] as const)
        told[match] += found.filter((each) => each.match === match).length;
      if (found.length < BATCH) return { ...told, left: 0, next: null };
      last = found.at(-1)!.id;
    } while (performance.now() < end);
    return { ...told, left: await countFrom(context, last), next: last };
  },
});

/** What the bill and the deduction say of it. */
async function reasonOf(context: RentalContext, row: ViolationRow): Promise<string> {
  const timeZone = await zoneOfCar(context, row.carId!);
  return `${row.behavior}, ${row.location}, ${wireTime(row.time, timeZone)}`.slice(0, 500);
}

/** The violation as somebody finds it who wants its fine paid; its order is locked next, and then the violation. */
async function claimable(context: RentalContext, id: number): Promise<ViolationRow & { readonly orderId: number }> {
  context.require('car-violation');
  const row = await context.row('violation', id);
  requireNone(claimProblems({ ...row, claimed: false }), context);
  return { ...row, orderId: row.orderId! };
}

/** Puts an amount of a fine on the bill. The order and the violation are locked. */
async function chargeFine(
  context: RentalContext,
  order: OrderRow,
  { id, amount, remark }: { readonly id: number; readonly amount: Satang; readonly remark: string },
): Promise<number> {
  requireNone(additionalFeeProblems('increase', amount, satang(order.total), remark), context);
  const line = { item: 'additional', amount, source: 'manual', remark, violationId: id } as const;
  const feeId = await addLine(context, order.id, line);
  await repriceOrder(context, order);
  await completePaid(context, order.id);
  return feeId;
}

/** What of the waived deposits is left for a fine; nothing of other orders. */
async function leftOfWaived(context: RentalContext, order: OrderRow): Promise<Satang> {
  const { waived, taken } = await waivedOf(context, order);
  return atLeastZero(subtract(waived, taken));
}

/**
 * Asks for the fine out of the waived deposit (W6): a deduction of type 2, which another person reviews. What is beyond the waived deposit goes on the
 * bill.
 */
export const deductViolation = defineCommand(calls.deductViolation, {
  async run({ id }, context) {
    const { orderId, ...row } = await claimable(context, id);
    const order = await context.row('order', orderId, { lock: true });
    const fine = satang(row.fine);
    const left = await leftOfWaived(context, order);
    // An order that waived nothing, or has not begun, is refused by the deduction itself.
    const deducted = waivedItems(order).length > 0 && order.status !== ORDER.approved ? smaller(fine, left) : fine;
    const reason = await reasonOf(context, { ...row, orderId });
    const images = row.documents ?? [];
    const deduction = { orderId, type: 2, violationId: id, amount: toBaht(deducted), reason, images };
    const beyond = subtract(fine, deducted);
    if (beyond > ZERO) {
      context.require('order-edit');
      await beginStep(context, orderId, 'additionalfee');
    }
    if (deducted === ZERO) await lockForClaim(context, id, { event: 'charge', orderId });
    const made = deducted > ZERO ? (await context.save('deduction', deduction)).id : null;
    if (beyond === ZERO) return { id: made };
    return { id: made, feeId: await chargeFine(context, order, { id, amount: beyond, remark: reason }) };
  },
});

/** Puts the fine on the bill (W6); a bill that is paid already completes the violation at once. */
export const chargeViolation = defineCommand(calls.chargeViolation, {
  async run({ id }, context) {
    const { orderId } = await claimable(context, id);
    const { order } = await beginStep(context, orderId, 'additionalfee');
    const begun = order.status !== ORDER.approved;
    if (begun && waivedItems(order).includes('violationDeposit') && (await leftOfWaived(context, order)) > ZERO)
      requireNone([deductInsteadProblem()], context);
    const row = await lockForClaim(context, id, { event: 'charge', orderId });
    const remark = await reasonOf(context, row);
    return { id: await chargeFine(context, order, { id, amount: satang(row.fine), remark }) };
  },
});

/** Tells the renter by SMS, with the settings of the pickup store's supplier; nobody is told by the system alone. */
export const notifyViolation = defineCommand(calls.notifyViolation, {
  async run({ id }, context) {
    const row = await lockPending(context, id);
    requireNone(claimProblems({ ...row, claimed: false }), context);
    const order = await context.row('order', row.orderId!);
    const setting = await context.db
      .selectFrom('store')
      .innerJoin('smsSetting', 'smsSetting.supplierId', 'store.supplierId')
      .select(['smsSetting.supplierId', 'signature'])
      .where('store.id', '=', order.pickupStoreId)
      .executeTakeFirst();
    const car = await context.row('vehicle', row.carId!);
    const plate = row.noticePlate ?? (await formerPlateAt(context.db, car.id, row.time.getTime())) ?? car.plate;
    const text = context.t('resources.smsSetting.texts.general.violation', {
      renterName: order.renterName,
      orderNo: order.orderNo ?? '',
      plate,
      time: wireTime(row.time, await zoneOf(context, order)),
      behavior: row.behavior,
      location: row.location,
      fine: formatTHB(satang(row.fine)),
    });
    const payload: SmsPayload = {
      text: signed(setting?.signature ?? null, text),
      supplierId: setting?.supplierId ?? null,
    };
    const messageId = await context.write.message({
      channel: 'sms',
      topic: 'violation',
      to: smsAddress(order.renterPhone, order.renterCountryCode),
      payload,
      values: { storeId: order.pickupStoreId, orderId: order.id, memberId: order.memberId },
    });
    await context.write.update('violation', id, { notifyTime: new Date(context.now) });
    return { messageId };
  },
});
