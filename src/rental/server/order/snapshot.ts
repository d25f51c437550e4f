import { sumOf } from '../../rules/index.ts';
import type { DoorFees, Instant, KeptLine, PriceSnapshot, StoreFees } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { holidayPricesOf } from '../facts/index.ts';
import type { StoreFacts } from '../facts/index.ts';
import { doorAddress } from './doorAddress.ts';

/** The snapshot as it is kept with an order: what its price depends on, and how far it is paid for when the return was moved nearer. */
type KeptSnapshot = PriceSnapshot & { readonly chargedUntil?: Instant };

/** The prices of the day of booking (D-PRICE-09). Every order has them from its creation on. */
export function snapshotOfOrder(order: Pick<OrderRow, 'id' | 'priceSnapshot'>): KeptSnapshot {
  if (order.priceSnapshot === null) throw new Error(`order ${order.id} has no price snapshot`);
  // The column knows only that it holds an object; commands alone write it, and only this one.
  return order.priceSnapshot as unknown as KeptSnapshot;
}

/** The prices alone, for a bill that is made anew: it charges to the planned return, and what was charged before is gone with the old lines. */
export function withoutCharged({ chargedUntil: _before, ...prices }: KeptSnapshot): PriceSnapshot {
  return prices;
}

/** Until when the renter has been charged: a return moved nearer while in use is not given back (D-ORD-12), nor charged twice when the car comes as first planned. */
export function chargedUntil(order: Pick<OrderRow, 'id' | 'priceSnapshot' | 'plannedReturnTime'>): Instant {
  return Math.max(order.plannedReturnTime.getTime(), snapshotOfOrder(order).chargedUntil ?? 0);
}

interface BookedFacts {
  readonly lines: readonly KeptLine[];
  /** As they are now. */
  readonly pickupStore: StoreFacts;
  readonly returnStore: StoreFacts;
}

/** As it was kept before stores' door fees and holidays ahead of the pickup were part of it. */
type StoreWithoutDoor = Omit<StoreFees, 'door'> & { readonly door?: DoorFees };
type EarlierSnapshot = Omit<PriceSnapshot, 'pickupStore' | 'returnStore'> & {
  readonly pickupStore: StoreWithoutDoor;
  readonly returnStore: StoreWithoutDoor;
};

/** The prices of an order that is priced anew, whole: what the snapshot of an earlier version lacks is completed, and is kept with the new bill. */
export async function pricesOfOrder(db: RentalDatabase, order: OrderRow, facts: BookedFacts): Promise<PriceSnapshot> {
  const prices: EarlierSnapshot = withoutCharged(snapshotOfOrder(order));
  const { pickupStore, returnStore } = prices;
  if (pickupStore.door && returnStore.door) return prices as PriceSnapshot;
  return {
    ...prices,
    holidays: await allHolidays(db, order, prices),
    pickupStore: { ...pickupStore, door: doorAsBilled(order, 'pickup', facts) },
    returnStore: { ...returnStore, door: doorAsBilled(order, 'return', facts) },
  };
}

/** What lay before the first pickup was not kept: those holidays that were known when the order was made, at the prices that the row has for them. */
async function allHolidays(
  db: RentalDatabase,
  order: OrderRow,
  { holidays }: Pick<PriceSnapshot, 'holidays'>,
): Promise<PriceSnapshot['holidays']> {
  const row = await db
    .selectFrom('price')
    .select('holidayPrices')
    .where('storeId', '=', order.pickupStoreId)
    .where('subModelId', '=', order.subModelId)
    .executeTakeFirst();
  const known = row ? await holidayPricesOf(db, row, order.createTime) : [];
  return [...holidays, ...known.filter((each) => !holidays.some(({ holidayId }) => holidayId === each.holidayId))];
}

/** The order's own address costs what its bill says; every other what the store asks today. */
function doorAsBilled(order: OrderRow, end: 'pickup' | 'return', facts: BookedFacts): DoorFees {
  const store = end === 'pickup' ? facts.pickupStore : facts.returnStore;
  const today = store.fees.door;
  const address = doorAddress(order, end);
  if (!order[`${end}Type`] || address === null || store.id !== order[`${end}StoreId`]) return today;
  const billed = sumOf(facts.lines, end === 'pickup' ? 'delivery' : 'pickup');
  if (!('pointId' in address)) return { ...today, fee: billed };
  const own = { id: address.pointId, deliveryFee: billed, pickupFee: billed };
  return { ...today, points: [own, ...today.points.filter(({ id }) => id !== own.id)] };
}
