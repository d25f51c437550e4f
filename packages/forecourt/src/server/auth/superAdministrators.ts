import { sql } from 'kysely';
import { WILDCARD } from '../../model/index.ts';
import type { Database } from '../contract.ts';

/** Two super administrators who take each other's rights away at once must see what the other did. */
export async function lockSuperAdministrators(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('super administrators', 0))`.execute(db);
}

/** Whether nobody would hold everything any more if these users did not (D-PERM-10). Others who ask wait until the transaction ends. */
export async function areLastSuper(db: Database, leaving: readonly number[]): Promise<boolean> {
  await lockSuperAdministrators(db);
  const { rows } = await sql<{ left: boolean; affected: boolean }>`
    with holders as (
      select u.id from "user" u join role r on r.id = u."roleId" join menu m on m.id = any(r."menuIds") and m.path = ${WILDCARD}
      where u."deleteTime" is null and u.status = 1
    )
    select exists(select 1 from holders where id <> all(${leaving}::bigint[])) as left,
           exists(select 1 from holders where id = any(${leaving}::bigint[])) as affected
  `.execute(db);
  return rows[0]!.affected && !rows[0]!.left;
}
