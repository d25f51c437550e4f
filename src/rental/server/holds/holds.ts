import { sql } from 'kysely';
import { refuse } from 'forecourt/server';
import { ORDER, overlaps, withTurnaround } from '../../rules/index.ts';
import type { Instant, Interval } from '../../rules/index.ts';
import type { RentalContext, RentalDatabase, RowOf, VehicleRow } from '../database.ts';

/**
 * The reasons why a car is not free, and the only place where they are written. Holds are half-open. An order's hold carries the turnaround
 * behind its return, cut short where storage or maintenance follows, which need none. It is the last word of the database; the rules ask
 * the orders themselves, with the full turnaround.
 *
 * While a car is out, its hold ends with the planned return and turnaround. What is late is told by the clock, not by the table: the rules
 * count an overdue order until now, and a rented car is handed to nobody else.
 */
export interface HoldSource {
  readonly kind: RowOf<'hold'>['kind'];
  readonly sourceId: number;
}

/** Without turnaround; an empty end is for ever. */
export interface HoldSpan extends Interval {
  /** Minutes that the car needs behind an order; 0 for everything else. */
  readonly turnaroundMinutes: number;
}

interface Hold {
  readonly id: number;
  readonly isOrder: boolean;
  readonly isOwn: boolean;
  readonly stored: Interval;
  /** Until when the car is really needed: without turnaround. */
  readonly needed: Interval;
  /** The planned return of an order that nobody came for; it holds nothing since. */
  readonly abandonedSince: Instant | null;
}

/** The cars that this transaction has locked, as they stand since, by id. */
export type LockedCars = ReadonlyMap<number, VehicleRow>;

/**
 * Queues everybody who wants to book one of these cars, in the order of their ids, and makes this transaction the next: whoever comes later sees
 * what is written here. Check-then-insert without it lets two bookings of one moment through.
 */
export async function lockCars(db: RentalDatabase, carIds: readonly (number | null)[]): Promise<LockedCars> {
  const ids = [...new Set(carIds.filter((id) => id !== null))].toSorted((a, b) => a - b);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<VehicleRow>`
    with locked as (select id from vehicle where id = any(${ids}::bigint[]) order by id for update)
    update vehicle set "holdVersion" = "holdVersion" + 1 from locked where vehicle.id = locked.id returning vehicle.*
  `.execute(db);
  return new Map(rows.map((car) => [car.id, car]));
}

/**
 * Takes the car for the source, or moves the hold that the source has (other times, other car). Refuses with "not free" when another hold
 * is in the way; callers ask the availability rules first, which say which one. Locks the cars that `locked` does not say it has.
 */
export async function reserve(
  context: RentalContext,
  carId: number,
  span: HoldSpan,
  source: HoldSource,
  locked: LockedCars = new Map(),
): Promise<void> {
  const { db } = context;
  if (!locked.has(carId)) await lockCars(db, [carId, (await holdOf(db, source))?.carId ?? null]);
  const holds = await readHolds(context, carId, source);
  const own = holds.find((each) => each.isOwn);
  const others = await withoutAbandoned(
    context,
    holds.filter((each) => each !== own),
  );
  const isOrder = source.kind === 'order';
  const wanted = isOrder && span.end !== null ? withTurnaround(span.start, span.end, span.turnaroundMinutes) : span;
  const inTheWay = others.some((each) =>
    isOrder && !each.isOrder ? overlaps(span, each.stored) : overlaps(wanted, isOrder ? each.stored : each.needed),
  );
  if (inTheWay) throw refuse('msg.hold.overlap');

  if (!isOrder) await cutTurnarounds(context, others, span.start);
  const end = isOrder ? firstStart(others, span.end, wanted.end) : span.end;
  const values = { carId, startTime: new Date(span.start), endTime: end === null ? null : new Date(end) };
  if (own) await context.write.update('hold', own.id, values);
  else await context.write.insert('hold', { ...source, ...values });
}

/** Gives the car free; nothing happens when the source holds none. */
export async function release(context: RentalContext, source: HoldSource): Promise<void> {
  const own = await holdOf(context.db, source);
  if (own) await context.write.delete('hold', own.id);
}

const holdOf = (
  db: RentalDatabase,
  { kind, sourceId }: HoldSource,
): Promise<{ id: number; carId: number } | undefined> =>
  db
    .selectFrom('hold')
    .select(['id', 'carId'])
    .where('kind', '=', kind)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();

/** What holds the car, and the hold of the source wherever it is. */
async function readHolds(
  { db, now }: RentalContext,
  carId: number,
  { kind, sourceId }: HoldSource,
): Promise<readonly Hold[]> {
  const rows = await db
    .selectFrom('hold')
    .leftJoin('order', (join) => join.onRef('order.id', '=', 'hold.sourceId').on('hold.kind', '=', 'order'))
    .select(['hold.id', 'kind', 'sourceId', 'startTime', 'endTime', 'plannedReturnTime', 'status'])
    .where((where) =>
      where.or([
        where('hold.carId', '=', carId),
        where.and([where('kind', '=', kind), where('sourceId', '=', sourceId)]),
      ]),
    )
    .execute();
  return rows.map((row) => {
    const start = row.startTime.getTime();
    const end = row.endTime?.getTime() ?? null;
    const needed = row.plannedReturnTime?.getTime() ?? end;
    return {
      id: row.id,
      isOrder: row.kind === 'order',
      isOwn: row.kind === kind && row.sourceId === sourceId,
      stored: { start, end },
      needed: { start, end: needed },
      abandonedSince: row.status === ORDER.approved && needed !== null && needed <= now ? needed : null,
    };
  });
}

/** The holds without those of orders that nobody came for, which end with their planned return. */
async function withoutAbandoned(context: RentalContext, holds: readonly Hold[]): Promise<readonly Hold[]> {
  for (const { id, abandonedSince, stored } of holds)
    if (abandonedSince !== null && (stored.end ?? Infinity) > abandonedSince)
      await context.write.update('hold', id, { endTime: new Date(Math.max(stored.start, abandonedSince)) });
  return holds.filter(({ abandonedSince }) => abandonedSince === null);
}

/** Turnarounds that reach into what begins here end where it begins. */
async function cutTurnarounds(context: RentalContext, others: readonly Hold[], start: Instant): Promise<void> {
  for (const each of others) {
    const reachesIn = each.isOrder && each.stored.start < start && (each.stored.end ?? Infinity) > start;
    if (reachesIn) await context.write.update('hold', each.id, { endTime: new Date(start) });
  }
}

/** End of an order's hold: the turnaround, or the first thing that follows the return sooner. */
function firstStart(others: readonly Hold[], returned: Instant | null, end: Instant | null): Instant | null {
  const starts = others.map((each) => each.stored.start).filter((start) => start >= (returned ?? Infinity));
  return end === null ? null : Math.min(end, ...starts);
}
