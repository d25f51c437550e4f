import { calls } from '../../calls/index.ts';
import {
  MAINTENANCE,
  completionGuard,
  endOfWork,
  mileageAfterWork,
  knownMileage,
  nextMaintenanceState,
  plannedQuestions,
  workOrderGuard,
} from '../../rules/index.ts';
import type { Interval, MaintenanceEvent, MaintenanceStatus } from '../../rules/index.ts';
import { lockForBooking, lockForTaking, readHolds, takingQuestions } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { Hooks, RentalContext, RowOf, VehicleRow } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { release, reserve } from '../holds/index.ts';
import { refusalOf, requireNone, satangOf } from '../problems.ts';
import { instantOf } from '../times.ts';
import { freeOrder, mayBeFreed, ordersToFree } from './freeOrders.ts';
import { askOfReading } from './readings.ts';

type WorkOrder = RowOf<'maintenance'>;

const YES = 1;
const holdOf = (id: number) => ({ kind: 'maintenance', sourceId: id }) as const;
const instant = (time: Date | null | undefined): number | null => time?.getTime() ?? null;

/** Without the storage flag nobody misses the car. */
const blockOf = (work: WorkOrder) =>
  work.storageFlag === YES
    ? {
        kind: 'maintenance' as const,
        carId: work.carId,
        start: work.startTime.getTime(),
        end: instant(work.endTime),
      }
    : null;

/** Refuses what the machine does not know of this state (D-UPK-01). */
function requireStep(context: RentalContext, from: WorkOrder['status'] | null, event: MaintenanceEvent): void {
  const step = nextMaintenanceState(from as MaintenanceStatus | null, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
}

/** When the car is worked on beside this work order. */
async function otherWork({ db }: RentalContext, carId: number, id: number | null): Promise<readonly Interval[]> {
  const rows = await db
    .selectFrom('maintenance')
    .select(['startTime', 'endTime'])
    .where('carId', '=', carId)
    .$if(id !== null, (query) => query.where('id', '!=', id!))
    .execute();
  return rows.map(({ startTime, endTime }) => ({
    start: startTime.getTime(),
    end: instant(endTime),
  }));
}

/** Whose car it is, where it belongs and which model it is, as they are when the work order is saved. */
async function copiedFrom({ db }: RentalContext, car: VehicleRow) {
  const { subModelId, storeId } = car;
  const owner = car.institutionId
    ? await db.selectFrom('institution').select('name').where('id', '=', car.institutionId).executeTakeFirst()
    : undefined;
  return { subModelId, storeId, owner: owner?.name ?? null };
}

/**
 * Work orders: guarded, with what is copied from the car, and with the hold of the car that is in the shop (M1, M2, M4). Whoever books the car
 * waits meanwhile.
 */
export const maintenanceHooks: Hooks<'maintenance'> = {
  asks: true,
  async beforeSave({ values, before, id, confirmed }, context) {
    requireStep(context, before?.status ?? null, before ? 'edit' : 'new');
    const work = { ...before, ...values } as WorkOrder;
    const freed = confirmed ? await ordersToFree(context, work.carId, blockOf(work)) : [];
    const pools = freed.map(({ pickupStoreId, subModelId }) => ({
      storeId: pickupStoreId,
      subModelId,
    }));
    const locked = await lockForTaking(context, [work.carId, before?.carId ?? null], confirmed, pools);
    const car = locked.get(work.carId);
    // No such car: the reference is refused by the save itself.
    if (!car) return;
    const { orders: all, blocks } = await readHolds(context, car.id);
    const planned = all
      .filter((each) => mayBeFreed(context, each, blockOf(work)))
      .toSorted((a, b) => a.plannedPickup - b.plannedPickup);
    // Of those that would be freed, one that came since is in the way.
    const isFreed = (orderId: number): boolean => !confirmed || freed.some((order) => order.id === orderId);
    const orders = all.filter((each) => !(planned.includes(each) && isFreed(each.orderId)));
    const mileageEntered = (work.mileage ?? null) !== (before?.mileage ?? null) || car.id !== before?.carId;
    requireNone(
      workOrderGuard({
        start: work.startTime.getTime(),
        end: instant(work.endTime),
        inShop: work.storageFlag === YES,
        mileage: work.mileage ?? null,
        mileageEntered,
        now: context.now,
        timeZone: await zoneOfStore(context.db, car.storeId),
        car: { status: car.status, mileage: knownMileage(car) },
        orders,
        storage: blocks.flatMap(({ kind, ...span }) => (kind === 'maintenance' ? [] : [{ kind, ...span }])),
        others: await otherWork(context, car.id, id),
      }),
      context,
    );
    if (!confirmed) {
      const reading = mileageEntered ? await askOfReading(context, car, work.mileage ?? null) : [];
      const taken = await takingQuestions(context, car, { was: before && blockOf(before), will: blockOf(work) });
      requireNone([...reading, ...plannedQuestions(planned), ...taken], context);
    }
    for (const order of freed) await freeOrder(context, order, locked);
    Object.assign(values, await copiedFrom(context, car));
  },
  async afterSave({ after }, context) {
    if (after.storageFlag !== YES) return release(context, holdOf(after.id));
    const span = {
      start: after.startTime.getTime(),
      end: instant(after.endTime),
      turnaroundMinutes: 0,
    };
    await reserve(context, after.carId, span, holdOf(after.id));
  },
  async beforeDelete(before, context) {
    requireStep(context, before.status, 'delete');
    await lockForBooking(context.db, [], [before.carId]);
    await release(context, holdOf(before.id));
  },
};

/** The work is done (M3): the car is free again, and has the reading and the next maintenance of it. */
export const completeWork = defineCommand(calls.completeWork, {
  async run({ id, cost, confirmed, ...input }, context) {
    const work = await context.row('maintenance', id, { lock: true });
    requireStep(context, work.status, 'complete');
    const car = (await lockForBooking(context.db, [], [work.carId])).get(work.carId)!;
    const timeZone = await zoneOfStore(context.db, car.storeId);
    const times = {
      start: work.startTime.getTime(),
      entered: input.endTime ? instantOf(input.endTime, timeZone, 'endTime') : null,
      planned: instant(work.endTime),
      now: context.now,
    };
    const mileage = input.mileage ?? null;
    const known = { order: work.mileage, car: knownMileage(car) };
    requireNone(completionGuard({ ...times, timeZone, mileage, known }), context);
    if (confirmed !== 1) requireNone(await askOfReading(context, car, mileage), context);

    const read = mileage ?? work.mileage;
    const done = mileageAfterWork({
      order: read,
      car: knownMileage(car),
      cycle: work.cycle ?? car.maintenanceCycle,
      nextMileage: work.nextMileage,
    });
    await context.write.update(
      'maintenance',
      id,
      {
        status: MAINTENANCE.completed,
        endTime: new Date(endOfWork(times)),
        mileage: read ?? knownMileage(car),
        nextMileage: done.nextMileage,
        ...(cost !== undefined && { cost: satangOf(cost, 'cost') }),
      },
      { expect: { status: MAINTENANCE.inProgress } },
    );
    await context.write.update('vehicle', car.id, {
      mileage: done.mileage,
      nextMaintenanceMileage: done.nextMileage,
      ...(work.cycle !== null && { maintenanceCycle: work.cycle }),
    });
    await release(context, holdOf(id));
    return null;
  },
});
