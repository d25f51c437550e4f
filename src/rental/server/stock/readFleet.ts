import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { AUDIT, DEFAULT_TIME_ZONE, DISPATCH_PLAN, LISTED, OPEN_ORDERS, ORDER, VEHICLE } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { carFrom, carSinceOf } from '../availability/index.ts';
import { parameterRow, parametersOf } from '../facts/index.ts';

/** A car of the fleet: listed, or standing at its store without being on offer. */
interface FleetCar {
  readonly id: number;
  readonly storeId: number;
  readonly subModelId: number;
  readonly listed: boolean;
}

/** An open order, with or without a plate. */
export interface FleetOrder {
  readonly id: number;
  readonly status: 1 | 2;
  readonly carId: number | null;
  readonly subModelId: number;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly plannedPickup: Instant;
  readonly actualPickup: Instant | null;
  readonly plannedReturn: Instant;
}

/** Storage, shop or a planned dispatch of a car. */
export interface FleetBlock {
  readonly carId: number;
  readonly start: Instant;
  readonly end: Instant | null;
  /** Of a planned dispatch: where it goes. */
  readonly to: { readonly storeId: number; readonly timeZone: string } | null;
}

export interface Fleet {
  readonly turnaroundMinutes: number;
  readonly cars: readonly FleetCar[];
  readonly orders: readonly FleetOrder[];
  readonly blocks: readonly FleetBlock[];
  /** The stores that the reader sees, and the names of the models. */
  readonly stores: ReadonlyMap<number, { readonly name: string; readonly timeZone: string }>;
  readonly modelNames: ReadonlyMap<number, string>;
}

/** What reading the fleet needs of whoever asks. */
export type FleetContext = Pick<RentalContext, 'db' | 'now' | 'inScope'>;

/** One array a column, all in the same order. */
type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

interface Rows extends Pick<Fleet, 'blocks'> {
  readonly cars: Columns<FleetCar>;
  readonly orders: Columns<FleetOrder>;
  readonly parameters: unknown;
  readonly stores: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly models: readonly { readonly id: number; readonly name: string }[];
}

