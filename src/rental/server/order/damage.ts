import { sql } from 'kysely';
import { refuseFields } from 'forecourt/server';
import { calls, type DamageMark, type NewMark } from '../../calls/index.ts';
import { MOST_MARKS, marksAfter } from '../../rules/index.ts';
import { defineCommand, type RentalContext, type RentalDatabase } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { wireTime } from '../times.ts';

/** The handover that last looked at a car, rejected ones aside; its marks are those of the car (D-ORD-31). */
export const lastLook = (db: RentalDatabase, carId: number | null) =>
  db
    .selectFrom('orderTask')
    .select(['orderTask.damages', 'orderTask.time', 'orderTask.orderId'])
    .where('orderTask.carId', '=', carId)
    .where('orderTask.voided', '=', 0)
    .where('orderTask.damages', 'is not', null)
    .orderBy('orderTask.time', 'desc')
    .orderBy('orderTask.id', 'desc')
    .limit(1);

/** The marks that a car has. */
export const marksOf = async (db: RentalDatabase, carId: number): Promise<readonly DamageMark[]> =>
  (await lastLook(db, carId).executeTakeFirst())?.damages ?? [];

/** What the form of a task says of damage. */
interface SaidOfDamage {
  readonly damages?: readonly NewMark[];
  readonly mended?: readonly number[];
}

/** The marks of a car as a task leaves them; refuses more than a car has room for. The car is locked by the caller. */
export function marksLeftBy(
  before: readonly DamageMark[],
  { damages = [], mended = [] }: SaidOfDamage,
): readonly DamageMark[] {
  const added = damages.map(({ size = null, note = '', photo = '', ...what }) => ({
    ...what,
    size,
    note: note.trim(),
    photo,
  }));
  const marks = marksAfter(before, added, mended);
  if (marks.length > MOST_MARKS) throw refuseFields({ damages: 'rental.damage.tooMany' });
  return marks;
}

async function seenOrder({ db, inScope }: RentalContext, id: number) {
  const { rows } = await sql<{ id: number; orderNo: string | null }>`
    select o.id::int, o."orderNo" from "order" o where o.id = ${id} and ${inScope('order', 'o')}
  `.execute(db);
  return rows[0];
}

/** The marks of a car: for who may see it, or hand it over with an order. */
export const carDamages = defineCommand(calls.carDamages, {
  async run({ id, orderId }, context) {
    if (orderId === undefined) context.require('car-detail');
    else await context.row('order', orderId);
    const car =
      orderId === undefined
        ? await context.row('vehicle', id)
        : await context.db
            .selectFrom('vehicle')
            .select(['category', 'storeId'])
            .where('id', '=', id)
            .executeTakeFirst();
    const look = await lastLook(context.db, id).executeTakeFirst();
    // The marks are the car's; the order may be of a store that the reader does not see.
    const order = look && (await seenOrder(context, look.orderId));
    return {
      category: car?.category ?? null,
      marks: look?.damages ?? [],
      orderId: order?.id ?? null,
      orderNo: order?.orderNo ?? '',
      time: look && car ? wireTime(look.time, await zoneOfStore(context.db, car.storeId)) : '',
    };
  },
});
