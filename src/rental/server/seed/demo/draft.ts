import {
  DEFAULT_TIME_ZONE,
  dateOf,
  type Charges,
  type PriceSnapshot,
  type Trip,
  type OrderStatus,
} from '../../../rules/index.ts';
import type { DemoRenewal } from './renewals.ts';
import type { Slot } from './schedule.ts';

/** Instants as rows hold them. */
export const iso = (instant: number): string => new Date(instant).toISOString();
export const orderNo = (prefix: string, instant: number, count: number): string =>
  `${prefix}${dateOf(instant, DEFAULT_TIME_ZONE).slice(2).replaceAll('-', '')}${String(count).padStart(5, '0')}`;

export interface Draft {
  readonly slot: Slot;
  readonly id: number;
  readonly state: OrderStatus;
  readonly snapshot: PriceSnapshot;
  readonly quote: Charges;
  readonly trip: Trip;
  readonly clerk: number;
  readonly renewal: DemoRenewal | undefined;
}
