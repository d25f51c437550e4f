import {
  DAY,
  DEFAULT_TIME_ZONE,
  HOUR,
  NO_DISCOUNT,
  ORDER,
  ZERO,
  chargesKeepingCoupon,
  dateOf,
  type DepositTerms,
  type DepositType,
  type Service,
  type Trip,
} from '../../../rules/index.ts';
import { door, snapshotOf } from './bookingPrices.ts';
import { createRandom } from 'forecourt/model';
import { demoCoupons } from './coupons.ts';
import { iso, orderNo } from './draft.ts';
import { stateOf, writeOrder } from './orderHistory.ts';
import { lastSlotsOf, returnStoreOf } from './oneWay.ts';
import { bookedReturn, renewalOf } from './renewals.ts';
import type { Slot } from './schedule.ts';
import type { OrderRows, World } from './world.ts';

const PLATELESS_IN = 25;

const FLIGGY = 1;
/** Of the orders of Fliggy whose deposits are paid, one in so many has one of them waived. */
const WAIVED_IN = 3;

/** How the deposits of an order are taken: Fliggy waives one of them, the other, or both. */
function termsOf(id: number, channel: number, depositType: DepositType): Required<DepositTerms> {
  const free = depositType === 3 ? 1 : 0;
  const one = channel === FLIGGY && depositType === 1 && id % WAIVED_IN === 0;
  return {
    depositType,
    orderDepositWaived: one && id % 2 === 0 ? 1 : free,
    violationDepositWaived: one && id % 2 === 1 ? 1 : free,
  };
}

/** All orders in the sequence in which they were booked. */
export function orders(world: World, slots: readonly Slot[]): OrderRows {
  const rows: OrderRows = {
    order: [],
    renewal: [],
    orderFee: [],
    orderTask: [],
    payment: [],
    refund: [],
    deduction: [],
    hold: [],
    coupon: [],
    recordChange: [],
  };
  const { random, now } = world;
  const coupons = demoCoupons(createRandom(Math.floor(now / DAY)), now);
  const perDay = new Map<string, number>();
  const out = new Set<number>();
  const lastSlots = lastSlotsOf(slots);
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
    const terms = termsOf(
      id,
      channel,
      random.weighted([
        [1, 50],
        [2, 15],
        [3, 35],
      ] as const),
    );
    const trip: Trip = {
      pickup: slot.pickup,
      returned: slot.returned,
      ...terms,
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
    if (state === ORDER.pickedUp && out.has(slot.car.id)) state = ORDER.returned;
    if (state === ORDER.pickedUp) out.add(slot.car.id);
    const plateless = state === ORDER.approved && slot.pickup > now + 5 * 24 * HOUR && id % PLATELESS_IN === 0;
    const day = dateOf(slot.bookedAt, DEFAULT_TIME_ZONE);
    const count = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, count);
    const returned = bookedReturn(slot, id, state, now);
    const coupon = state === ORDER.cancelled || channel !== 4 ? undefined : coupons.redeemed(id);
    const { charges: quote, couponDropped } = chargesKeepingCoupon(snapshot, {
      ...trip,
      returned,
      coupon: coupon?.terms ?? null,
    });
    const redeemed = couponDropped ? undefined : coupon;
    if (redeemed) {
      const usedAt = iso(slot.bookedAt);
      rows.coupon.push({ ...redeemed.row, useTime: usedAt, createTime: usedAt, updateTime: usedAt });
    }
    const renewal = renewalOf(slot, returned, snapshot, trip.service);
    const clerk = random.pick(world.staff.clerks);
    writeOrder(
      world,
      rows,
      { slot, id, state, snapshot, quote, trip, clerk, renewal },
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
        returnStoreId: returnStoreOf(random, slot, { last: lastSlots.has(slot), now, fetched: fetch.type > 0 }),
        subModelId: slot.car.subModelId,
        carId: plateless ? null : slot.car.id,
        externalPlate: 0,
        etc: 0,
        plannedPickupTime: iso(slot.pickup),
        plannedReturnTime: iso(slot.returned),
        rentalDays: (renewal?.charges ?? quote).days,
        rentalHours: (renewal?.charges ?? quote).hours,
        couponCode: redeemed?.code ?? null,
        pickupType: bring.type,
        pickupPointId: bring.pointId,
        pickupAddress: bring.address,
        returnType: fetch.type,
        returnPointId: fetch.pointId,
        returnAddress: fetch.address,
        ...terms,
        service: trip.service,
        discount: trip.discount,
        deliveryStaffId: bring.type > 0 ? random.pick(world.staff.delivery) : null,
        pickupStaffId: fetch.type > 0 ? random.pick(world.staff.pickup) : null,
        priceSnapshot: snapshot,
        createTime: iso(slot.bookedAt),
      },
    );
  }
  rows.coupon.push(...coupons.others);
  return rows;
}
