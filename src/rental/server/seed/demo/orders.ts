import type { Row } from '../../../../framework/server/index.ts';
import {
  add,
  cancellationPreview,
  charges,
  dateOf,
  defaultCancelRules,
  DEFAULT_PARAMETERS,
  DEFAULT_TIME_ZONE,
  fromBaht,
  HOUR,
  lengthLines,
  MINUTE,
  NO_DISCOUNT,
  priceParameters,
  satang,
  subtract,
  totals,
  ZERO,
  type Charges,
  type DepositType,
  type FeeLine,
  type PriceSnapshot,
  type Satang,
  type Service,
  type StoreFees,
  type Trip,
} from '../../../rules/index.ts';
import type { HolidayRow } from './company.ts';
import { MODELS } from './models.ts';
import { DELIVERY_POINTS } from './places.ts';
import type { Random } from './random.ts';
import type { Slot } from './schedule.ts';

export interface Staff {
  readonly clerks: readonly number[];
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
}

export interface World {
  readonly random: Random;
  readonly now: number;
  readonly holidays: readonly HolidayRow[];
  readonly stores: readonly Row[];
  readonly deliveryFees: readonly Row[];
  readonly members: readonly Row[];
  readonly staff: Staff;
}

/** Rows of all tables that the orders fill. */
export interface OrderRows {
  readonly order: Row[];
  readonly orderFee: Row[];
  readonly orderTask: Row[];
  readonly payment: Row[];
  readonly refund: Row[];
  readonly hold: Row[];
  /** What the log tab of an order shows. */
  readonly recordChange: Row[];
}

const PLATELESS_IN = 25;
const iso = (instant: number): string => new Date(instant).toISOString();
const orderNo = (prefix: string, instant: number, count: number): string =>
  `${prefix}${dateOf(instant, DEFAULT_TIME_ZONE).slice(2).replaceAll('-', '')}${String(count).padStart(5, '0')}`;

function storeFees(world: World, storeId: number): StoreFees {
  const store = world.stores[storeId - 1]!;
  return {
    storeId,
    cityId: store['cityId'] as number,
    timeZone: DEFAULT_TIME_ZONE,
    nightHours: store['nightHours'] as StoreFees['nightHours'],
    nightPickupFee: satang(store['nightPickupFee'] as number),
    nightReturnFee: satang(store['nightReturnFee'] as number),
    differentCityFees: world.deliveryFees
      .filter((row) => row['storeId'] === storeId && row['kind'] === 2)
      .map((row) => ({ cityId: row['cityId'] as number, fee: satang(row['pickupFee'] as number) })),
  };
}

function snapshotOf(world: World, slot: Slot, returnStoreId: number): PriceSnapshot {
  const [, , , , , , , , , , , , daily, monthly, deposit] = MODELS[slot.car.subModelId - 1]!;
  return {
    daily: fromBaht(daily),
    monthly: fromBaht(monthly),
    deposit: fromBaht(deposit),
    holidays: world.holidays
      .filter((holiday) => holiday.endDate >= dateOf(slot.pickup, DEFAULT_TIME_ZONE))
      .map((holiday) => ({
        holidayId: holiday.id,
        startDate: holiday.startDate,
        endDate: holiday.endDate,
        daily: holiday.minDays >= 3 ? fromBaht(Math.round((daily * 1.5) / 10) * 10) : null,
      })),
    parameters: priceParameters(DEFAULT_PARAMETERS),
    pickupStore: storeFees(world, slot.car.storeId),
    returnStore: storeFees(world, returnStoreId),
  };
}

/** Door service at one end of the rental: type, point and fee (D-PRICE-06). */
function door(
  world: World,
  storeId: number,
  way: 'deliveryFee' | 'pickupFee',
): { type: number; pointId: number | null; address: string | null; fee: Satang } {
  const none = { type: 0, pointId: null, address: null, fee: ZERO };
  const points = DELIVERY_POINTS[storeId];
  if (!points || !world.random.chance(0.3)) return none;
  const row = world.random.pick(world.deliveryFees.filter((one) => one['storeId'] === storeId && one['kind'] === 1));
  const fee = satang(row[way] as number);
  return { type: fee > 0 ? 2 : 1, pointId: row['id'] as number, address: row['name'] as string, fee };
}

interface Draft {
  readonly slot: Slot;
  readonly id: number;
  readonly state: 1 | 2 | 3 | -1;
  readonly snapshot: PriceSnapshot;
  readonly quote: Charges;
  readonly trip: Trip;
  readonly clerk: number;
}

