import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { StockViewInput } from '../../calls/index.ts';
import { ORDER, VEHICLE, DEFAULT_TIME_ZONE } from '../../rules/index.ts';
import type { OrderStatus } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { RentalContext, RowOf } from '../database.ts';
import { codeForm, parameterRow } from '../facts/index.ts';

/** Rows as they come within JSON, where instants are texts. */
export interface CarRow {
  readonly id: number;
  readonly plate: string;
  readonly status: number;
  readonly auditStatus: number;
  readonly dispatchTime: string | null;
  readonly storeId: number;
  readonly storeName: string;
  readonly subModelId: number;
  readonly subModelName: string;
  readonly timeZone: string;
}

/** An order of a car (`carId`), or one that waits for a plate at its store. */
export interface OrderRow {
  readonly id: number;
  readonly carId: number | null;
  readonly orderNo: string;
  readonly renterName: string;
  readonly status: OrderStatus;
  readonly subModelId: number;
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
  readonly actualPickupTime: string | null;
  readonly actualReturnTime: string | null;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly pickupStoreName: string;
  readonly returnStoreName: string;
  readonly updateTime: string;
  /** Of the store that it belongs to: its times are told on that clock everywhere. */
  readonly timeZone: string;
  /** The reader's own list has it. */
  readonly seen: boolean;
}

/** An order that waits for a plate, with the names of its lane. */
export interface WaitingRow extends OrderRow {
  readonly subModelName: string;
}

export interface BlockRow {
  readonly carId: number;
  readonly kind: RowOf<'hold'>['kind'];
  readonly sourceId: number;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly storageKind: 1 | 2 | null;
  /** Of a planned dispatch: from where to where. */
  readonly fromStoreName: string | null;
  readonly toStoreName: string | null;
}

interface Window {
  readonly cars: readonly CarRow[];
  readonly orders: readonly OrderRow[];
  readonly waiting: readonly WaitingRow[];
  readonly blocks: readonly BlockRow[];
  readonly parameters: unknown;
  /** null on all pages but the first. */
  readonly total: number | null;
  readonly pages: readonly number[];
}

type Sql = RawBuilder<unknown>;
type Span = { readonly start: number; readonly end: number };

const FLEET = [VEHICLE.pending, VEHICLE.available, VEHICLE.rented];
/** What an order that counts on the schedule is: booked, out, or back. */
const SHOWN = [ORDER.approved, ORDER.pickedUp, ORDER.returned];

