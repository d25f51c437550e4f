import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from 'forecourt/server';
import {
  DEFAULT_TIME_ZONE,
  DOCUMENT,
  DOCUMENT_TYPE,
  ERASURE_REQUEST,
  LIVE_MEMBERS,
  ORDER,
  type DocumentType,
} from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import { codeForm, entriesNaming, phoneForm, seenOrders, type IdentitySql } from '../facts/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);
const yesNo = (condition: Sql): Sql => sql`(case when ${condition} then 1 else 0 end)`;

/** An approved document of a type that has not run out; its last day counts. */
const proves = ({ now }: SqlContext, member: Sql, type: DocumentType): Sql =>
  sql`exists (select from document d where d."memberId" = ${member} and d.type = ${sql.lit(type)} and d.status = ${sql.lit(DOCUMENT.approved)} and d.aside = 0
    and (d."expiryDate" is null or d."expiryDate" >= (${now} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date))`;

const verified = (query: SqlContext, member: Sql): Sql =>
  yesNo(sql`${proves(query, member, DOCUMENT_TYPE.identity)} and ${proves(query, member, DOCUMENT_TYPE.licence)}`);

/** An entry names the phone or the ID number (D-ORD-09). */
const blacklisted = (countryCode: Sql, phone: Sql, idNo: Sql): Sql =>
  yesNo(sql`exists (${entriesNaming({ countryCode, phone, idNo })})`);

/** What is said of the orders of a member that this user sees. */
const ofOrders = (query: SqlContext, what: Sql, condition: Sql): Sql =>
  sql`(select ${what} from "order" o where o."memberId" = ${column(query, 'id')} and ${condition} and ${seenOrders(query.actor, 'o')})`;

/** The member of an order, or one that was merged into it, has the ID number of the renter: documents of somebody else prove nothing. */
const isOwnMember = (query: SqlContext): Sql =>
  sql`exists (select from member m where (m.id = ${column(query, 'memberId')} or m."mergedIntoId" = ${column(query, 'memberId')}) and ${codeForm(sql`m."idNo"`)} = ${codeForm(column(query, 'renterIdNo'))})`;

/** What follows from other records: who a member has proven to be (D-MEM-05), and whether he is on the blacklist (D-MEM-02); on orders, too. */
export const memberColumns: Readonly<Record<string, ComputedColumn>> = {
  memberVerified: { sql: (query) => verified(query, column(query, 'id')) },
  memberBlacklisted: {
    sql: (query) => blacklisted(column(query, 'countryCode'), column(query, 'phone'), column(query, 'idNo')),
  },
  memberOrders: { sql: (query) => ofOrders(query, sql`count(*)::int`, sql`o.status <> ${sql.lit(ORDER.cancelled)}`) },
  memberLastRental: {
    sql: (query) =>
      ofOrders(
        query,
        sql`to_char(max(o."actualPickupTime") at time zone ${sql.lit(DEFAULT_TIME_ZONE)}, 'YYYY-MM-DD')`,
        sql`o.status in (${statesSql(ORDER.pickedUp, ORDER.returned)})`,
      ),
  },
  orderMemberVerified: {
    sql: (query) => yesNo(sql`${verified(query, column(query, 'memberId'))} = 1 and ${isOwnMember(query)}`),
  },
  orderRenterBlacklisted: {
    sql: (query) =>
      blacklisted(column(query, 'renterCountryCode'), column(query, 'renterPhone'), column(query, 'renterIdNo')),
  },
};

/** Rows of a table whose phone or ID number an entry names, each looked up in its index. */
const named = (entry: SqlContext, rows: Sql, { countryCode, phone, idNo }: IdentitySql): Sql => sql`
  ${rows} and ${phoneForm(phone, countryCode)} = ${phoneForm(column(entry, 'phone'), sql`null`)}
  union ${rows} and ${codeForm(idNo)} = ${codeForm(column(entry, 'idNo'))}`;

/** Most open orders that a row of the blacklist names. */
const NAMED_ORDERS = sql.lit(5);

/** What an entry of the blacklist matches when it is entered and later (D-MEM-04). */
export const blacklistColumns: Readonly<Record<string, ComputedColumn>> = {
  blacklistOpenOrders: {
    sql: (entry) =>
      sql`(select string_agg(x."orderNo", ', ' order by x.id) from (${named(
        entry,
        sql`select o.id, o."orderNo" from "order" o where o.status in (${statesSql(ORDER.approved, ORDER.pickedUp)})`,
        { countryCode: sql`o."renterCountryCode"`, phone: sql`o."renterPhone"`, idNo: sql`o."renterIdNo"` },
      )} order by id limit ${NAMED_ORDERS}) x)`,
  },
  blacklistNames: {
    sql: (entry) =>
      sql`(select string_agg(x.name, ', ' order by x.id) from (${named(
        entry,
        sql`select m.id, m.name from member m where m.status in (${statesSql(...LIVE_MEMBERS)})`,
        { countryCode: sql`m."countryCode"`, phone: sql`m.phone`, idNo: sql`m."idNo"` },
      )} order by id limit ${NAMED_ORDERS}) x)`,
  },
  blacklistAddedBy: {
    sql: (entry) =>
      sql`(select c."userName" from "recordChange" c where c.entity = 'blacklist' and c."recordId" = ${column(entry, 'id')} order by c.id limit 1)`,
  },
  blacklistMembers: {
    sql: (entry) =>
      sql`(select count(*)::int from (${named(
        entry,
        sql`select m.id from member m where m.status in (${statesSql(...LIVE_MEMBERS)})`,
        { countryCode: sql`m."countryCode"`, phone: sql`m.phone`, idNo: sql`m."idNo"` },
      )}) x)`,
  },
};

/** An erasure is done when the log of calls, which the background goes through, says nothing of the member any more either. */
export const dataRequestState: ComputedColumn = {
  sql: ({ alias }) =>
    sql`(case when ${sql.ref(`${alias}.status`)} = ${sql.lit(ERASURE_REQUEST.asked)} then 'asked' when ${sql.ref(`${alias}.status`)} = ${sql.lit(ERASURE_REQUEST.rejected)} then 'rejected' when ${sql.ref(`${alias}.kind`)} = 'erasure' and exists (select from "_erasure" e where e.entity = 'member' and ${sql.ref(`${alias}.memberId`)} = any(e.ids)) then 'pending' else 'done' end)`,
};
