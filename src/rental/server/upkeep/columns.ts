import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from 'forecourt/server';
import { DEFAULT_PARAMETERS, DEFAULT_TIME_ZONE, INSURANCE } from '../../rules/index.ts';
import type { InsuranceType } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);

/** What an operator may have set, else what the rules say. */
const parameter = (name: 'expiryAlertDays' | 'maintenanceAlertKm'): Sql =>
  sql`coalesce((select ${sql.ref(name)} from parameter order by id limit 1), ${sql.lit(DEFAULT_PARAMETERS[name])})`;

const dayIn = ({ now }: SqlContext, zone: Sql): Sql => sql`(${now} at time zone ${zone})::date`;
const usualZone = sql.lit(DEFAULT_TIME_ZONE);

/** The days that it is now by the clocks of all cities, put together by `value`: worked out once a statement. */
const daysOfAll = (query: SqlContext, value: Sql): Sql =>
  sql`(select ${value} from (select ${dayIn(query, sql`"timeZone"`)} as day from city union all select ${dayIn(query, usualZone)}) days)`;

/**
 * The day by the clock of the vehicle's store. While it is the same day in all cities, which it is but for the hours between their midnights, that is found out once a
 * statement and not once a vehicle.
 */
const today = (query: SqlContext): Sql => sql`coalesce(
    ${daysOfAll(query, sql`case when min(day) = max(day) then min(day) end`)},
    ${dayIn(query, sql`coalesce((select (select city."timeZone" from city where city.id = store."cityId") from store where store.id = ${column(query, 'storeId')}), ${usualZone})`)})`;

const policies = (query: SqlContext, type: InsuranceType): Sql =>
  sql`from insurance p where p."carId" = ${column(query, 'id')} and p.type = ${sql.lit(type)}`;

/** A value of the policy that is shown (`shownPolicy` of the rules). */
const shown = (query: SqlContext, type: InsuranceType, value: Sql): Sql =>
  sql`(select ${value} from (select p.*, case when p."endDate" < day.day then 1 when coalesce(p."startDate", '-infinity') > day.day then 2 else 0 end as rank, day.day
      from insurance p, (select ${today(query)} as day) day where p."carId" = ${column(query, 'id')} and p.type = ${sql.lit(type)}) p
    order by p.rank, case p.rank when 1 then p."endDate" end desc, case p.rank when 0 then coalesce(p."startDate", '-infinity') end desc,
      case p.rank when 2 then p."startDate" end, p.id desc limit 1)`;

const daysLeft = (query: SqlContext, end: Sql): Sql => sql`(${end} - ${today(query)})`;

const alertOf = (days: Sql): Sql =>
  sql`case when ${days} is null or ${days} < 0 then 'overdue' when ${days} <= ${parameter('expiryAlertDays')} then 'expiringSoon' else 'normal' end`;

/**
 * Which of the two policies ends sooner, its days and its alert. A commercial one that never was is missed by nobody.
 * Each counts to the last day of today's unbroken cover, else of what ended (`coveredUntil` of the rules).
 * The policies of a vehicle are read once. The last end of those that have begun is that day, unless a later one
 * follows without a gap. Only then days are looked at as ranges. `offset 0` keeps PostgreSQL from writing an
 * expression wherever its name stands.
 */
const due = (query: SqlContext, value: Sql): Sql => {
  const reached = (type: InsuranceType): Sql =>
    sql`max(p."endDate") filter (where p.type = ${sql.lit(type)} and coalesce(p."startDate" <= day, true))`;
  // The first day from today on that has no cover is the day after the last one that has.
  const days = (type: InsuranceType, end: Sql): Sql =>
    sql`case when later > ${end} and ${end} >= day then
      (select lower(datemultirange(daterange(day, null)) - range_agg(daterange(p."startDate", p."endDate", '[]'))) - 1 ${policies(query, type)} and p."endDate" >= day)
      else ${end} end - day`;
  return sql`(select ${value} from (select
      case when compulsory is null or commercial is null or compulsory <= commercial then ${sql.lit(INSURANCE.compulsory)} else ${sql.lit(INSURANCE.commercial)} end as type,
      case when compulsory is null then null else least(compulsory, commercial) end as days
    from (select ${days(INSURANCE.compulsory, sql`one`)} as compulsory, ${days(INSURANCE.commercial, sql`other`)} as commercial
      from (select ${today(query)} as day offset 0) today cross join lateral (
        select ${reached(INSURANCE.compulsory)} as one, ${reached(INSURANCE.commercial)} as other, max(p."endDate") filter (where p."startDate" > day) as later
        from insurance p where p."carId" = ${column(query, 'id')} offset 0) covers offset 0) ends offset 0) due)`;
};

