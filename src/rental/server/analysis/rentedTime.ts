import { sql } from 'kysely';
import type { RegisteredFilter } from 'forecourt/server';
import { carSinceOf } from '../availability/index.ts';
import { earlierCarsWithin, rentalsWithin } from './rentedDays.ts';
import { timesOf } from './times.ts';

/** Cars that were out with a renter between two days or times: those that the utilisation of that time comes from. */
export const rentedTime: RegisteredFilter = {
  sql(value, { alias }) {
    const { from, to } = timesOf('rentedTime', value);
    return sql`${sql.ref(`${alias}.id`)} in (
      select o."carId" ${rentalsWithin(sql`${from}`, sql`${to}`)} and ${carSinceOf} < ${to}
      union all select c."carId" ${earlierCarsWithin(sql`${from}`, sql`${to}`)})`;
  },
};
