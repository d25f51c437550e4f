import type { Row } from 'forecourt/server';
import type { HolidayRow } from './company.ts';
import type { Random } from 'forecourt/model';

export interface Staff {
  readonly clerks: readonly number[];
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
  /** Who carries out what others ask for. */
  readonly finance: number;
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
  readonly renewal: Row[];
  readonly orderFee: Row[];
  readonly orderTask: Row[];
  readonly payment: Row[];
  readonly refund: Row[];
  readonly deduction: Row[];
  readonly hold: Row[];
  readonly coupon: Row[];
  /** What the log tab of an order shows. */
  readonly recordChange: Row[];
}
