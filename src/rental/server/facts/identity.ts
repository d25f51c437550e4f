import { sql, type RawBuilder } from 'kysely';
import { HOME_CODES } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const HOME = sql.lit(HOME_CODES.join(','));

/** SQL of the one spelling of a phone number, as `x-normal` makes its index. */
export const phoneForm = (phone: Sql, country: Sql): RawBuilder<string | null> =>
  sql`forecourt_sql.phone_form(${phone}, ${country}, ${HOME})`;

/** The same of a number of letters and digits: an ID, a plate. */
export const codeForm = (value: Sql): RawBuilder<string | null> => sql`forecourt_sql.code_form(${value})`;

/** Who somebody is by phone and ID number: values, or columns. */
export interface IdentitySql {
  readonly countryCode: Sql;
  readonly phone: Sql;
  readonly idNo: Sql;
}

/** A person of a statement's values. */
export const identityOf = (who: {
  countryCode: string | null;
  phone: string | null;
  idNo: string | null;
}): IdentitySql => ({
  countryCode: sql`${who.countryCode}::text`,
  phone: sql`${who.phone}::text`,
  idNo: sql`${who.idNo}::text`,
});

/** Ids of the blacklist entries that name the phone or the ID number, however either is written (D-ORD-09). Each way has its index. */
export const entriesNaming = ({ countryCode, phone, idNo }: IdentitySql): Sql => sql`
  select b.id from blacklist b where ${phoneForm(sql`b.phone`, sql`null`)} = ${phoneForm(phone, countryCode)}
  union select b.id from blacklist b where ${codeForm(sql`b."idNo"`)} = ${codeForm(idNo)}`;
