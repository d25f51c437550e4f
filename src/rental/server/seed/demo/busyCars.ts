import type { Row } from 'forecourt/server';
import { DAY, HOUR, ORDER, overlaps } from '../../../rules/index.ts';
import type { Interval } from '../../../rules/index.ts';
import type { Car } from './fleet.ts';

/** The fleet and what has it already. */
export interface Occasion {
  readonly cars: readonly Car[];
  readonly orders: readonly Row[];
  /** Holds other than those of orders. */
  readonly holds: readonly Row[];
  readonly now: number;
}

export const iso = (time: number): string => new Date(time).toISOString();
export const at = (row: Row, name: string): number => Date.parse(String(row[name]));

/** 09:00 Bangkok, so many days from today. */
export const morning = (now: number, day: number): number => Math.floor((now + 7 * HOUR) / DAY + day) * DAY + 2 * HOUR;

/** A late car is out until now. */
const over = (order: Row, now: number): number =>
  Math.max(at(order, 'plannedReturnTime'), order['status'] === ORDER.pickedUp ? now : 0);

/** When each car is free, a day around its orders left out. */
export function busyCars({ orders, holds, now }: Omit<Occasion, 'cars'>) {
  const busy = new Map<number, Interval[]>();
  const take = (carId: number, span: Interval): void => void busy.set(carId, [...(busy.get(carId) ?? []), span]);
  for (const order of orders)
    if (order['carId'] !== null && order['status'] !== ORDER.cancelled)
      take(order['carId'] as number, { start: at(order, 'plannedPickupTime') - DAY, end: over(order, now) + DAY });
  for (const hold of holds)
    take(hold['carId'] as number, {
      start: at(hold, 'startTime'),
      end: hold['endTime'] === null ? null : at(hold, 'endTime'),
    });
  const isFree = (carId: number, span: Interval): boolean => !busy.get(carId)?.some((each) => overlaps(each, span));
  return { isFree, take };
}
