import { calls } from '../../calls/index.ts';
import {
  DEFAULT_TIME_ZONE,
  STORAGE,
  cancelStorageGuard,
  finishStorageGuard,
  nextStorageState,
  storageGuard,
} from '../../rules/index.ts';
import type { Interval, StorageEvent, StorageStatus } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { Hooks, RentalContext, RowOf } from '../database.ts';
import { askOfTaking, lockForTaking, readHolds } from '../availability/index.ts';
import { release, reserve } from '../holds/index.ts';
import { timeZoneOf } from '../order/index.ts';
import { refusalOf, requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';

type StorageRow = RowOf<'storageOrder'>;

const source = (id: number) => ({ kind: 'storage', sourceId: id }) as const;

const spanOf = ({ offlineTime, onlineTime }: Pick<StorageRow, 'offlineTime' | 'onlineTime'>): Interval => ({
  start: offlineTime.getTime(),
  end: onlineTime?.getTime() ?? null,
});

const blockOf = (row: StorageRow) => ({ kind: 'storage' as const, carId: row.carId, ...spanOf(row) });

function stateAfter(context: RentalContext, from: StorageRow['status'] | null, event: StorageEvent): StorageStatus {
  const step = nextStorageState(from, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/** New and edit (T1, T2): the generic save, while nobody can book the car; it is held from its offline time on. */
export const storageHooks: Hooks<'storageOrder'> = {
  asks: true,
  async beforeSave({ values, before, confirmed }, context) {
    stateAfter(context, before?.status ?? null, before ? 'edit' : 'new');
    const wanted = { onlineTime: null, ...before, ...values } as StorageRow;
    const cars = await lockForTaking(context, [wanted.carId, before?.carId ?? null], confirmed);
    const car = cars.get(wanted.carId);
    // The save itself says at the field that there is no such car.
    if (!car) return;
    const { orders } = await readHolds(context, car.id);
    requireNone(
      storageGuard({
        storeId: wanted.storeId,
        subModelId: wanted.subModelId,
        car,
        orders,
        span: spanOf(wanted),
        now: context.now,
      }),
      context,
    );
    await askOfTaking(context, car, { was: before && blockOf(before), will: blockOf(wanted), confirmed });
  },
  async afterSave({ after }, context) {
    await reserve(context, after.carId, { ...spanOf(after), turnaroundMinutes: 0 }, source(after.id));
  },
};

const move = (context: RentalContext, row: StorageRow & { id: number }, changes: Record<string, unknown>) =>
  context.write.update('storageOrder', row.id, changes, { expect: { status: row.status } });

/** What the car was held for until now stays on record; what had not begun is taken back. */
async function endHold(context: RentalContext, row: StorageRow & { id: number }, end: number): Promise<void> {
  const start = row.offlineTime.getTime();
  if (end <= start) await release(context, source(row.id));
  else await reserve(context, row.carId, { start, end, turnaroundMinutes: 0 }, source(row.id));
}

/** The car is back on sale (T3). */
export const finishStorage = defineCommand(calls.finishStorage, {
  async run({ id, onlineTime: text }, context) {
    const row = await context.row('storageOrder', id, { lock: true });
    const status = stateAfter(context, row.status, 'finish');
    const onlineTime = instantOf(text, await timeZoneOf(context, row.storeId, DEFAULT_TIME_ZONE), 'onlineTime');
    requireNone(finishStorageGuard({ offlineTime: row.offlineTime.getTime(), onlineTime, now: context.now }), context);
    await move(context, row, { status, onlineTime: new Date(onlineTime) });
    await endHold(context, row, onlineTime);
    return null;
  },
});

/** Called off before it began (T4). */
export const cancelStorage = defineCommand(calls.cancelStorage, {
  async run({ id, reason }, context) {
    const row = await context.row('storageOrder', id, { lock: true });
    const status = stateAfter(context, row.status, 'cancel');
    requireNone(cancelStorageGuard({ offlineTime: row.offlineTime.getTime(), now: context.now }), context);
    await move(context, row, { status });
    if (reason?.trim()) await context.write.note('storageOrder', id, { event: 'cancel', detail: { reason } });
    await release(context, source(id));
    return null;
  },
});

/** The open storage orders of a car that leaves the fleet, locked before the car itself, as an edit of one locks them. */
export const lockStorageOf = ({ db }: RentalContext, carId: number) =>
  db
    .selectFrom('storageOrder')
    .selectAll()
    .where('carId', '=', carId)
    .where('status', '=', STORAGE.stored)
    .orderBy('id')
    .forUpdate()
    .execute();

/** A sold or lost car is in no yard any more (T5): its storage ends now, or never begins. */
export async function closeStorage(context: RentalContext, carId: number): Promise<void> {
  for (const row of await lockStorageOf(context, carId)) {
    const status = stateAfter(context, row.status, 'leave');
    const end = Math.max(row.offlineTime.getTime(), context.now);
    await move(context, row, { status, onlineTime: new Date(end) });
    await endHold(context, row, context.now);
  }
}
