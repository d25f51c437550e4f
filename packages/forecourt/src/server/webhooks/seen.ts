import { sql } from 'kysely';
import type { Context } from '../contract.ts';

/**
 * Whether the actor saw a record that is gone: judged as it was, from its history, or as it lies there where it was only put away. What cannot be judged any more
 * (the record that leads into a scope is gone too) was not seen.
 */
export async function sawDeleted(
  context: Context,
  entity: string,
  { recordId, changeId }: { readonly recordId: number | null; readonly changeId: number | null },
): Promise<boolean> {
  const inScope = context.inScope(entity, 't');
  const table = sql.table(entity);
  const { rows } = await sql<{ seen: boolean }>`
    select exists (select from ${table} t where t.id = ${recordId} and ${inScope}) or exists (
      select from "recordChange" c cross join lateral jsonb_populate_record(null::${table}, c.before) t
      where c.id = ${changeId} and c.after is null and ${inScope}
    ) as seen
  `.execute(context.db);
  return rows[0]!.seen;
}
