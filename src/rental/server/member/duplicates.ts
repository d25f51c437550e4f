import { sql, type RawBuilder } from 'kysely';
import { type ComputedColumn, type RegisteredFilter, refuseFields } from 'forecourt/server';
import type { LikelyDuplicate } from '../../calls/index.ts';
import { HOME_CODES, LIVE_MEMBERS } from '../../rules/index.ts';
import { statesSql, type RentalContext } from '../database.ts';

type Sql = RawBuilder<unknown>;

/**
 * By what two members are likely one person (D-MEM-08), each written as it is compared: phone and ID number in their one spelling, e-mail in whatever letters, a name
 * together with the day of birth. The indexes below are over exactly these expressions.
 */
const KEYS = {
  phone: `forecourt_sql.phone_form(phone, "countryCode", '${HOME_CODES.join(',')}')`,
  email: 'lower(email)',
  idNo: `forecourt_sql.code_form("idNo")`,
  birthday: `lower(translate(name, ' .', '')), birthday`,
} as const;

/** The same of the row with this alias. */
const keyOf = (by: keyof typeof KEYS, alias: string): Sql =>
  sql.raw(KEYS[by].replace(/("countryCode"|\bphone\b|email|"idNo"|name|birthday)/g, `${alias}.$1`));

/** How members were compared before each kind of number had its one spelling. */
const FIRST_KEYS = {
  ...KEYS,
  phone: `right(translate("countryCode" || phone, '+ -', ''), 9)`,
  idNo: `upper(translate("idNo", ' -./', ''))`,
};

const indexesOf = (keys: Readonly<Record<string, string>>): string =>
  Object.entries(keys)
    .map(
      ([by, key]) =>
        `create index "member_alike_${by}_idx" on member (${by === 'birthday' ? key : `(${key})`}) where status in (${LIVE_MEMBERS.join(', ')})`,
    )
    .join(';\n');

const { phone, idNo } = KEYS;

export const DUPLICATE_INDEXES = [
  { name: 'member-duplicates', sql: indexesOf(FIRST_KEYS) },
  {
    name: 'member-duplicates-by-number',
    sql: `drop index "member_alike_phone_idx"; drop index "member_alike_idNo_idx"; ${indexesOf({ phone, idNo })}`,
  },
];

/** The member `d` is like this one. */
const isAlike = (by: keyof typeof KEYS, one: string): Sql => sql`(${keyOf(by, 'd')}) = (${keyOf(by, one)})`;

const BY = Object.keys(KEYS) as readonly (keyof typeof KEYS)[];

/**
 * Ids of the members that are somebody and likely the one with this alias, which is among them; one that is alike in two ways is there twice. Each way is looked up in its
 * index: of ways joined by "or" PostgreSQL expects so many hits that it would rather read all members for each one.
 */
const alikeTo = (one: string): Sql =>
  sql.join(
    BY.map(
      (by) => sql`select d.id from member d where d.status in (${statesSql(...LIVE_MEMBERS)}) and ${isAlike(by, one)}`,
    ),
    sql` union all `,
  );

/** One for members of whom there is likely another: those who are somebody. */
export const memberDuplicate: ComputedColumn = {
  sql: ({ alias: one }) =>
    sql`(case when ${sql.ref(`${one}.status`)} in (${statesSql(...LIVE_MEMBERS)}) and exists (select from (${alikeTo(one)}) d where d.id <> ${sql.ref(`${one}.id`)}) then 1 else 0 end)`,
};

/** Keys that more than one member has, each kind once a statement and in the order of its index; a question for each member takes the product of their number. */
const shared = (by: keyof typeof KEYS): Sql => {
  const known = by === 'birthday' ? sql`d.birthday is not null` : sql`${keyOf(by, 'd')} is not null`;
  return sql`select ${keyOf(by, 'd')} from member d where d.status in (${statesSql(...LIVE_MEMBERS)}) and ${known} group by ${keyOf(by, 'd')} having count(*) > 1`;
};

/** Members of whom there is likely another, or is not: the rows whose `memberDuplicate` it is. */
export const byDuplicate: RegisteredFilter = {
  sql(value, { alias: one }) {
    const wanted = new Set(value.split(',').filter((each) => each !== ''));
    if ([...wanted].some((each) => each !== '0' && each !== '1')) throw refuseFields({ duplicate: 'msg.unknownCode' });
    if (wanted.size !== 1) return undefined;
    const alike = BY.map((by) => sql`(${keyOf(by, one)}) in (${shared(by)})`);
    const found = sql`(${sql.ref(`${one}.status`)} in (${statesSql(...LIVE_MEMBERS)}) and (${sql.join(alike, sql` or `)}))`;
    return wanted.has('1') ? found : sql`${found} is not true`;
  },
};

/** So many are named; more are found by the list. */
const MOST = 20;

/** The members that are likely the same person as this one, and by what. */
export async function duplicatesOf(context: RentalContext, id: number): Promise<readonly LikelyDuplicate[]> {
  const { rows } = await sql<LikelyDuplicate>`
    select d.id::int, d.name, d."countryCode", d.phone,
      array_remove(array[${sql.join(BY.map((by) => sql`case when ${isAlike(by, 'm')} then ${by} end`))}]::text[], null) as by
    from member m cross join lateral (select distinct a.id from (${alikeTo('m')}) a) alike
      join member d on d.id = alike.id and d.id <> m.id and ${context.inScope('member', 'd')}
    where m.id = ${id} and m.status in (${statesSql(...LIVE_MEMBERS)}) order by d.id limit ${MOST}
  `.execute(context.db);
  return rows;
}
