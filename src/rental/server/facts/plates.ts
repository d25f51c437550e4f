import { sql } from 'kysely';
import { VEHICLE, carsOfPlate, type Instant, type PlateSpan } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { codeForm } from './identity.ts';

/** Every time that a plate was on a car, in whatever spelling; the plates of today count until today. */
export async function spansOfPlate(db: RentalDatabase, plate: string): Promise<readonly PlateSpan[]> {
  const wanted = codeForm(sql`${plate}::text`);
  const { rows } = await sql<{ carId: number; from: Date | null; until: Date | null; status: number }>`
    select v.id as "carId", v."plateFrom" as "from", null::timestamptz as until, v.status from vehicle v
      where ${codeForm(sql`v.plate`)} = ${wanted}
    union all select p."carId", p."validFrom", p."validUntil", v.status from "carPlate" p join vehicle v on v.id = p."carId"
      where ${codeForm(sql`p.plate`)} = ${wanted}
  `.execute(db);
  return rows.map(({ carId, from, until, status }) => ({
    carId,
    from: from?.getTime() ?? null,
    until: until?.getTime() ?? null,
    isLive: status !== VEHICLE.sold && status !== VEHICLE.totalLoss,
  }));
}

/** Cars that had a plate at a moment (D-CAR-17): one as a rule. */
export const carsWithPlate = async (db: RentalDatabase, plate: string, at: Instant): Promise<readonly number[]> =>
  carsOfPlate(await spansOfPlate(db, plate), at);

/** The plate that a car had at a moment; undefined where it had none of its former ones then, but that of today. */
export async function formerPlateAt(db: RentalDatabase, carId: number, at: Instant): Promise<string | undefined> {
  const time = new Date(at);
  const row = await db
    .selectFrom('carPlate')
    .select('plate')
    .where('carId', '=', carId)
    .where('validUntil', '>', time)
    .where((of) => of.or([of('validFrom', 'is', null), of('validFrom', '<=', time)]))
    .executeTakeFirst();
  return row?.plate;
}
