import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/framework/server/index.ts';

/** Orders whose books do not agree: paid with the payment records, total and payable with the live fee lines. Written apart from the product. */
export async function unsoundOrders(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with bill as (
      select "orderId",
        greatest(0, sum(case when item in ('discount', 'coupon', 'reduction') then -amount when item in ('orderDeposit', 'violationDeposit') then 0 else amount end)) as total,
        sum(amount) filter (where item in ('orderDeposit', 'violationDeposit')) as deposits
      from "orderFee" where voided = 0 group by "orderId"
    ), money as (
      select "orderId", sum(case type when 1 then amount else -amount end) as paid,
        coalesce(sum(amount) filter (where type = 2 and "feeItem" in ('orderDeposit', 'violationDeposit')), 0) as back
      from payment group by "orderId"
    )
    select o.id, o.total, b.total as "billTotal", o.payable, o.paid, m.paid as "moneyPaid"
    from "order" o left join bill b on b."orderId" = o.id left join money m on m."orderId" = o.id
    where o.paid <> coalesce(m.paid, 0) or o.paid < 0 or o.total <> coalesce(b.total, 0)
      or o.payable <> coalesce(b.total, 0) + case when o."depositType" = 1
        then greatest(0, coalesce(b.deposits, 0) - case o.status when 3 then coalesce(m.back, 0) else 0 end) else 0 end
  `.execute(db);
  return rows;
}

/**
 * Renewals that do not agree with the bill or the order: a valid one without its fee among the live lines, a cancelled one that is still charged, two
 * valid ones of an order that do not follow each other in time, a return planned later than anything that was booked.
 */
export async function unsoundRenewals(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select r.id, r.status, r.fee, sum(f.amount) filter (where f.voided = 0) as charged
    from renewal r left join "orderFee" f on f."renewalId" = r.id group by r.id
    having coalesce(sum(f.amount) filter (where f.voided = 0), 0) <> case r.status when 1 then r.fee else 0 end
    union all
    select r.id, r.status, null, null from renewal r join renewal later on later."orderId" = r."orderId" and later.id > r.id
    where r.status = 1 and later.status = 1 and later."previousTime" > r.time
    union all
    select r.id, r.status, null, null from renewal r join "order" o on o.id = r."orderId"
    where r.status = 1 and r.id = (select max(id) from renewal where "orderId" = o.id and status = 1) and o."plannedReturnTime" > r.time
  `.execute(db);
  return rows;
}

export async function expectSoundMoney(db: Database): Promise<void> {
  expect(await unsoundOrders(db)).toEqual([]);
  expect(await unsoundRenewals(db)).toEqual([]);
}

/** Pairs of holds of one car that overlap, found without the exclusion constraint's help; and open orders with a plate whose hold is missing or elsewhere. */
export async function brokenHolds(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select a.id, b.id as other from hold a join hold b on a."carId" = b."carId" and a.id < b.id
      and a."startTime" < coalesce(b."endTime", 'infinity') and b."startTime" < coalesce(a."endTime", 'infinity')
    union all
    select o.id, h.id from "order" o full join hold h on h.kind = 'order' and h."sourceId" = o.id
    where (o.id is null or h.id is null or h."carId" is distinct from o."carId" or h."endTime" < o."plannedReturnTime")
      and (h.id is not null and h.kind = 'order' or (o.status in (1, 2) and o."carId" is not null))
  `.execute(db);
  return rows;
}
