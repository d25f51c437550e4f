import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from '../../../framework/server/contract.ts';
import { DEFAULT_TIME_ZONE, DOCUMENT, DOCUMENT_TYPE, ERASURE_REQUEST, type DocumentType } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);
const yesNo = (condition: Sql): Sql => sql`(case when ${condition} then 1 else 0 end)`;

/** An approved document of a type that has not run out; its last day counts. */
const proves = ({ now }: SqlContext, member: Sql, type: DocumentType): Sql =>
  sql`exists (select from document d where d."memberId" = ${member} and d.type = ${sql.lit(type)} and d.status = ${sql.lit(DOCUMENT.approved)} and d.aside = 0
    and (d."expiryDate" is null or d."expiryDate" >= (${now} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date))`;

const verified = (query: SqlContext, member: Sql): Sql =>
  yesNo(sql`${proves(query, member, DOCUMENT_TYPE.identity)} and ${proves(query, member, DOCUMENT_TYPE.licence)}`);

/** An entry that names the phone, written with or without the country code, or the ID number (D-ORD-09). */
const blacklisted = (code: Sql, phone: Sql, idNo: Sql): Sql =>
  yesNo(
    sql`exists (select from blacklist b where b.phone in (${phone}, ${code} || ${phone}, ${code} || ' ' || ${phone}) or b."idNo" = ${idNo})`,
  );

/** What follows from other records: who a member has proven to be (D-MEM-05), and whether he is on the blacklist (D-MEM-02); on orders, too. */
export const memberColumns: Readonly<Record<string, ComputedColumn>> = {
  memberVerified: { sql: (query) => verified(query, column(query, 'id')) },
  memberBlacklisted: {
    sql: (query) => blacklisted(column(query, 'countryCode'), column(query, 'phone'), column(query, 'idNo')),
  },
  orderMemberVerified: { sql: (query) => verified(query, column(query, 'memberId')) },
  orderRenterBlacklisted: {
    sql: (query) =>
      blacklisted(column(query, 'renterCountryCode'), column(query, 'renterPhone'), column(query, 'renterIdNo')),
  },
};

/** An erasure is done when the log of calls, which the background goes through, says nothing of the member any more either. */
export const dataRequestState: ComputedColumn = {
  sql: ({ alias }) =>
    sql`(case when ${sql.ref(`${alias}.status`)} = ${sql.lit(ERASURE_REQUEST.asked)} then 'asked' when ${sql.ref(`${alias}.status`)} = ${sql.lit(ERASURE_REQUEST.rejected)} then 'rejected' when ${sql.ref(`${alias}.kind`)} = 'erasure' and exists (select from "_erasure" e where e.entity = 'member' and ${sql.ref(`${alias}.memberId`)} = any(e.ids)) then 'pending' else 'done' end)`,
};