const listOf = (rows: Sql): Sql => sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`;

/** What is told of an order `o` as it had one of its cars: which, from when to when, from which store, and in which state that is. */
const partOf = (of: Readonly<Record<'carId' | 'status' | 'out' | 'back' | 'storeId', Sql>>): Sql =>
  sql`select o.id, ${of.carId} as "carId", o."orderNo", o."renterName", ${of.status} as status, o."subModelId", o."plannedPickupTime", o."plannedReturnTime",
    ${of.out} as "actualPickupTime", ${of.back} as "actualReturnTime", o."updateTime", ${of.storeId} as "pickupStoreId", o."returnStoreId"`;
const LAST_PART = {
  carId: sql`o."carId"`,
  status: sql`o.status`,
  out: sql`o."actualPickupTime"`,
  back: sql`o."actualReturnTime"`,
};

/**
 * The orders that have a car between two moments. Orders of one car follow each other, so beside the pickups between
 * them only the one before and the one after can reach in. Three looks into the index of a car's pickups find them. An
 * order that changed its car (O26) is told with each of its cars for its time.
 */
function ordersOfCar(carId: Sql, { start, end }: Span): Sql {
  const shown = sql`o."carId" = ${carId} and o.status in (${statesSql(...SHOWN)})`;
  const unchanged = partOf({ ...LAST_PART, storeId: sql`o."pickupStoreId"` });
  const of = (rest: Sql): Sql => sql`(${unchanged} from "order" o where ${shown} and o."carSince" is null and ${rest})`;
  const changedAt = sql`(select c."storeId" from "carChange" c where c."orderId" = o.id order by c.time desc limit 1)`;
  const last = partOf({ ...LAST_PART, out: sql`o."carSince"`, storeId: changedAt });
  const earlier = partOf({
    ...{ carId: sql`c."carId"`, status: sql.lit(ORDER.returned), out: sql`c.since`, back: sql`c.time` },
    storeId: sql`o."pickupStoreId"`,
  });
  const [from, to] = [new Date(start), new Date(end)];
  return sql`${of(sql`o."plannedPickupTime" >= ${from} and o."plannedPickupTime" < ${to}`)}
    union all ${of(sql`o."plannedPickupTime" < ${from} order by o."plannedPickupTime" desc limit 1`)}
    union all ${of(sql`o."plannedPickupTime" >= ${to} order by o."plannedPickupTime" limit 1`)}
    union all (${last} from "order" o where ${shown} and o."carSince" < ${to} and (o."actualReturnTime" is null or o."actualReturnTime" > ${from}))
    union all (${earlier} from "carChange" c join "order" o on o.id = c."orderId" where c."carId" = ${carId} and c.since < ${to} and c.time > ${from})`;
}

/** Cars that have something of the state in the span: what the answer says of the bar, asked before the page is cut. */
function stateFilter({ now }: RentalContext, state: NonNullable<StockViewInput['state']>, span: Span): Sql {
  if (state === 'inStorage')
    return sql`exists (select 1 from hold h where h."carId" = v.id and h.kind = 'storage' and h."startTime" < ${new Date(span.end)}
      and (h."endTime" is null or h."endTime" > ${new Date(span.start)}))`;
  const time = new Date(now);
  const is = {
    overdue: sql`(o.status = ${sql.lit(ORDER.approved)} and o."plannedPickupTime" < ${time} or o.status = ${sql.lit(ORDER.pickedUp)} and o."plannedReturnTime" < ${time})`,
    audited: sql`o.status = ${sql.lit(ORDER.approved)} and o."plannedPickupTime" >= ${time}`,
    dispatched: sql`o.status = ${sql.lit(ORDER.pickedUp)} and o."plannedReturnTime" >= ${time}`,
    returned: sql`o.status = ${sql.lit(ORDER.returned)}`,
  }[state];
  const until = sql`coalesce(o."actualReturnTime", case when o.status = ${sql.lit(ORDER.pickedUp)} then greatest(o."plannedReturnTime", ${time}) else o."plannedReturnTime" end)`;
  return sql`exists (select 1 from (${ordersOfCar(sql`v.id`, span)}) o where ${is} and coalesce(o."actualPickupTime", o."plannedPickupTime") < ${new Date(span.end)} and ${until} > ${new Date(span.start)})`;
}

function filtersOf(context: RentalContext, input: StockViewInput, span: Span): Sql {
  const plate = input.plate?.trim();
  return sql.join(
    [
      context.inScope('vehicle', 'v'),
      sql`v.status in (${statesSql(...FLEET)})`,
      ...(['storeId', 'modelId', 'subModelId', 'category'] as const)
        .filter((name) => input[name] !== undefined)
        .map((name) => sql`${sql.ref(`v.${name}`)} = ${input[name]}`),
      ...(input.carId === undefined ? [] : [sql`v.id = ${input.carId}`]),
      ...(plate
        ? [
            sql`(position(lower(${plate}) in lower(v.plate)) > 0 or position(${codeForm(sql`${plate}::text`)} in ${codeForm(sql`v.plate`)}) > 0)`,
          ]
        : []),
      ...(input.state === undefined ? [] : [stateFilter(context, input.state, span)]),
    ],
    sql` and `,
  );
}

/** Most orders without a plate that a window shows: the next ones to leave. */
const MOST_WAITING = 200;

/** Approved orders without a plate that the filters of the schedule mean; of what only a car has (plate, class, where it stands), there are none. */
function waitingFilter(context: RentalContext, input: StockViewInput, span: Span): Sql {
  const now = new Date(context.now);
  const states = { audited: sql`o."plannedPickupTime" >= ${now}`, overdue: sql`o."plannedPickupTime" < ${now}` };
  const { state, storeId, modelId, subModelId } = input;
  const ofCars = input.category !== undefined || input.plate?.trim() || (state !== undefined && !(state in states));
  if (ofCars || !context.can('order-list')) return sql`false`;
  return sql.join(
    [
      sql`o.status = ${sql.lit(ORDER.approved)} and o."carId" is null and ${context.inScope('order', 'o')}`,
      sql`o."plannedPickupTime" < ${new Date(span.end)} and o."plannedReturnTime" > ${new Date(span.start)}`,
      ...(storeId === undefined ? [] : [sql`o."pickupStoreId" = ${storeId}`]),
      ...(subModelId === undefined ? [] : [sql`o."subModelId" = ${subModelId}`]),
      ...(modelId === undefined ? [] : [sql`sm."modelId" = ${modelId}`]),
      ...(state === undefined ? [] : [states[state as keyof typeof states]]),
    ],
    sql` and `,
  );
}

/** What a bar tells of an order `o`, and the joins that it needs. */
const orderColumns = (seen: Sql): Sql =>
  sql`o.id, o."carId", o."orderNo", o."renterName", o.status, o."subModelId", o."plannedPickupTime", o."plannedReturnTime", o."actualPickupTime",
    o."actualReturnTime", o."updateTime", o."pickupStoreId", o."returnStoreId", out."storeName" as "pickupStoreName", back."storeName" as "returnStoreName",
    coalesce(c."timeZone", ${DEFAULT_TIME_ZONE}) as "timeZone", (${seen}) as seen`;
const orderJoins = sql`join store out on out.id = o."pickupStoreId" left join city c on c.id = out."cityId" join store back on back.id = o."returnStoreId"`;
const modelName = sql`b.name || ' ' || m.name || ' ' || sm.name as "subModelName"`;
const modelJoins = (of: Sql): Sql =>
  sql`join "subModel" sm on sm.id = ${of} join model m on m.id = sm."modelId" join brand b on b.id = m."brandId"`;

/**
 * A page of cars by plate, and what has each of them in the span. One statement: a page by the plate of the car before it (keyset), the orders through the
 * index of cars and pickups, holds through their exclusion. The first page also says how many cars there are, where each page ends, and which orders wait
 * for a plate.
 */
export async function readWindow(
  context: RentalContext,
  input: StockViewInput & { readonly limit: number },
  span: Span,
): Promise<Window> {
  const { after, limit } = input;
  const mayRead = context.can('order-list') ? sql`${context.inScope('order', 'o')}` : sql`false`;
  const behind =
    after === undefined ? sql`true` : sql`(plate, id) > (select plate, id from vehicle where id = ${after})`;
  const first = after === undefined && input.carId === undefined;
  const { rows } = await sql<Window>`
    with listed as (
      select v.id, v.plate, v.status, v."auditStatus", v."dispatchTime", v."storeId", v."subModelId" from vehicle v where ${filtersOf(context, input, span)}
    ), page as materialized (
      select * from listed where ${behind} order by plate, id limit ${limit}
    )
    select
      ${listOf(sql`
        select page.*, s."storeName", coalesce(c."timeZone", ${DEFAULT_TIME_ZONE}) as "timeZone", ${modelName}
        from page join store s on s.id = page."storeId" left join city c on c.id = s."cityId"
        ${modelJoins(sql`page."subModelId"`)}
        order by page.plate, page.id`)} as cars,
      ${listOf(sql`
        select ${orderColumns(mayRead)} from page cross join lateral (${ordersOfCar(sql`page.id`, span)}) o ${orderJoins}`)} as orders,
      ${
        first
          ? listOf(sql`
        select ${orderColumns(sql`true`)}, ${modelName} from "order" o ${orderJoins} ${modelJoins(sql`o."subModelId"`)}
        where ${waitingFilter(context, input, span)} order by o."plannedPickupTime", o.id limit ${MOST_WAITING}`)
          : sql`'[]'::json`
      } as waiting,
      ${listOf(sql`
        select h."carId", h.kind, h."sourceId", h."startTime", h."endTime", st.kind as "storageKind", fs."storeName" as "fromStoreName", ts."storeName" as "toStoreName"
        from page join hold h on h."carId" = page.id left join "storageOrder" st on h.kind = 'storage' and st.id = h."sourceId"
          left join "dispatchPlan" dp on h.kind = 'dispatch' and dp.id = h."sourceId" left join store fs on fs.id = dp."fromStoreId" left join store ts on ts.id = dp."toStoreId"
        where h.kind <> 'order' and h."startTime" < ${new Date(span.end)} and (h."endTime" is null or h."endTime" > ${new Date(span.start)})`)} as blocks,
      (select row_to_json(p) from (${parameterRow(context.db)}) p) as parameters,
      ${first ? sql`(select count(*)::int from listed)` : sql`null`} as total,
      ${
        first
          ? sql`(select coalesce(json_agg(id order by n), '[]') from (select id, row_number() over (order by plate, id) as n from listed) numbered where n % ${limit} = 0)`
          : sql`'[]'::json`
      } as pages
  `.execute(context.db);
  return rows[0]!;
}
