import { sql } from 'kysely';
import type { Database, Row } from '../../../framework/server/index.ts';

/**
 * Stores that a user may see: all or the chosen ones, and of these only the supplier's when the user belongs to one
 * (D-PERM-07, D-PERM-08).
 */
export async function userScope(user: Row, db: Database): Promise<'all' | readonly number[]> {
  const chosen = user['dataScope'] === 1 ? ((user['storeIds'] as number[] | null) ?? []) : 'all';
  const supplierId = user['supplierId'] as number | null;
  if (supplierId === null) return chosen;
  const { rows } = await sql<{ id: number }>`
    select id from store where "supplierId" = ${supplierId} and (${chosen === 'all'} or id = any(${chosen === 'all' ? [] : chosen}::bigint[]))
  `.execute(db);
  return rows.map((row) => row.id);
}

/** The user's supplier, whose name is the title of the header (D-AUTH-04), and the kind of task that the role is for (D-PERM-09). */
export async function userFacts(user: Row, role: Row, db: Database): Promise<Record<string, unknown>> {
  const { supplierId } = user;
  const { rows } = await sql<{ name: string }>`select name from supplier where id = ${supplierId}`.execute(db);
  return { supplierId, suname: rows[0]?.name ?? '', taskType: role['taskType'] ?? null };
}
