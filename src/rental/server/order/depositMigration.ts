import type { Migration } from 'forecourt/server';

const sums = (type: 1 | 2, item: 'orderDeposit' | 'violationDeposit'): string =>
  `coalesce(sum(p.amount) filter (where p.type = ${type} and p."feeItem" = '${item}'), 0)`;

/**
 * Gives orders of an earlier version their deposits (D-MONEY-07). Money under a deposit is its own. Of other payments
 * charges take their part first, and the rest fills the deposits. What was kept of a deposit has paid charges, so a
 * settled order stays settled. Orders that have deposits already stay as they are.
 */
export const DEPOSITS_OF_PAYMENTS = `
with asked as (
  select f."orderId", coalesce(sum(f.amount) filter (where f.item = 'orderDeposit' and w."orderDepositWaived" = 0), 0) as o,
    coalesce(sum(f.amount) filter (where f.item = 'violationDeposit' and w."violationDepositWaived" = 0), 0) as v
  from "orderFee" f join "order" w on w.id = f."orderId" where f.voided = 0 and f.item in ('orderDeposit', 'violationDeposit') group by f."orderId"
), money as (
  select p."orderId", ${sums(1, 'orderDeposit')} as own_o, ${sums(2, 'orderDeposit')} as back_o, ${sums(1, 'violationDeposit')} as own_v, ${sums(2, 'violationDeposit')} as back_v,
    coalesce(sum(case p.type when 1 then p.amount else -p.amount end) filter (where p."feeItem" not in ('orderDeposit', 'violationDeposit')), 0) as general,
    min(p.id) filter (where p.type = 1) as first
  from payment p group by p."orderId"
), facts as (
  select o.id, o.status, o.total, o.payable, o.paid, m.first, coalesce(m.back_o, 0) as back_o, coalesce(m.back_v, 0) as back_v,
    greatest(coalesce(m.own_o - m.back_o, 0), 0) as net_o, greatest(coalesce(m.own_v - m.back_v, 0), 0) as net_v,
    case when o."depositType" = 1 and o.status <> -1 then greatest(coalesce(m.general, 0) - o.total + least(coalesce(m.own_o - m.back_o, 0), 0) + least(coalesce(m.own_v - m.back_v, 0), 0), 0) else 0 end as pool,
    case when o.status in (1, 2) and o."depositType" = 1 then coalesce(a.o, 0) else 0 end as asked_o, case when o.status in (1, 2) and o."depositType" = 1 then coalesce(a.v, 0) else 0 end as asked_v,
    case o.status when 3 then greatest(coalesce(a.o, 0) - greatest(coalesce(m.own_o, 0), coalesce(m.back_o, 0)), 0) else greatest(coalesce(a.o, 0) - greatest(coalesce(m.own_o - m.back_o, 0), 0), 0) end as want_o,
    case o.status when 3 then greatest(coalesce(a.v, 0) - greatest(coalesce(m.own_v, 0), coalesce(m.back_v, 0)), 0) else greatest(coalesce(a.v, 0) - greatest(coalesce(m.own_v - m.back_v, 0), 0), 0) end as want_v
  from "order" o left join money m on m."orderId" = o.id left join asked a on a."orderId" = o.id
  where not exists (select 1 from deposit d where d."orderId" = o.id)
), filled as (
  select *, least(pool, want_o) as fill_o, least(pool - least(pool, want_o), want_v) as fill_v, greatest(paid - total, 0) as beyond from facts
), held as (
  select *, case status when -1 then least(net_o, beyond) else net_o + fill_o end as held_o,
    case status when -1 then least(net_v, beyond - least(net_o, beyond)) else net_v + fill_v end as held_v from filled
), accounts as (
  select id as "orderId", 'orderDeposit' as item, held_o + back_o as collected, back_o as returned, held_o as held, first from held where held_o + back_o > 0
  union all
  select id, 'violationDeposit', held_v + back_v, back_v, held_v, first from held where held_v + back_v > 0
), deposits as (
  insert into deposit ("orderId", item, collected, applied, returned, held) select "orderId", item, collected, 0, returned, held from accounts
), entries as (
  insert into "depositEntry" ("orderId", item, kind, amount, "paymentId", "operatorId", time)
  select a."orderId", a.item, 'collected', a.collected, a.first, p."operatorId", coalesce(p.time, now()) from accounts a left join payment p on p.id = a.first
  union all
  select "orderId", "feeItem", 'returned', amount, id, "operatorId", time from payment where type = 2 and "feeItem" in ('orderDeposit', 'violationDeposit')
    and exists (select 1 from accounts a where a."orderId" = payment."orderId")
)
update "order" set "depositHeld" = h.held_o + h.held_v,
  payable = h.total + case h.status when -1 then 0 else h.held_o + h.held_v + greatest(h.asked_o - h.held_o, 0) + greatest(h.asked_v - h.held_v, 0) end
from held h where "order".id = h.id and (h.held_o + h.held_v > 0 or (h.status = 3 and h.payable <> h.total))`;

/** Gives orders of an earlier version a flag per deposit: type 3 meant both (D-MONEY-04). */
export const WAIVER_MIGRATION: Migration = {
  name: 'waiver-per-deposit',
  sql: `update "order" set "orderDepositWaived" = 1, "violationDepositWaived" = 1 where "depositType" = 3`,
};

export const DEPOSIT_MIGRATION: Migration = { name: 'deposits-of-payments', sql: DEPOSITS_OF_PAYMENTS };
