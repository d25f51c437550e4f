import { sql, type RawBuilder } from 'kysely';
import { calls, type CarCostEntry } from '../../calls/index.ts';
import { carSums, carYears, dateOf, ORDER, runningCosts, type CarMoney } from '../../rules/index.ts';
import { defineCommand, statesSql, type RentalContext } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { askedOfRenterSql } from '../violationClaims/index.ts';

/** What somebody must be allowed to see for the amounts of a kind; a purchase price is on the page of the car. */
const SEEN_WITH: Readonly<Record<CarMoney, string>> = {
  purchase: 'car-detail',
  maintenance: 'car-maintenancelist',
  insurance: 'car-insurance',
  inspection: 'car-annualinspection',
  violation: 'car-violation',
  revenue: 'order-list',
};

type Sql = RawBuilder<unknown>;

/** What of the total of an order `e` a car brought in: of an order that changed its car, by the time that it had this one (O26). */
function shareOf(car: number): Sql {
  const end = sql`coalesce(e."actualReturnTime", greatest(e."plannedReturnTime", e."carSince"))`;
  const seconds = (from: Sql, to: Sql): Sql => sql`extract(epoch from (${to}) - (${from}))`;
  const earlier = sql`coalesce((select sum(${seconds(sql`c.since`, sql`c.time`)}) from "carChange" c where c."orderId" = e.id and c."carId" = ${car}), 0)`;
  const last = sql`case when e."carId" = ${car} then ${seconds(sql`e."carSince"`, end)} else 0 end`;
  return sql`case when e."carSince" is null then e.total
    else coalesce(round(e.total * (${earlier} + ${last}) / nullif(${seconds(sql`e."actualPickupTime"`, end)}, 0)), 0)::bigint end`;
}

/** The entries of each kind: what they belong to, their day at the store of the car, satang, and what tells them apart. */
function entriesOf(context: RentalContext, car: number, zone: string): Readonly<Record<CarMoney, Sql>> {
  const day = (time: Sql): Sql => sql`to_char(${time} at time zone ${zone}, 'YYYY-MM-DD')`;
  const seen = (entity: string): Sql => context.inScope(entity, 'e');
  return {
    purchase: sql`select 'purchase' as kind, e.id, e."purchaseDate"::text as date, e.price as amount, e.plate as about
      from vehicle e where e.id = ${car} and e.price > 0`,
    maintenance: sql`select 'maintenance', e.id, ${day(sql`e."startTime"`)}, e.cost, e.items
      from maintenance e where e."carId" = ${car} and e.cost > 0 and ${seen('maintenance')}`,
    insurance: sql`select 'insurance', e.id, coalesce(e."startDate"::text, ${day(sql`e."createTime"`)}), e.premium, e."policyNo"
      from insurance e where e."carId" = ${car} and e.premium > 0 and ${seen('insurance')}`,
    inspection: sql`select 'inspection', e.id, ${day(sql`e."createTime"`)}, e.cost, e."nextInspectionDate"::text
      from "annualInspection" e where e."carId" = ${car} and e.cost > 0 and ${seen('annualInspection')}`,
    // What the renter is asked for is not the company's, and more than the fine is nobody's cost.
    violation: sql`select 'violation', e.id, ${day(sql`e.time`)}, e.fine - ${askedOfRenterSql(sql`e.id`)}, e.behavior
      from violation e where e."carId" = ${car} and e.fine > ${askedOfRenterSql(sql`e.id`)} and ${seen('violation')}`,
    revenue: sql`select 'revenue', e.id, ${day(sql`coalesce(e."actualPickupTime", e."plannedPickupTime")`)}, ${shareOf(car)}, e."orderNo"
      from "order" e where e.id = any(array(select id from "order" where "carId" = ${car} union select "orderId" from "carChange" where "carId" = ${car})) and e.status in (${statesSql(ORDER.pickedUp, ORDER.returned)}) and e.total > 0 and ${seen('order')}`,
  };
}

/** All that a car cost and brought in, newest first, as far as the reader may see it. One statement. */
export const carCosts = defineCommand(calls.carCosts, {
  async run({ id }, context) {
    const car = await context.row('vehicle', id);
    const zone = await zoneOfStore(context.db, car.storeId);
    const kinds = Object.entries(entriesOf(context, id, zone)) as readonly (readonly [CarMoney, Sql])[];
    const shown = kinds.filter(([kind]) => kind === 'purchase' || context.can(SEEN_WITH[kind]));
    const union = sql.join(shown.map(([, entries]) => sql`(${entries})`), sql` union all `); // prettier-ignore
    const { rows: entries } = await sql<CarCostEntry>`
      select kind, id::int, coalesce(date, '') as date, amount::float8 / 100 as amount, coalesce(about, '') as about from (${union}) money order by date desc, kind, id desc
    `.execute(context.db);
    const total = carSums(entries);
    const facts = { mileage: car.mileage ?? 0, since: car.purchaseDate, today: dateOf(context.now, zone) };
    return {
      entries,
      years: carYears(entries),
      total,
      ...runningCosts(total, facts),
      hidden: kinds.filter((one) => !shown.includes(one)).map(([kind]) => kind),
    };
  },
});
