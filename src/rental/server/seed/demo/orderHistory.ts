import type { Row } from 'forecourt/server';
import {
  CONTRACT,
  DEFAULT_PARAMETERS,
  DEFAULT_TIME_ZONE,
  HOUR,
  MINUTE,
  ORDER,
  PAYMENT,
  REFUND,
  VEHICLE,
  ZERO,
  add,
  cancellationPreview,
  dateOf,
  defaultCancelRules,
  lengthLines,
  satang,
  subtract,
  totals,
  type FeeLine,
  type Satang,
} from '../../../rules/index.ts';
import { deduct, refundDeposits, type Pay } from './claims.ts';
import { iso, orderNo, type Draft } from './draft.ts';
import { renewalRows } from './renewals.ts';
import type { Slot } from './schedule.ts';
import type { OrderRows, World } from './world.ts';

/** Where an order stands now; a few are late on purpose. */
export function stateOf(world: World, slot: Slot): Draft['state'] {
  const { random, now } = world;
  if (slot.pickup > now) return random.chance(0.06) ? ORDER.cancelled : ORDER.approved;
  if (slot.returned <= now)
    return random.chance(0.07)
      ? ORDER.cancelled
      : now - slot.returned < 5 * HOUR && random.chance(0.5)
        ? ORDER.pickedUp
        : ORDER.returned;
  return now - slot.pickup < 4 * HOUR && random.chance(0.4) ? ORDER.approved : ORDER.pickedUp;
}

function feeRows(draft: Draft, lines: readonly FeeLine[], at: number, voided = 0): Row[] {
  return lines.map((line) => ({
    orderId: draft.id,
    item: line.item,
    amount: line.amount,
    source: line.source,
    voided,
    operatorId: draft.clerk,
    time: iso(at),
  }));
}

