import { sql } from 'kysely';
import { refuseInUse } from 'forecourt/server';
import type { Hooks } from '../database.ts';

/** An insurer stays while a vehicle has a policy of it (D-ADM-19); owners are held by their vehicles themselves. */
export const institutionHooks: Hooks<'institution'> = {
  async beforeDelete(before, context) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from vehicle
      where ("compulsoryInsurance" ->> 'company')::bigint = ${before.id} or ("commercialInsurance" ->> 'company')::bigint = ${before.id}
    `.execute(context.db);
    const { count } = rows[0]!;
    if (count > 0) throw refuseInUse('vehicle', count, context.t);
  },
};
