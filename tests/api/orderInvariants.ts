import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from 'forecourt/server';
import { ledger } from '../../src/rental/rules/index.ts';
import type { Balance, DepositType, LedgerLine, LedgerMove, LedgerPayment } from '../../src/rental/rules/index.ts';

/** Orders whose books do not agree: paid with the payment records, total and payable with the live fee lines. Written apart from the product. */
export async function unsoundOrders(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with bill as (
      select "orderId",
        greatest(0, sum(case when item in ('discount', 'coupon', 'reduction') then -amount when item in ('orderDeposit', 'violationDeposit') then 0 else amount end)) as total,
        sum(amount) filter (where item in ('orderDeposit', 'violationDeposit')) as deposits
      from "orderFee" where voided = 0 group by "orderId"
    ), money as (
      select "orderId", sum(case type when 1 then amount else -amount end) as paid from payment group by "orderId"
    ), moved as (
      select "orderId", item, sum(amount) filter (where kind = 'collected') as collected, coalesce(sum(amount) filter (where kind = 'applied'), 0) as applied,
        coalesce(sum(amount) filter (where kind = 'returned'), 0) as returned
      from "depositEntry" group by "orderId", item
    ), kept as (
      select o.id, coalesce(sum(d.held), 0) as held, coalesce(bool_or(d.held < 0 or d.held <> d.collected - d.applied - d.returned or d.collected is distinct from m.collected
          or d.applied is distinct from m.applied or d.returned is distinct from m.returned), false) as broken
      from "order" o left join deposit d on d."orderId" = o.id left join moved m on m."orderId" = d."orderId" and m.item = d.item group by o.id
    ), asked as (
      select f."orderId", sum(greatest(f.amount - coalesce(d.held, 0), 0)) as missing
      from "orderFee" f join "order" w on w.id = f."orderId" left join deposit d on d."orderId" = f."orderId" and d.item = f.item
      where f.voided = 0 and (f.item = 'orderDeposit' and w."orderDepositWaived" = 0 or f.item = 'violationDeposit' and w."violationDepositWaived" = 0) group by f."orderId"
    )
    select o.id, o.status, o.total, b.total as "billTotal", o.payable, o.paid, m.paid as "moneyPaid", o."depositHeld", k.held, k.broken
    from "order" o join kept k on k.id = o.id left join bill b on b."orderId" = o.id left join money m on m."orderId" = o.id left join asked a on a."orderId" = o.id
    where o.paid <> coalesce(m.paid, 0) or o.paid < 0 or o.total <> coalesce(b.total, 0) or o."depositHeld" <> k.held or k.broken or k.held > greatest(o.paid, 0)
      or o.payable <> coalesce(b.total, 0) + case when o.status = -1 then 0 when o.status in (1, 2) and o."depositType" = 1 then k.held + coalesce(a.missing, 0) else k.held end
  `.execute(db);
  return rows;
}

/**
 * Renewals that do not agree with the bill or the order. A valid one lacks its fee among the live lines, or a
 * cancelled one is still charged. Two valid ones do not follow each other, or a return is planned later than anything
 * booked.
 */
async function unsoundRenewals(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select r.id, r.status, r.fee, sum(f.amount) filter (where f.voided = 0) as charged
    from renewal r left join "orderFee" f on f."renewalId" = r.id group by r.id
    having coalesce(sum(f.amount) filter (where f.voided = 0), 0) <> case r.status when 1 then r.fee else 0 end
    union all
    select r.id, r.status, null, null from renewal later join renewal r
      on r.id = (select max(id) from renewal where "orderId" = later."orderId" and status = 1 and id < later.id)
    where later.status = 1 and later."previousTime" > r.time
    union all
    select r.id, r.status, null, null from renewal r join "order" o on o.id = r."orderId"
    where r.status = 1 and r.id = (select max(id) from renewal where "orderId" = o.id and status = 1) and o."plannedReturnTime" > r.time
  `.execute(db);
  return rows;
}

