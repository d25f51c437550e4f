import type { OrderParts } from '../../calls/index.ts';
import { carPartsOf, type CarChangeReason, type CarFate } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { wireTime } from '../times.ts';
import { keptNames } from './named.ts';

/** The changes of car of an order, oldest first (O26). */
export const changeRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('carChange')
    .select(['time', 'reason', 'fate', 'remark', 'unread'])
    .where('orderId', '=', orderId)
    .orderBy('id');

/** A handover with what its car is called now. */
interface TaskRow {
  readonly type: 'pickup' | 'return' | 'changeback' | 'changeout';
  readonly carId: number;
  readonly time: string;
  readonly mileage: number;
  readonly oil: number;
  readonly unread: string | null;
  readonly voided: number;
  readonly named: unknown;
  readonly plateNow: string;
  readonly brandNow: string;
  readonly modelNow: string;
  readonly subModelNow: string;
}

interface ChangeRow {
  readonly time: string;
  readonly reason: CarChangeReason;
  readonly fate: CarFate;
  readonly remark: string | null;
  readonly unread: string | null;
}

/** What a car was called when it went out: a pickup keeps the name of the model that was booked, which may be another. */
function nameOf(task: TaskRow): string {
  const kept = task.type === 'changeout' ? keptNames(task as Parameters<typeof keptNames>[0]) : {};
  const { brandName = task.brandNow, modelName = task.modelNow, subModelName = task.subModelNow } = kept;
  return `${brandName} ${modelName} ${subModelName}`;
}

const isRead = (back: TaskRow | undefined): back is TaskRow => back !== undefined && !back.unread;

/** The cars of an order as its calls answer them, the first first. */
export function carParts(
  tasks: readonly TaskRow[],
  changes: readonly ChangeRow[],
  timeZone: string,
): OrderParts['cars'] {
  const live = tasks.filter(({ voided }) => voided === 0);
  const told = changes.map((each) => ({ ...each, remark: each.remark ?? '', unread: each.unread ?? '' }));
  return carPartsOf(live, told).map(({ out, back, change, distance }) => ({
    carId: out.carId,
    plate: keptNames(out as Parameters<typeof keptNames>[0]).plate ?? out.plateNow,
    modelName: nameOf(out),
    since: wireTime(out.time, timeZone),
    until: wireTime(back?.time ?? change?.time ?? null, timeZone),
    mileageOut: out.mileage,
    mileageIn: isRead(back) ? back.mileage : null,
    oilOut: out.oil,
    oilIn: isRead(back) ? back.oil : null,
    distance,
    reason: change?.reason ?? null,
    fate: change?.fate ?? null,
    remark: change?.remark ?? '',
    unread: change?.unread ?? back?.unread ?? '',
  }));
}
