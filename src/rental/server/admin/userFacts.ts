import { sql } from 'kysely';
import type { ComputedColumn, Row } from 'forecourt/server';
import { DEFAULT_TIME_ZONE } from '../../rules/index.ts';

/** When a user last signed in or out, on the clock of Thailand. */
export const userLastSeen: ComputedColumn = {
  sql: ({ alias }) =>
    sql`(select to_char(l.time at time zone ${sql.lit(DEFAULT_TIME_ZONE)}, 'YYYY-MM-DD HH24:MI:SS') from "loginLog" l where l.username = ${sql.ref(`${alias}.username`)} and l.result = 1 order by l.time desc limit 1)`,
};

/** Read with the user: the name and the stores of the supplier he or she belongs to, if any. */
export const userColumns = {
  supplierName: 'select name from supplier where id = u."supplierId"',
  supplierStoreIds: 'array(select id from store where "supplierId" = u."supplierId" order by id)',
};

/**
 * Stores that a user may see: all or the chosen ones, and of these only the supplier's when the user belongs to one
 * (D-PERM-07, D-PERM-08).
 */
export function userScope(user: Row): 'all' | readonly number[] {
  const chosen = user['dataScope'] === 0 ? 'all' : ((user['storeIds'] as number[] | null) ?? []);
  if (user['supplierId'] === null) return chosen;
  const own = user['supplierStoreIds'] as number[];
  return chosen === 'all' ? own : own.filter((id) => chosen.includes(id));
}

/** The user's supplier, whose name is the title of the header (D-AUTH-04), and the kind of task that the role is for (D-PERM-09). */
export function userFacts(user: Row, role: Row): Record<string, unknown> {
  const { supplierId, supplierName } = user;
  return { supplierId, suname: supplierName ?? '', taskType: role['taskType'] ?? null };
}
