import { sql, type RawBuilder } from 'kysely';
import { ORDER, VIOLATION, type Custody, type Instant, type Match } from '../../rules/index.ts';
import { statesSql, type RentalContext, type RentalDatabase } from '../database.ts';
import { carSinceOf } from '../availability/index.ts';
import { claimSql } from '../violationClaims/index.ts';

/** Orders that got this car by then, and brought it back as told. */
const trips = (
  carId: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
  back: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select o.id as "orderId", true as certain, ${carSinceOf} as "from", o."actualReturnTime" as "to" from "order" o
  where o."carId" = ${carId} and o.status in (${statesSql(ORDER.pickedUp, ORDER.returned)})
    and o."actualPickupTime" <= ${time} and ${carSinceOf} <= ${time} and o."actualReturnTime" ${back}`;

/**
 * Orders that may have had a car at a moment, both as SQL; a pickup that was undone since counts as uncertain until it was undone. Orders that are
 * back and orders that are out are two questions: each is answered by the index of the order alone, where an "or" reads every order of the car.
 */
const custodies = (carId: RawBuilder<unknown>, time: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${trips(carId, time, sql`>= ${time}`)}
  union all
  ${trips(carId, time, sql`is null`)}
  union all
  select c."orderId", true, c.since, c.time from "carChange" c where c."carId" = ${carId} and c.since <= ${time} and c.time >= ${time}
  union all
  select t."orderId", false, t.time, t."updateTime" from "orderTask" t
  where t."carId" = ${carId} and t.type = 'pickup' and t.voided = 1 and t.time <= ${time} and t."updateTime" >= ${time})`;

interface Found extends Custody {
  readonly orderNo: string;
  readonly renterName: string;
}

/** Who may have had the car at that moment, the first pickup first; whoever asks may see the car, and learns who drove it. */
export async function custodiesAt(db: RentalDatabase, carId: number, time: Instant): Promise<readonly Found[]> {
  const { rows } = await sql<{
    orderId: number;
    certain: boolean;
    from: Date;
    to: Date | null;
    orderNo: string;
    renterName: string;
  }>`
    select c.*, o."orderNo", o."renterName" from ${custodies(sql`${carId}::bigint`, sql`${new Date(time)}::timestamptz`)} c
    join "order" o on o.id = c."orderId" order by c."from", c."orderId"
  `.execute(db);
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to?.getTime() ?? null }));
}

/** What `matchOf` says of a stored violation, and whether it has that already. */
interface Judged extends Pick<Match, 'match' | 'orderId'> {
  readonly id: number;
  readonly changed: boolean;
}

/** `matchOf` of the rules for the violation `v`, as SQL. */
const found: RawBuilder<unknown> = sql`(
  select case when count(distinct c."orderId") = 0 then 'none'
      when count(distinct c."orderId") = 1 and bool_or(c.certain) then 'matched' else 'undecided' end as match,
    case when count(distinct c."orderId") = 1 and bool_or(c.certain) then min(c."orderId") end as "orderId"
  from ${custodies(sql`v."carId"`, sql`v.time`)} c)`;

/** What is matched again, as a condition over the violation `v`. Left alone is what a person chose and what was asked of a renter already. */
const openBehind = (context: RentalContext, after: number): RawBuilder<unknown> =>
  sql`v.id > ${after} and v.status = ${sql.lit(VIOLATION.pending)} and v.match <> 'chosen'
    and ${claimSql(sql`v.id`, sql`v.status`)} = 'none' and ${context.inScope('violation', 'v')}`;

/** How many violations behind this one `matchMany` would look up. */
export async function countFrom(context: RentalContext, after: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from violation v where ${openBehind(context, after)}
  `.execute(context.db);
  return rows[0]!.count;
}

/**
 * `matchOf` of the rules for many violations in one statement, by id, the first `limit` of the pending ones behind `after` that the actor sees; they are
 * locked. A property test holds it to the rule.
 */
export async function matchMany(
  context: RentalContext,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Judged[]> {
  const { rows } = await sql<Judged>`
    with v as (
      select v.* from violation v
      where ${openBehind(context, after)}
      order by v.id limit ${limit} for update of v
    )
    select v.id, found.match, found."orderId", found.match <> v.match or found."orderId" is distinct from v."orderId" as changed
    from v cross join lateral ${found} found order by v.id
  `.execute(context.db);
  return rows;
}

/** Matches all violations there are, whatever is known of them: for demonstration data. */
export const matchStored = (db: RentalDatabase): Promise<unknown> =>
  sql`
    update violation u set match = found.match, "orderId" = found."orderId"
    from violation v cross join lateral ${found} found where u.id = v.id
  `.execute(db);
