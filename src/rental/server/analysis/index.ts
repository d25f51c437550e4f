import { sql } from 'kysely';
import type { RegisteredMeasure } from 'forecourt/server';
import { defineModule } from '../database.ts';
import { PAYMENT, VEHICLE } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import { paidTime } from './paidTime.ts';
import { rentedDays } from './rentedDays.ts';
import { rentedTime } from './rentedTime.ts';

/**
 * What paid charges (D-DASH-02): payment records less what deposits have taken of them, and what deposits have paid. A deposit that is collected or given
 * back moves as much as its payment record, and counts nothing. Whoever reads the payments of an order is told the sum.
 */
const revenue: RegisteredMeasure = {
  entity: 'order',
  kind: 'events',
  madeOf: ['paid', 'depositHeld'],
  permission: 'order-detail',
  facts: ({ from, to }) => sql`
    select payment."orderId" as id, payment.time as at,
      case payment.type when ${sql.lit(PAYMENT.income)} then payment.amount else -payment.amount end as value
    from payment where payment.time >= ${from} and payment.time < ${to}
    union all
    select entry."orderId", entry.time, case entry.kind when 'collected' then -entry.amount else entry.amount end
    from "depositEntry" entry where entry.time >= ${from} and entry.time < ${to}`,
};

/** What came in less what went back, by the payment records themselves (D-MONEY-08). */
const netPaid: RegisteredMeasure = {
  entity: 'payment',
  kind: 'events',
  madeOf: ['type', 'amount'],
  facts: ({ from, to }) => sql`
    select payment.id, payment.time as at,
      case payment.type when ${sql.lit(PAYMENT.income)} then payment.amount else -payment.amount end as value
    from payment where payment.time >= ${from} and payment.time < ${to}`,
};

/** How far staff drove without an order, by the moment when the trip began (D-CAR-20). */
const tripDistance: RegisteredMeasure = {
  entity: 'carTrip',
  kind: 'events',
  madeOf: ['startMileage', 'endMileage'],
  facts: ({ from, to }) => sql`
    select "carTrip".id, "carTrip"."startTime" as at, "carTrip"."endMileage" - "carTrip"."startMileage" as value
    from "carTrip" where "carTrip"."startTime" >= ${from} and "carTrip"."startTime" < ${to}`,
};

/**
 * How long each car belonged to the fleet: from its purchase (else its registration, else its first day in the system) until it was sold or lost. Nobody
 * edits such a car any more (its states), so its last change is that moment.
 */
const fleetDays: RegisteredMeasure = {
  entity: 'vehicle',
  kind: 'spans',
  facts: ({ now }) => sql`
    select v.id, coalesce(v."purchaseDate"::timestamptz, v."registerDate"::timestamptz, v."createTime") as starts,
      case when v.status in (${statesSql(VEHICLE.sold, VEHICLE.totalLoss)}) then v."updateTime" else greatest(${now}, v."createTime") end as ends
    from vehicle v`,
};

/** What dashboards work out beyond counting and adding up, and the rows behind it. */
export const analysisServer = defineModule({
  measures: { revenue, netPaid, tripDistance, rentedDays, fleetDays },
  filters: { orderPaidTime: paidTime, vehicleRentedTime: rentedTime },
});
