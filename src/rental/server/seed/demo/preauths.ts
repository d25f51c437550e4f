import { sql } from 'kysely';
import type { Database } from 'forecourt/server';
import { ORDER } from '../../../rules/index.ts';

/**
 * An authorisation for each order whose deposits are on a card: of the sum of its deposits, until a week after the planned return. Those of cars that
 * are back were released with the return; nothing was captured, so no sum of an order changes (D-MONEY-20).
 */
export const preauths = (db: Database): Promise<unknown> =>
  sql`
    insert into preauth ("orderId", purpose, number, method, amount, captured, released, "expireTime", "finishTime", "createTime")
    select o.id, 'deposit', 'PA' || lpad(o.id::text, 8, '0'), 3, fees.amount, 0,
      case o.status when ${sql.lit(ORDER.returned)} then fees.amount else 0 end, o."plannedReturnTime" + interval '7 days',
      case o.status when ${sql.lit(ORDER.returned)} then o."actualReturnTime" end, o."createTime"
    from "order" o
      join (select f."orderId", sum(f.amount)::bigint as amount from "orderFee" f join "order" w on w.id = f."orderId" where f.voided = 0
        and (f.item = 'orderDeposit' and w."orderDepositWaived" = 0 or f.item = 'violationDeposit' and w."violationDepositWaived" = 0) group by 1) fees
        on fees."orderId" = o.id and fees.amount > 0
    where o."depositType" = 2 and o.status <> ${sql.lit(ORDER.cancelled)} order by o.id
  `.execute(db);
