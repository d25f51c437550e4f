import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from 'forecourt/server';
import { DEFAULT_TIME_ZONE, MAINTENANCE, ORDER, STORAGE, VEHICLE } from '../../rules/index.ts';
import { seenOrders } from '../facts/index.ts';

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

/** Orders of the car in a state, as far as this user sees them; the first in `by` is meant. */
const orderOf = (query: SqlContext, status: number, what: Sql, by: string): Sql =>
  sql`(select ${what} from "order" o where o."carId" = ${column(query, 'id')} and o.status = ${sql.lit(status)} and ${seenOrders(query.actor, 'o')} order by ${sql.ref(`o.${by}`)} limit 1)`;

/** A time of such an order on the clock of the store at which the car is. */
const timeOf = (query: SqlContext, status: number, name: 'plannedPickupTime' | 'plannedReturnTime'): Sql =>
  orderOf(
    query,
    status,
    sql`to_char(${sql.ref(`o.${name}`)} at time zone coalesce((select c."timeZone" from store s join city c on c.id = s."cityId" where s.id = ${column(query, 'storeId')}), ${sql.lit(DEFAULT_TIME_ZONE)}), 'YYYY-MM-DD HH24:MI:SS')`,
    name,
  );

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
  vehicleRenter: { sql: (query) => orderOf(query, ORDER.pickedUp, sql`o."renterName"`, 'plannedReturnTime') },
  vehicleBackTime: { sql: (query) => timeOf(query, ORDER.pickedUp, 'plannedReturnTime') },
  vehicleNextOutTime: { sql: (query) => timeOf(query, ORDER.approved, 'plannedPickupTime') },
  vehicleGenericLabel: {
    sql: (
      query,
    ) => sql`(case ${column(query, 'status')} when ${sql.lit(VEHICLE.totalLoss)} then 'scrapped' when ${sql.lit(VEHICLE.sold)} then null
      when ${sql.lit(VEHICLE.rented)} then 'inUse' else case when ${inShop(query)} then 'maintenance' else 'unused' end end)`,
  },
};
