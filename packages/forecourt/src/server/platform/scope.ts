import { sql } from 'kysely';
import type { Model } from '../../model/index.ts';
import type { Database } from '../contract.ts';
import { scopeProperty } from '../http/index.ts';

/** Says which scope records a user sees, past the writer: of a first start and of demonstration data. Default: all. */
export async function writeScope(
  db: Database,
  model: Model,
  username: string,
  ids: readonly number[] | undefined,
): Promise<void> {
  const property = scopeProperty(model);
  if (!property) return;
  await sql`
    update "user" set "dataScope" = ${ids ? 1 : 0}, ${sql.ref(property)} = ${ids ? [...ids] : null}::bigint[] where username = ${username}
  `.execute(db);
}
