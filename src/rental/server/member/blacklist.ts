import { refuseFields } from 'forecourt/server';
import { sql } from 'kysely';
import type { Hooks, RentalContext, RowOf } from '../database.ts';
import { codeForm, entriesNaming, identityOf, phoneForm } from '../facts/index.ts';
import { smsAddress } from '../../rules/index.ts';

/** What an entry can name of a member. */
export type Listed = Pick<RowOf<'member'>, 'phone' | 'countryCode' | 'idNo'>;
type Entry = Pick<RowOf<'blacklist'>, 'id' | 'type' | 'reason'>;

/** Entries that name the member's phone or ID number (D-MEM-02). */
export const entriesOf = ({ db }: Pick<RentalContext, 'db'>, who: Listed): Promise<Entry[]> =>
  db
    .selectFrom('blacklist')
    .select(['id', 'type', 'reason'])
    .where(sql<boolean>`id in (${entriesNaming(identityOf(who))})`)
    .orderBy('id')
    .execute();

/** Where one of two who are one person is on the blacklist, both are: each that no entry names gets one of the same kind and reason. Answers what was added. */
export async function blacklistBoth(
  context: RentalContext,
  [entry]: readonly Entry[],
  both: readonly Listed[],
): Promise<{ id: number; updateTime: string }[]> {
  const added: { id: number; updateTime: string }[] = [];
  if (!entry) return added;
  for (const half of both) {
    if ((await entriesOf(context, half)).length > 0) continue;
    const { phone, countryCode, idNo } = half;
    const named = { phone: smsAddress(phone, countryCode), idNo };
    const row = await context.write.insert('blacklist', { type: entry.type, reason: entry.reason, ...named });
    added.push({ id: row.id, updateTime: row.updateTime.toISOString() });
  }
  return added;
}

/** Blacklist entries name a phone or an ID number, and no pair twice (D-MEM-04). */
export const blacklistHooks: Hooks<'blacklist'> = {
  async beforeSave({ id, values, before }, context) {
    const entry = { ...before, ...values } as { phone?: string | null; idNo?: string | null };
    if (!entry.phone && !entry.idNo)
      throw refuseFields({ phone: 'msg.blacklist.needOne', idNo: 'msg.blacklist.needOne' });
    const { rows } = await sql<{ id: number }>`
      select id from blacklist
      where ${phoneForm(sql`phone`, sql`null`)} is not distinct from ${phoneForm(sql`${entry.phone ?? null}::text`, sql`null`)}
        and ${codeForm(sql`"idNo"`)} is not distinct from ${codeForm(sql`${entry.idNo ?? null}::text`)} and id is distinct from ${id} limit 1
    `.execute(context.db);
    if (rows[0]) throw refuseFields({ [entry.phone ? 'phone' : 'idNo']: 'msg.blacklist.exists' });
  },
};
