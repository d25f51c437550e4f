import type { Random } from 'forecourt/model';
import { STORES } from './places.ts';
import type { Slot } from './schedule.ts';

/** The last booking of each car: what it does to the car's place disturbs no other. */
export const lastSlotsOf = (slots: readonly Slot[]): ReadonlySet<Slot> =>
  new Set(new Map([...slots].sort((a, b) => a.pickup - b.pickup).map((slot) => [slot.car.id, slot])).values());

/** Some of the last bookings bring their car to another store of the city, which costs nothing. What is fetched at a door comes back where it left. */
export function returnStoreOf(
  random: Random,
  { car, pickup }: Slot,
  { last, now, fetched }: { readonly last: boolean; readonly now: number; readonly fetched: boolean },
): number {
  const city = STORES[car.storeId - 1]![1];
  const others = STORES.flatMap((store, index) => (store[1] === city && index + 1 !== car.storeId ? [index + 1] : []));
  if (!last || fetched || pickup < now || others.length === 0 || !random.chance(0.6)) return car.storeId;
  return random.pick(others);
}
