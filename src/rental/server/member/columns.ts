import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from '../../../framework/server/contract.ts';
import { DEFAULT_TIME_ZONE, DOCUMENT, DOCUMENT_TYPE, type DocumentType } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);
const yesNo = (condition: Sql): Sql => sql`(case when ${condition} then 1 else 0 end)`;

/** An approved document of a type that has not run out; its last day counts. */
const proves = (query: SqlContext, type: DocumentType): Sql =>
  sql`exists (select from document d where d."memberId" = ${column(query, 'id')} and d.type = ${sql.lit(type)} and d.status = ${sql.lit(DOCUMENT.approved)}
    and (d."expiryDate" is null or d."expiryDate" >= (${query.now} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date))`;

/** An entry that names the phone, written with or without the country code, or the ID number (D-ORD-09). */
const blacklisted = (query: SqlContext): Sql =>
  sql`exists (select from blacklist b where b.phone in (${column(query, 'phone')}, ${column(query, 'countryCode')} || ${column(query, 'phone')},
    ${column(query, 'countryCode')} || ' ' || ${column(query, 'phone')}) or b."idNo" = ${column(query, 'idNo')})`;

/** What follows from other records: who a member has proven to be (D-MEM-05), and whether he is on the blacklist (D-MEM-02). */
export const memberColumns: Readonly<Record<string, ComputedColumn>> = {
  memberVerified: {
    sql: (query) => yesNo(sql`${proves(query, DOCUMENT_TYPE.identity)} and ${proves(query, DOCUMENT_TYPE.licence)}`),
  },
  memberBlacklisted: { sql: (query) => yesNo(blacklisted(query)) },
};