interface Account {
  readonly id: number;
  readonly depositType: DepositType;
  readonly returnedAt: number | null;
  readonly cancelledAt: number | null;
  readonly lines: readonly LedgerLine[];
  readonly payments: readonly LedgerPayment[];
  readonly moves: readonly LedgerMove[];
  readonly sums: Readonly<Record<'paid' | 'refunded' | 'deducted' | 'earned', number>>;
}

/**
 * Orders whose ledger is out of balance in any row, or does not end where the tables say. The tables say what came in
 * and went out by payment records, and what deductions took. Nothing is held below zero, and nothing earned beyond the
 * bill or before the end.
 */
export async function unbalancedLedgers(db: Database): Promise<readonly number[]> {
  const millis = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
  const { rows } = await sql<Account>`
    with taken as (select "orderId", sum(amount) as amount from deduction where status = 3 group by "orderId"),
      line as (
        select "orderId", jsonb_agg(jsonb_build_object('item', item, 'amount', amount, 'source', source, 'time', ${millis('time')})) as lines
        from "orderFee" where voided = 0 group by "orderId"
      ), money as (
        select "orderId", sum(amount) filter (where type = 1) as paid, sum(amount) filter (where type = 2) as refunded,
          jsonb_agg(jsonb_build_object('id', id, 'type', type, 'amount', amount, 'feeItem', "feeItem", 'time', ${millis('time')},
            'deduction', "deductionId" is not null)) as payments
        from payment group by "orderId"
      ), moved as (
        select "orderId", jsonb_agg(jsonb_build_object('item', item, 'kind', kind, 'amount', amount, 'paymentId', "paymentId", 'time', ${millis('time')})) as moves
        from "depositEntry" group by "orderId"
      )
    select o.id, o."depositType", case o.status when 3 then ${millis('o."actualReturnTime"')} end as "returnedAt",
      case o.status when -1 then ${millis('o."cancelTime"')} end as "cancelledAt",
      coalesce(line.lines, '[]') as lines, coalesce(money.payments, '[]') as payments, coalesce(moved.moves, '[]') as moves,
      jsonb_build_object('paid', coalesce(money.paid, 0), 'refunded', coalesce(money.refunded, 0), 'deducted', coalesce(taken.amount, 0),
        'earned', case when o.status in (3, -1) then o.total - coalesce(taken.amount, 0) else 0 end) as sums
    from "order" o left join line on line."orderId" = o.id left join money on money."orderId" = o.id left join taken on taken."orderId" = o.id left join moved on moved."orderId" = o.id
  `.execute(db);
  const balanced = (row: Balance): boolean =>
    row.paid - row.refunded - row.deducted === row.held + row.earned && row.held >= 0;
  const wrong = rows.filter((order) => {
    const entries = ledger(order);
    const { paid = 0, refunded = 0, deducted = 0, earned = 0 } = entries.at(-1) ?? {};
    const { sums } = order;
    const agree = paid === sums.paid && refunded === sums.refunded && deducted === sums.deducted;
    return !agree || earned > sums.earned || !entries.every(balanced);
  });
  return wrong.map(({ id }) => id);
}

/** Coupons and orders that do not agree about each other: a used coupon that no order has on its bill, or an order with the code of one that is not its own. */
async function unsoundCoupons(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select c.id, c.status, c.code, o.id as "orderId" from coupon c full join "order" o on o."couponCode" = c.code
    where (o."couponCode" is not null and (c.id is null or c.status <> 1 or c."orderId" is distinct from o.id or o.status = -1
        or not exists (select 1 from "orderFee" f where f."orderId" = o.id and f.item = 'coupon' and f.voided = 0)))
      or (c.status = 1 and o.id is null) or (c.status <> 1 and c."orderId" is not null)
    union all
    select null, null, null, f."orderId" from "orderFee" f join "order" o on o.id = f."orderId"
    where f.item = 'coupon' and f.voided = 0 and o."couponCode" is null
  `.execute(db);
  return rows;
}

export async function expectSoundMoney(db: Database): Promise<void> {
  expect(await unsoundOrders(db)).toEqual([]);
  expect(await unsoundRenewals(db)).toEqual([]);
  expect(await unbalancedLedgers(db)).toEqual([]);
  expect(await unsoundCoupons(db)).toEqual([]);
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
