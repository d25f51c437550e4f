import {
  dateOf,
  expiryWarnings,
  lastCharged,
  renewalCharges,
  renewalConflicts,
  renewalTimeProblem,
  renewalVerdict,
  rentalLength,
  ZERO,
} from '../../rules/index.ts';
import type { Difference, Instant, Problem, RenewalConflict, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { isPromised, openOrder, readAvailability } from '../availability/index.ts';
import { readHolidays, readStores } from '../facts/index.ts';
import { chargedUntil, snapshotOfOrder } from './snapshot.ts';

/** What a renewal costs and what stands against it. */
interface RenewalTerms {
  readonly charges: Difference;
  /** Until when the rental is paid for without the renewal. */
  readonly chargedFrom: Instant;
  /** Calendar, store and whoever needs the car: any of them refuses the renewal. */
  readonly conflicts: readonly (Pick<RenewalConflict, 'problem'> & Partial<RenewalConflict>)[];
  readonly warnings: readonly Problem[];
}

const conflict = (each: Problem) => ({ problem: each });

/**
 * Asks every rule about keeping the car until `to` (O9): price as the difference to what is charged already
 * (D-PRICE-09), and conflicts by name. Warns when the model was promised to orders without a plate. Changes nothing.
 * Who books must have locked the car.
 */
export async function renewalTerms(
  context: RentalContext,
  order: OrderRow,
  to: Instant,
  agreedFee?: Satang,
): Promise<RenewalTerms> {
  const { db, now } = context;
  const snapshot = snapshotOfOrder(order);
  const { parameters, stores } = await readStores(db, [order.pickupStoreId, order.returnStoreId]);
  const pickupStore = stores.get(order.pickupStoreId)!;
  const pickup = order.plannedPickupTime.getTime();
  const from = order.plannedReturnTime.getTime();
  const chargedFrom = chargedUntil(order);
  const early = renewalTimeProblem(from, to);
  if (early) {
    const charges = { ...rentalLength(pickup, lastCharged(pickup, from), snapshot.parameters), fee: ZERO, fees: [] };
    return { charges, chargedFrom, conflicts: [conflict(early)], warnings: [] };
  }

  const charges = renewalCharges(snapshot, { pickup, from: chargedFrom, to, service: order.service }, agreedFee);
  const { turnaroundMinutes } = parameters;
  const { timeZone } = pickupStore;
  const desk = { now, timeZone, turnaroundMinutes };
  const { returnStoreId } = order;
  const known = await readAvailability(db, {
    carIds: [order.carId!],
    pools: [],
    storeId: returnStoreId,
    now,
    order: null,
  });
  const car = known.car(order.carId!)!;
  const verdict = renewalVerdict({
    from,
    to,
    days: charges.days,
    pickupStore: pickupStore.rules,
    returnStore: stores.get(returnStoreId)!.rules,
    holidays: await readHolidays(db, dateOf(from, timeZone)),
    modelPromised: !isPromised(known, { storeId: returnStoreId, subModelId: car.subModelId }, desk, {
      ...openOrder(order),
      plannedReturn: to,
    }),
  });
  const conflicts = renewalConflicts({ ...desk, orderId: order.id, from, to, ...known.holdsOf(car.id) });
  return {
    charges,
    chargedFrom,
    conflicts: [...verdict.errors.map(conflict), ...conflicts],
    warnings: [
      ...verdict.warnings,
      ...expiryWarnings({ car, policies: known.holdsOf(car.id).policies, pickup: from, returned: to, timeZone }),
    ],
  };
}
