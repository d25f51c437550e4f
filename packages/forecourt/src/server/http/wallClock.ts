import { sql, type RawBuilder } from 'kysely';

/** Wall clock in the zone of the house, as all times travel (D-GEN-06). */
export const wallClock = (column: string, zone: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