/**
 * The alert of what is due first. Most vehicles have a policy that ends long after the days of warning, by whichever
 * clock. One look a statement finds them, and nothing more is worked out of them.
 */
const insuranceAlert = (query: SqlContext): Sql => {
  const held = (type: InsuranceType): Sql => sql`exists (select ${policies(query, type)}
      and p."endDate" > ${daysOfAll(query, sql`max(day)`)} + ${parameter('expiryAlertDays')} and coalesce(p."startDate" <= ${daysOfAll(query, sql`min(day)`)}, true))`;
  const others = sql`exists (select ${policies(query, INSURANCE.commercial)})`;
  return sql`(case when ${held(INSURANCE.compulsory)} and (${held(INSURANCE.commercial)} or not ${others}) then 'normal' else ${due(query, alertOf(sql`days`))} end)`;
};

const nextMileage = (query: SqlContext): Sql =>
  sql`coalesce(${column(query, 'nextMaintenanceMileage')}, ${column(query, 'maintenanceCycle')})`;
const remaining = (query: SqlContext): Sql => sql`(${nextMileage(query)} - coalesce(${column(query, 'mileage')}, 0))`;

const day = (value: Sql): Sql => sql`coalesce(${value}::text, '')`;
const ofShown = (type: InsuranceType) => ({
  company: {
    sql: (query: SqlContext) =>
      sql`coalesce(${shown(query, type, sql`(select name from institution where institution.id = p.company)`)}, '')`,
  },
  policyNo: { sql: (query: SqlContext) => sql`coalesce(${shown(query, type, sql`p."policyNo"`)}, '')` },
  end: { sql: (query: SqlContext) => day(shown(query, type, sql`p."endDate"`)) },
});
const compulsory = ofShown(INSURANCE.compulsory);
const commercial = ofShown(INSURANCE.commercial);

/** What the reminders say of a vehicle (D-UPK-02, D-UPK-03, D-UPK-05); tests hold them to the rules. */
export const upkeepColumns: Readonly<Record<string, ComputedColumn>> = {
  // What the documented answers call the car, its cycle and its date.
  reminderCar: { madeOf: ['plate'], sql: (query) => column(query, 'plate') },
  reminderCycle: { madeOf: ['maintenanceCycle'], sql: (query) => column(query, 'maintenanceCycle') },
  reminderExpiry: { madeOf: ['inspectionExpiry'], sql: (query) => day(column(query, 'inspectionExpiry')) },
  maintenanceNextMileage: { sql: nextMileage },
  maintenanceRemaining: { sql: remaining },
  maintenanceAlert: {
    sql: (query) =>
      sql`case when ${remaining(query)} <= 0 then 'overdue' when ${remaining(query)} <= ${parameter('maintenanceAlertKm')} then 'dueSoon' else 'normal' end`,
  },
  compulsoryCompany: compulsory.company,
  compulsoryPolicyNo: compulsory.policyNo,
  compulsoryEnd: compulsory.end,
  commercialCompany: commercial.company,
  commercialPolicyNo: commercial.policyNo,
  commercialEnd: commercial.end,
  insuranceDueType: { sql: (query) => due(query, sql`type`) },
  insuranceDaysLeft: { sql: (query) => due(query, sql`days`) },
  insuranceAlert: { sql: insuranceAlert },
  roadTaxAlert: {
    sql: (query) =>
      sql`(select case when days is not null then ${alertOf(sql`days`)} end from (select ${daysLeft(query, column(query, 'roadTaxExpiry'))} as days offset 0) tax)`,
  },
  inspectionDaysLeft: { sql: (query) => daysLeft(query, column(query, 'inspectionExpiry')) },
  inspectionAlert: {
    sql: (query) =>
      sql`(select ${alertOf(sql`days`)} from (select ${daysLeft(query, column(query, 'inspectionExpiry'))} as days offset 0) inspection)`,
  },
};
