import {
  DEFAULT_TIME_ZONE,
  claimedProblem,
  dateOf,
  matchOf,
  noticePlateProblems,
  usedViolationProblem,
  violationTimeProblems,
  type Instant,
  type ViolationStatus,
} from '../../rules/index.ts';
import { refuseFields } from 'forecourt/server';
import type { Hooks, RentalContext } from '../database.ts';
import { carsWithPlate } from '../facts/index.ts';
import { timeZoneOf } from '../order/index.ts';
import { requireNone } from '../problems.ts';
import { isClaimed, stepOfViolation, type ViolationRow } from '../violationClaims/index.ts';
import { custodiesAt } from './custody.ts';

/** What an offence is told by; once it was asked of the renter it stays as it was. */
const KEPT = ['carId', 'noticePlate', 'time', 'fine'] as const;

const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

const changed = (values: Partial<ViolationRow>, before: ViolationRow | null, name: (typeof KEPT)[number]): boolean =>
  name in values && plain(values[name]) !== plain(before?.[name]);

/** The car of an offence; refuses one that is not there for this user, and an offence that cannot be. */
async function requirePossible(
  context: RentalContext,
  carId: number,
  time: Instant,
): Promise<{ readonly storeId: number }> {
  const car = await context.db
    .selectFrom('vehicle')
    .select(['storeId', 'registerDate'])
    .where('id', '=', carId)
    .where(context.inScope('vehicle', 'vehicle'))
    .executeTakeFirst();
  if (!car) throw refuseFields({ carId: 'msg.car.notFound' });
  const { storeId, registerDate } = car;
  const day = dateOf(time, await timeZoneOf(context, storeId, DEFAULT_TIME_ZONE));
  requireNone(violationTimeProblems({ time, now: context.now, day, registerDate }), context);
  return { storeId };
}

interface CarNamed {
  readonly noticePlate: string | null | undefined;
  /** The car that is named now, and the one that the violation has already. */
  readonly named: number | null;
  readonly before?: number | null;
}

/** The car of an offence: the one that is named, or the one that had the plate of the notice at that time (D-CAR-17). */
export async function carOfNotice(
  context: RentalContext,
  { noticePlate, named, before = null }: CarNamed,
  time: Instant,
): Promise<number> {
  const plate = noticePlate?.trim() ?? '';
  const ofPlate = plate === '' ? [] : await carsWithPlate(context.db, plate, time);
  if (plate !== '' && (named !== null || before === null)) requireNone(noticePlateProblems(named, ofPlate), context);
  const found = named ?? (ofPlate.length === 1 ? ofPlate[0] : before);
  if (found === null || found === undefined) throw refuseFields({ carId: 'msg.required' });
  return found;
}

/** Saving finds the order that had the car (W1, W2), and again when car or time are others. */
export const violationHooks: Hooks<'violation'> = {
  async beforeSave({ values, before, id }, context) {
    stepOfViolation(context, (before?.status ?? null) as ViolationStatus | null, before ? 'edit' : 'new');
    const others = KEPT.filter((name) => changed(values, before, name));
    if (before && others.length > 0 && (await isClaimed(context, id!)))
      requireNone([claimedProblem(others[0])], context);
    if (before && !others.some((name) => name !== 'fine')) return;
    const time = (values.time ?? before?.time)!.getTime();
    const noticePlate = values.noticePlate === undefined ? before?.noticePlate : values.noticePlate;
    const named = !before || others.includes('carId') ? values.carId : undefined;
    const carId = await carOfNotice(
      context,
      { noticePlate, named: named ?? null, before: before?.carId ?? null },
      time,
    );
    values.carId = carId;
    const { storeId } = await requirePossible(context, carId, time);
    if (!before) values.storeId ??= storeId;
    const { match, orderId } = matchOf(time, await custodiesAt(context.db, carId, time));
    Object.assign(values, { match, orderId });
  },
  async beforeDelete(before, context) {
    stepOfViolation(context, before.status, 'delete');
    // A revoked deduction and a voided line name it as well.
    const made = await context.db
      .selectNoFrom((of) => [
        of.exists(of.selectFrom('deduction').select('id').where('violationId', '=', before.id)).as('deducted'),
        of.exists(of.selectFrom('orderFee').select('id').where('violationId', '=', before.id)).as('charged'),
      ])
      .executeTakeFirstOrThrow();
    requireNone(made.deducted || made.charged ? [usedViolationProblem()] : [], context);
  },
};

/** A violation that can still be dealt with, locked. */
export async function lockPending(context: RentalContext, id: number): Promise<ViolationRow> {
  const row = await context.row('violation', id, { lock: true });
  stepOfViolation(context, row.status, 'edit');
  return row;
}