/** Where an order stands now; a few are late on purpose. */
function stateOf(world: World, slot: Slot): Draft['state'] {
  const { random, now } = world;
  if (slot.pickup > now) return random.chance(0.06) ? -1 : 1;
  if (slot.returned <= now)
    return random.chance(0.07) ? -1 : now - slot.returned < 5 * HOUR && random.chance(0.5) ? 2 : 3;
  return now - slot.pickup < 4 * HOUR && random.chance(0.4) ? 1 : 2;
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
function writeOrder(world: World, rows: OrderRows, draft: Draft, base: Row): void {
  const { random, now } = world;
  const { slot, id, state, quote, trip, snapshot } = draft;
  const deposit = trip.depositType;
  let fees: readonly FeeLine[] = quote.fees;
  let paid: Satang = ZERO;
  let pickedUpAt: number | null = null;
  let returnedAt: number | null = null;
  const log = (event: string, at: number, before: Row | null, after: Row): void => {
    rows.recordChange.push({ entity: 'order', recordId: id, time: iso(at), userId: draft.clerk, event, before, after });
  };
  log('order.save', slot.bookedAt, null, { status: 1, total: quote.total, payable: quote.payable });
  const pay = (
    amount: Satang,
    at: number,
    type: 1 | 2,
    feeItem = 'total',
    method = random.weighted([
      [1, 40],
      [2, 35],
      [3, 12],
      [4, 3],
      [5, 10],
    ] as const),
  ): void => {
    rows.payment.push({
      orderId: id,
      type,
      amount,
      feeItem,
      method,
      time: iso(at),
      operatorId: draft.clerk,
      transactionNo: method === 5 ? null : `${dateOf(at, DEFAULT_TIME_ZONE).replaceAll('-', '')}${random.digits(12)}`,
    });
    const before = paid;
    paid = type === 1 ? add(paid, amount) : subtract(paid, amount);
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

  const needsPayment = state === 2 || state === 3 || random.chance(0.68);
  if (needsPayment)
    pay(quote.payable, Math.min(slot.bookedAt + random.int(2, 90) * MINUTE, slot.pickup, now - MINUTE), 1);
  if (state === 2 || state === 3) {
    pickedUpAt = Math.min(slot.pickup + random.int(-20, 40) * MINUTE, now - 10 * MINUTE);
    task('pickup', pickedUpAt, slot.car.mileage);
    log('order.pickup', pickedUpAt, { status: 1 }, { status: 2 });
  }
  if (state === 3) {
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
    log('order.return', returnedAt, { status: 2 }, { status: 3 });
    const late = returnedAt - slot.returned > DEFAULT_PARAMETERS.overrunGraceMinutes * MINUTE;
    if (late) {
      const planned = lengthLines(snapshot, slot.pickup, slot.returned, trip.service);
      const real = lengthLines(snapshot, slot.pickup, returnedAt, trip.service);
      const extra = (['rental', 'hourly', 'basicInsurance', 'premiumService', 'vipService'] as const)
        .map((item): FeeLine => ({ item, amount: satang(Math.max(0, real[item] - planned[item])), source: 'overrun' }))
        .filter((line) => line.amount > 0);
      fees = [...fees, ...extra];
      const due = subtract(totals(fees, deposit).payable, paid);
      if (due > 0) pay(due, returnedAt + 5 * MINUTE, 1, 'hourly');
    }
    if (deposit === 1 && now - returnedAt > 8 * 24 * HOUR) {
      const at = returnedAt + 7 * 24 * HOUR + HOUR;
      rows.refund.push({
        refundNo: orderNo('F', at, id % 100_000),
        orderId: id,
        feeItem: 'orderDeposit',
        amount: snapshot.deposit,
        method: 1,
        reason: '押金退还 deposit returned',
        status: 1,
        applyTime: iso(at),
        finishTime: iso(at + HOUR),
        requesterId: draft.clerk,
      });
      pay(snapshot.deposit, at + HOUR, 2, 'orderDeposit', 1);
    }
  }
  let cancelTime: number | null = null;
  if (state === -1) {
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
    log('order.cancel', cancelTime, { status: 1 }, { status: -1 });
    fees = preview.penalty > 0 ? [{ item: 'penalty', amount: preview.penalty, source: 'penalty' }] : [];
    const back = preview.refund;
    if (back > 0) {
      const open = now - cancelTime < 3 * 24 * HOUR;
      rows.refund.push({
        refundNo: orderNo('F', cancelTime, id % 100_000),
        orderId: id,
        feeItem: 'total',
        amount: back,
        method: 1,
        reason: '客人取消 cancelled by the renter',
        status: open ? 0 : 1,
        applyTime: iso(cancelTime),
        finishTime: open ? null : iso(cancelTime + HOUR),
        requesterId: draft.clerk,
      });
      if (!open) pay(back, cancelTime + HOUR, 2, 'total', 1);
    }
  }
  rows.orderFee.push(...feeRows(draft, fees, state === -1 ? cancelTime! : slot.bookedAt));
  const sums = totals(fees, deposit);
  const carId = base['carId'] as number | null;
  if (carId && (state === 1 || state === 2)) {
    rows.hold.push({
      carId,
      kind: 'order',
      sourceId: id,
      startTime: iso(slot.pickup),
      endTime: iso(slot.returned + DEFAULT_PARAMETERS.turnaroundMinutes * MINUTE),
    });
  }
  if (state === 2) slot.car.status = 2;
  rows.order.push({
    ...base,
    id,
    status: state,
    total: sums.total,
    payable: state === -1 ? sums.total : sums.payable,
    paid,
    actualPickupTime: pickedUpAt && iso(pickedUpAt),
    actualReturnTime: returnedAt && iso(returnedAt),
    contractStatus: state === 3 || (state === 2 && random.chance(0.85)) || (state === 1 && random.chance(0.25)) ? 1 : 0,
    cancelReason:
      state === -1
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

/** All orders in the sequence in which they were booked. */
export function orders(world: World, slots: readonly Slot[]): OrderRows {
  const rows: OrderRows = {
    order: [],
    orderFee: [],
    orderTask: [],
    payment: [],
    refund: [],
    hold: [],
    recordChange: [],
  };
  const { random, now } = world;
  const perDay = new Map<string, number>();
  const out = new Set<number>();
  const ids = new Map(slots.map((slot, index) => [slot, index + 1]));
  // Mileage grows in the order of the pickups, numbers in the order of the bookings.
  for (const slot of [...slots].sort((a, b) => a.pickup - b.pickup)) {
    const id = ids.get(slot)!;
    const member = random.pick(world.members);
    const channel = random.weighted([
      [4, 34],
      [1, 26],
      [2, 24],
      [3, 16],
    ] as const);
    const bring = door(world, slot.car.storeId, 'deliveryFee');
    const fetch = door(world, slot.car.storeId, 'pickupFee');
    const trip: Trip = {
      pickup: slot.pickup,
      returned: slot.returned,
      depositType: random.weighted([
        [1, 50],
        [2, 15],
        [3, 35],
      ] as const) as DepositType,
      service: random.weighted([
        ['none', 60],
        ['premium', 28],
        ['vip', 12],
      ] as const) as Service,
      discount: random.chance(0.12) ? { kind: 'percent', value: random.pick([5, 10]) } : NO_DISCOUNT,
      coupon: null,
      deliveryFee: bring.fee,
      collectionFee: fetch.fee,
      additional: ZERO,
      reduction: ZERO,
    };
    const snapshot = snapshotOf(world, slot, slot.car.storeId);
    let state = stateOf(world, slot);
    // A car that is still out keeps its later bookings waiting, it is never out twice.
    if (state === 2 && out.has(slot.car.id)) state = 3;
    if (state === 2) out.add(slot.car.id);
    const plateless = state === 1 && slot.pickup > now + 5 * 24 * HOUR && id % PLATELESS_IN === 0;
    const day = dateOf(slot.bookedAt, DEFAULT_TIME_ZONE);
    const count = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, count);
    const quote = charges(snapshot, trip);
    const clerk = random.pick(world.staff.clerks);
    writeOrder(
      world,
      rows,
      { slot, id, state, snapshot, quote, trip, clerk },
      {
        orderNo: orderNo('R', slot.bookedAt, count),
        channel,
        channelOrderNo: channel === 4 ? null : `${['', 'CT', 'FZ', 'ZZ'][channel]}${random.digits(10)}`,
        serviceType: channel === 4 ? null : channel === 3 && random.chance(0.3) ? 3 : 2,
        memberId: member['id'],
        renterName: member['name'],
        renterCountryCode: member['countryCode'],
        renterPhone: member['phone'],
        renterIdType: member['idType'],
        renterIdNo: member['idNo'],
        pickupStoreId: slot.car.storeId,
        returnStoreId: slot.car.storeId,
        subModelId: slot.car.subModelId,
        carId: plateless ? null : slot.car.id,
        externalPlate: 0,
        etc: 0,
        plannedPickupTime: iso(slot.pickup),
        plannedReturnTime: iso(slot.returned),
        rentalDays: quote.days,
        rentalHours: quote.hours,
        pickupType: bring.type,
        pickupPointId: bring.pointId,
        pickupAddress: bring.address,
        returnType: fetch.type,
        returnPointId: fetch.pointId,
        returnAddress: fetch.address,
        depositType: trip.depositType,
        service: trip.service,
        discount: trip.discount,
        deliveryStaffId: bring.type > 0 ? random.pick(world.staff.delivery) : null,
        pickupStaffId: fetch.type > 0 ? random.pick(world.staff.pickup) : null,
        priceSnapshot: snapshot,
        createTime: iso(slot.bookedAt),
      },
    );
  }
  return rows;
}