type Sql = RawBuilder<unknown>;
const listOf = (rows: Sql): Sql => sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`;
/** Of tens of thousands of rows, names beside all values and times as texts take longer than all else; so each column comes as an array, and times as numbers. */
const columnsOf = (names: readonly string[], rows: Sql): Sql =>
  sql`(select json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, coalesce(json_agg(found.${sql.ref(name)}), '[]')`))}) from (${rows}) found)`;
const CAR_COLUMNS: readonly (keyof FleetCar)[] = ['id', 'storeId', 'subModelId', 'listed'];
const ORDER_COLUMNS: readonly (keyof FleetOrder)[] = [
  ...(['id', 'status', 'carId', 'subModelId', 'pickupStoreId', 'returnStoreId'] as const),
  ...(['plannedPickup', 'actualPickup', 'plannedReturn'] as const),
];
const instant = (column: Sql): Sql => sql`round(date_part('epoch', ${column}) * 1000)::bigint`;

/**
 * The cars of a store and model, or of all, and everything open that counts for them: orders of the cars, orders without a plate, storage, shop and planned dispatches. One
 * statement. Orders count as far as they begin before `until`, and not where nobody came. Of a store, also the cars that stand elsewhere and that an open order brings there or takes
 * from there, or that are planned to go there, with their orders.
 */
export async function readFleet(
  context: FleetContext,
  { storeId, subModelId }: { readonly storeId?: number; readonly subModelId?: number },
  until: Instant,
): Promise<Fleet> {
  const model = (table: string): Sql =>
    subModelId === undefined ? sql`true` : sql`${sql.ref(`${table}.subModelId`)} = ${subModelId}`;
  const open = statesSql(...OPEN_ORDERS);
  const at = (column: Sql): Sql => (storeId === undefined ? sql`true` : sql`${column} = ${storeId}`);
  // Who comes to the store or leaves it, wherever the car stands now.
  const passing = (column: 'pickupStoreId' | 'returnStoreId'): Sql =>
    sql`select p."carId" from "order" p where p.status in (${open}) and p.${sql.ref(column)} = ${storeId}`;
  const planned = sql`select p."carId" from "dispatchPlan" p where p.status = ${sql.lit(DISPATCH_PLAN.planned)} and p."toStoreId" = ${storeId}`;
  const ofStore =
    storeId !== undefined
      ? sql`(${at(sql`v."storeId"`)} or v.id = any(array(${passing('pickupStoreId')} union ${passing('returnStoreId')} union ${planned})))`
      : at(sql`v."storeId"`);
  // Of all cars in one go; of some by their own, however many orders others have.
  const ofCars =
    storeId === undefined && subModelId === undefined
      ? sql`select o.* from "order" o where o.status in (${open}) and o."carId" in (select id from cars)`
      : sql`select o.* from cars cross join lateral (select * from "order" where "carId" = cars.id and status in (${open}) offset 0) o`;
  const waiting = sql`select o.* from "order" o where o.status = ${sql.lit(ORDER.approved)} and o."carId" is null and ${model('o')}
    and (${at(sql`o."pickupStoreId"`)} or ${at(sql`o."returnStoreId"`)})`;
  const { rows } = await sql<Rows>`
    with cars as materialized (
      select v.id, v."storeId", v."subModelId", v.status in (${statesSql(...LISTED)}) and v."auditStatus" = ${sql.lit(AUDIT.passed)} as listed
      from vehicle v where v.status in (${statesSql(VEHICLE.pending, ...LISTED)}) and ${ofStore} and ${model('v')}
    )
    select ${columnsOf(CAR_COLUMNS, sql`select * from cars`)} as cars,
      ${columnsOf(
        ORDER_COLUMNS,
        sql`
        select o.id, o.status, o."carId", o."subModelId", ${carFrom(sql`(select cars."storeId" from cars where cars.id = o."carId")`)} as "pickupStoreId", o."returnStoreId",
          ${instant(sql`o."plannedPickupTime"`)} as "plannedPickup", ${instant(carSinceOf)} as "actualPickup", ${instant(sql`o."plannedReturnTime"`)} as "plannedReturn"
        from (${ofCars} union all ${waiting}) o where o."plannedPickupTime" < ${new Date(until)}
          and (o.status <> ${sql.lit(ORDER.approved)} or o."plannedReturnTime" > ${new Date(context.now)})`,
      )} as orders,
      ${listOf(sql`
        select h."carId", ${instant(sql`h."startTime"`)} as start, ${instant(sql`h."endTime"`)} as "end",
          case when p.id is not null then json_build_object('storeId', p."toStoreId", 'timeZone', coalesce(pc."timeZone", ${DEFAULT_TIME_ZONE})) end as "to"
        from hold h join cars on cars.id = h."carId" left join "dispatchPlan" p on h.kind = 'dispatch' and p.id = h."sourceId"
          left join store ps on ps.id = p."toStoreId" left join city pc on pc.id = ps."cityId"
        where h.kind <> 'order' and h."startTime" < ${new Date(until)}`)} as blocks,
      (select row_to_json(p) from (${parameterRow(context.db)}) p) as parameters,
      ${listOf(sql`
        select s.id, s."storeName" as name, coalesce(c."timeZone", ${DEFAULT_TIME_ZONE}) as "timeZone" from store s left join city c on c.id = s."cityId"
        where ${context.inScope('store', 's')}`)} as stores,
      ${listOf(sql`
        select sm.id, b.name || ' ' || m.name || ' ' || sm.name as name from "subModel" sm join model m on m.id = sm."modelId" join brand b on b.id = m."brandId"
        where ${subModelId === undefined ? sql`true` : sql`sm.id = ${subModelId}`} order by 2`)} as models
  `.execute(context.db);
  const found = rows[0]!;
  return {
    turnaroundMinutes: parametersOf(found.parameters as Parameters<typeof parametersOf>[0]).turnaroundMinutes,
    cars: carsOf(found.cars),
    orders: ordersOf(found.orders),
    blocks: found.blocks,
    stores: new Map(found.stores.map(({ id, ...store }) => [id, store])),
    modelNames: new Map(found.models.map(({ id, name }) => [id, name])),
  };
}

const carsOf = ({ id, storeId, subModelId, listed }: Columns<FleetCar>): readonly FleetCar[] =>
  id.map((one, at) => ({
    id: one,
    storeId: storeId[at]!,
    subModelId: subModelId[at]!,
    listed: listed[at]!,
  }));

const ordersOf = ({ id, ...of }: Columns<FleetOrder>): readonly FleetOrder[] =>
  id.map((one, at) => ({
    id: one,
    status: of.status[at]!,
    carId: of.carId[at]!,
    subModelId: of.subModelId[at]!,
    pickupStoreId: of.pickupStoreId[at]!,
    returnStoreId: of.returnStoreId[at]!,
    plannedPickup: of.plannedPickup[at]!,
    actualPickup: of.actualPickup[at]!,
    plannedReturn: of.plannedReturn[at]!,
  }));
