import { sql, type RawBuilder } from 'kysely';
import { ORDER, type Custody, type Instant, type Match } from '../../rules/index.ts';
import { statesSql, type RentalDatabase } from '../database.ts';

/** Orders that may have had a car at a moment, both as SQL; a pickup that was undone since counts as uncertain until it was undone. */
const custodies = (carId: RawBuilder<unknown>, time: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select o.id as "orderId", true as certain, o."actualPickupTime" as "from", o."actualReturnTime" as "to" from "order" o
  where o."carId" = ${carId} and o.status in (${statesSql(ORDER.pickedUp, ORDER.returned)})
    and o."actualPickupTime" <= ${time} and (o."actualReturnTime" is null or o."actualReturnTime" >= ${time})
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

/**
 * `matchOf` of the rules for many violations in one statement: those whose order is another one than they have, of the first `limit` that
 * follow the id `after`. Left alone is what a person chose and what was asked of a renter already. A property test holds it to the rule.
 */
export async function matchMany(
  db: RentalDatabase,
  {
    among,
    after,
    limit,
    pending,
    claim,
  }: {
    /** Further conditions over `v`. */
    readonly among: RawBuilder<boolean>;
    readonly after: number;
    readonly limit: number;
    readonly pending: number;
    readonly claim: RawBuilder<string>;
  },
): Promise<readonly (Pick<Match, 'match' | 'orderId'> & { readonly id: number; readonly changed: boolean })[]> {
  const { rows } = await sql<Pick<Match, 'match' | 'orderId'> & { id: number; changed: boolean }>`
    with v as (
      select v.* from violation v
      where v.id > ${after} and v.status = ${sql.lit(pending)} and v.match <> 'chosen' and ${claim} = 'none' and ${among}
      order by v.id limit ${limit} for update of v
    ), found as (
      select v.id, v.match as "oldMatch", v."orderId" as "oldOrderId",
        count(distinct c."orderId") as orders, bool_or(c.certain) as certain, min(c."orderId") as "orderId"
      from v left join lateral ${custodies(sql`v."carId"`, sql`v.time`)} c on true group by v.id, v.match, v."orderId"
    ), judged as (
      select id, "oldMatch", "oldOrderId",
        case when orders = 0 then 'none' when orders = 1 and certain then 'matched' else 'undecided' end as match,
        case when orders = 1 and certain then "orderId" end as "orderId"
      from found
    )
    select id, match, "orderId", match <> "oldMatch" or "orderId" is distinct from "oldOrderId" as changed from judged order by id
  `.execute(db);
  return rows;
}
