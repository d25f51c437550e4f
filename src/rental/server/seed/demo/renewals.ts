import type { Row } from 'forecourt/server';
import {
  DAY,
  HOUR,
  ORDER,
  RENEWAL,
  renewalCharges,
  type Difference,
  type PriceSnapshot,
  type Service,
} from '../../../rules/index.ts';
import type { Slot } from './schedule.ts';

/** An order that was kept longer than booked. */
export interface DemoRenewal {
  /** Booked return. */
  readonly from: number;
  readonly at: number;
  readonly charges: Difference;
}

/** Every so many orders was kept a day longer. */
const ONE_IN = 14;
const DAY_OF_RENEWAL = 26 * HOUR;

/** Booked return of a slot: a day before its end where the renter kept the car longer, and has said so by now. */
export function bookedReturn(slot: Slot, id: number, state: number, now: number): number {
  const kept =
    id % ONE_IN === 3 &&
    (state === ORDER.pickedUp || state === ORDER.returned) &&
    slot.returned - slot.pickup >= 3 * DAY &&
    slot.pickup + DAY_OF_RENEWAL + HOUR < now;
  return kept ? slot.returned - DAY : slot.returned;
}

export const renewalOf = (
  slot: Slot,
  from: number,
  snapshot: PriceSnapshot,
  service: Service,
): DemoRenewal | undefined =>
  from === slot.returned
    ? undefined
    : {
        from,
        at: slot.pickup + DAY_OF_RENEWAL,
        charges: renewalCharges(snapshot, { pickup: slot.pickup, from, to: slot.returned, service }),
      };

/** Record and fee lines of a renewal. */
export function renewalRows(
  { from, at, charges }: DemoRenewal,
  order: { readonly id: number; readonly renewalId: number; readonly to: number; readonly clerk: number },
): { readonly renewal: Row; readonly fees: readonly Row[] } {
  const time = new Date(at).toISOString();
  const booked = new Date(from).toISOString();
  return {
    renewal: {
      id: order.renewalId,
      orderId: order.id,
      time: new Date(order.to).toISOString(),
      previousTime: booked,
      chargedFrom: booked,
      fee: charges.fee,
      remarks: '电话续租一天 one more day, by phone',
      status: RENEWAL.valid,
      operatorId: order.clerk,
      createTime: time,
      updateTime: time,
    },
    fees: charges.fees.map((line) => ({
      orderId: order.id,
      item: line.item,
      amount: line.amount,
      source: line.source,
      renewalId: order.renewalId,
      voided: 0,
      operatorId: order.clerk,
      time,
    })),
  };
}
