import { sql } from 'kysely';
import { defineModule } from '../database.ts';
import { tripHooks } from './hooks.ts';

/** Cars that are driven without an order (D-CAR-20). */
export const tripServer = defineModule({
  hooks: { carTrip: tripHooks },
  computed: {
    tripDistance: {
      sql: ({ alias }) => sql`(${sql.ref(`${alias}.endMileage`)} - ${sql.ref(`${alias}.startMileage`)})`,
    },
  },
});