/** Writes one order and all that hangs on it into `rows`; moves the car along. */
export function writeOrder(world: World, rows: OrderRows, draft: Draft, base: Row): void {
  const { random, now } = world;
  const { slot, id, state, quote, trip, snapshot, renewal } = draft;
  const deposit = trip.depositType;
  let fees: readonly FeeLine[] = quote.fees;
  let paid: Satang = ZERO;
  let deducted: readonly FeeLine[] = [];
  let pickedUpAt: number | null = null;
  let returnedAt: number | null = null;
  const log = (event: string, at: number, before: Row | null, after: Row): void => {
    rows.recordChange.push({ entity: 'order', recordId: id, time: iso(at), userId: draft.clerk, event, before, after });
  };
  log('order.save', slot.bookedAt, null, { status: ORDER.approved, total: quote.total, payable: quote.payable });
  const pay: Pay = (amount, at, type, more) => {
    const method = (more['method'] ??
      random.weighted([
        [1, 40],
        [2, 35],
        [3, 12],
        [4, 3],
        [5, 10],
      ] as const)) as number;
    rows.payment.push({
      orderId: id,
      storeId: base['pickupStoreId'],
      day: dateOf(at, DEFAULT_TIME_ZONE),
      late: 0,
      type,
      amount,
      feeItem: 'total',
      time: iso(at),
      operatorId: draft.clerk,
      transactionNo: method === 5 ? null : `${dateOf(at, DEFAULT_TIME_ZONE).replaceAll('-', '')}${random.digits(12)}`,
      ...more,
      method,
    });
    const before = paid;
    paid = type === PAYMENT.income ? add(paid, amount) : subtract(paid, amount);
    log('order.payment', at, { paid: before }, { paid });
  };
  const task = (type: 'pickup' | 'return', time: number, mileage: number): void => {
    rows.orderTask.push({
      orderId: id,
      type,
      time: iso(time),
      carId: slot.car.id,
      mileage,
      oil: random.int(6, 8),
      idPhotos: [],
      licencePhotos: [],
      attachments: [],
      damagePhotos: [],
      voided: 0,
      operatorId: draft.clerk,
      previousMileage: slot.car.mileage,
      previousStoreId: slot.car.storeId,
    });
  };

  const needsPayment = state === ORDER.pickedUp || state === ORDER.returned || random.chance(0.68);
  if (needsPayment)
    pay(
      quote.payable,
      Math.min(slot.bookedAt + random.int(2, 90) * MINUTE, slot.pickup, now - MINUTE),
      PAYMENT.income,
      {},
    );
  if (state === ORDER.pickedUp || state === ORDER.returned) {
    pickedUpAt = Math.min(slot.pickup + random.int(-20, 40) * MINUTE, now - 10 * MINUTE);
    task('pickup', pickedUpAt, slot.car.mileage);
    log('order.pickup', pickedUpAt, { status: ORDER.approved }, { status: ORDER.pickedUp });
  }
  if (renewal) {
    const kept = renewalRows(renewal, {
      id,
      renewalId: rows.renewal.length + 1,
      to: slot.returned,
      clerk: draft.clerk,
    });
    rows.renewal.push(kept.renewal);
    rows.orderFee.push(...kept.fees);
    log('order.renew', renewal.at, { plannedReturnTime: iso(renewal.from) }, { plannedReturnTime: iso(slot.returned) });
    if (renewal.charges.fee > 0)
      pay(renewal.charges.fee, renewal.at + 10 * MINUTE, PAYMENT.income, { feeItem: 'rental' });
  }
  /** Lines that are on the bill beside those written here. */
  const renewed = renewal?.charges.fees ?? [];
  if (state === ORDER.returned) {
    returnedAt = Math.min(
      slot.returned +
        random.weighted([
          [-90, 25],
          [0, 40],
          [20, 25],
          [100, 6],
          [190, 4],
        ] as const) *
          MINUTE,
      now - 5 * MINUTE,
    );
    slot.car.mileage += Math.round(((returnedAt - pickedUpAt!) / (24 * HOUR)) * random.int(60, 190)) + 12;
    task('return', returnedAt, slot.car.mileage);
    log('order.return', returnedAt, { status: ORDER.pickedUp }, { status: ORDER.returned });
    const late = returnedAt - slot.returned > DEFAULT_PARAMETERS.overrunGraceMinutes * MINUTE;
    if (late) {
      const planned = lengthLines(snapshot, slot.pickup, slot.returned, trip.service);
      const real = lengthLines(snapshot, slot.pickup, returnedAt, trip.service);
      const extra = (['rental', 'hourly', 'basicInsurance', 'premiumService', 'vipService'] as const)
        .map((item): FeeLine => ({ item, amount: satang(Math.max(0, real[item] - planned[item])), source: 'overrun' }))
        .filter((line) => line.amount > 0);
      fees = [...fees, ...extra];
      const due = subtract(totals([...fees, ...renewed], trip).payable, paid);
      if (due > 0) pay(due, Math.min(returnedAt + 5 * MINUTE, now), PAYMENT.income, { feeItem: 'hourly' });
    }
    if (deposit === 1) refundDeposits(world, rows, draft, returnedAt, pay);
  }
  const outSince = returnedAt ?? pickedUpAt;
  if (deposit === 3 && outSince !== null) deducted = deduct(world, rows, draft, outSince, pay);
  let cancelTime: number | null = null;
  if (state === ORDER.cancelled) {
    cancelTime = Math.floor(Math.min(slot.bookedAt + random.next() * (slot.pickup - slot.bookedAt), now - 5 * MINUTE));
    const preview = cancellationPreview({
      now: cancelTime,
      plannedPickup: slot.pickup,
      timeZone: DEFAULT_TIME_ZONE,
      rules: defaultCancelRules(DEFAULT_PARAMETERS),
      holidays: world.holidays,
      fees: quote.fees,
      paid,
    });
    rows.orderFee.push(...feeRows(draft, quote.fees, slot.bookedAt, 1));
    log('order.cancel', cancelTime, { status: ORDER.approved }, { status: ORDER.cancelled });
    fees = preview.penalty > 0 ? [{ item: 'penalty', amount: preview.penalty, source: 'penalty' }] : [];
    const back = preview.refund;
    if (back > 0) {
      const open = now - cancelTime < 3 * 24 * HOUR;
      rows.refund.push({
        refundNo: orderNo('F', cancelTime, rows.refund.length % 100_000),
        orderId: id,
        feeItem: 'total',
        amount: back,
        method: 1,
        reason: '客人取消 cancelled by the renter',
        status: open ? REFUND.submitted : REFUND.success,
        applyTime: iso(cancelTime),
        finishTime: open ? null : iso(cancelTime + HOUR),
        requesterId: draft.clerk,
      });
      if (!open)
        pay(back, Math.min(cancelTime + HOUR, now), PAYMENT.refund, { method: 1, refundId: rows.refund.length });
    }
  }
  rows.orderFee.push(...feeRows(draft, fees, state === ORDER.cancelled ? cancelTime! : slot.bookedAt));
  const sums = totals([...fees, ...renewed, ...deducted], trip);
  const carId = base['carId'] as number | null;
  if (carId && (state === ORDER.approved || state === ORDER.pickedUp)) {
    rows.hold.push({
      carId,
      kind: 'order',
      sourceId: id,
      startTime: iso(slot.pickup),
      endTime: iso(slot.returned + DEFAULT_PARAMETERS.turnaroundMinutes * MINUTE),
    });
  }
  if (state === ORDER.pickedUp) slot.car.status = VEHICLE.rented;
  const isSigned =
    state === ORDER.returned ||
    (state === ORDER.pickedUp && random.chance(0.85)) ||
    (state === ORDER.approved && random.chance(0.25));
  const signedAt = pickedUpAt ?? slot.bookedAt;
  rows.order.push({
    ...base,
    id,
    status: state,
    total: sums.total,
    // Deposits follow from the payment records, as those of an earlier version do.
    payable: sums.payable,
    paid,
    actualPickupTime: pickedUpAt && iso(pickedUpAt),
    actualReturnTime: returnedAt && iso(returnedAt),
    contractStatus: isSigned ? CONTRACT.signed : CONTRACT.unsigned,
    contractNo: isSigned ? orderNo('C', signedAt, id % 100_000) : null,
    contractSignTime: isSigned ? iso(signedAt) : null,
    cancelReason:
      state === ORDER.cancelled
        ? random.pick([
            '行程变更 change of plans',
            '航班取消 flight cancelled',
            '重复预订 booked twice',
            '客人未到 no-show',
          ])
        : null,
    cancelTime: cancelTime && iso(cancelTime),
    updateTime: iso(cancelTime ?? returnedAt ?? pickedUpAt ?? slot.bookedAt),
  });
}
