import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from '../../../framework/server/contract.ts';
import { MAINTENANCE, STORAGE, VEHICLE } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);

/** A work order under way for which the car stands in the shop. */
const inShop = (query: SqlContext): Sql =>
  sql`exists (select from maintenance m where m."carId" = ${column(query, 'id')} and m.status = ${sql.lit(MAINTENANCE.inProgress)} and m."storageFlag" = 1 and m."startTime" <= ${query.now})`;

/** A storage or offline order whose time has come and that nobody has finished. */
const inStorage = (query: SqlContext): Sql =>
  sql`exists (select from "storageOrder" s where s."carId" = ${column(query, 'id')} and s.status = ${sql.lit(STORAGE.stored)} and s."offlineTime" <= ${query.now})`;

/** The status in the words of the figures (D-CAR-02). */
const FLEET_STATES = {
  [VEHICLE.pending]: 'pendingListing',
  [VEHICLE.available]: 'available',
  [VEHICLE.rented]: 'renting',
  [VEHICLE.sold]: 'sold',
  [VEHICLE.totalLoss]: 'scrapped',
} as const;

const yesNo = (condition: Sql): Sql => sql`(case when ${condition} then 1 else 0 end)`;

/** What a car is doing beside its status (D-CAR-02, D-STOCK-02): never stored, it follows from orders of other kinds. */
export const vehicleColumns: Readonly<Record<string, ComputedColumn>> = {
  vehicleInShop: { sql: (query) => yesNo(inShop(query)) },
  vehicleInStorage: { sql: (query) => yesNo(inStorage(query)) },
  vehicleFleetState: {
    sql: (query) =>
      sql`(case ${column(query, 'status')} ${sql.join(
        Object.entries(FLEET_STATES).map(
          ([status, state]) => sql`when ${sql.lit(Number(status))} then ${sql.lit(state)}`,
        ),
        sql` `,
      )} end)`,
  },
  vehicleGenericLabel: {
    sql: (
      query,
    ) => sql`(case ${column(query, 'status')} when ${sql.lit(VEHICLE.totalLoss)} then 'scrapped' when ${sql.lit(VEHICLE.sold)} then null
      when ${sql.lit(VEHICLE.rented)} then 'inUse' else case when ${inShop(query)} then 'maintenance' else 'unused' end end)`,
  },
};
