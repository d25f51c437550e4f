import { sql } from 'kysely';
import type { Database, Work } from '../../contract.ts';
import { unlessBackedUp } from '../../backup/index.ts';
import type { FileStore } from '../../files/index.ts';

const EVERY_MS = 10_000;
const AT_ONCE = 200;

/**
 * Forgets uploaded files for good: from the commit on nobody can read them, and their bytes leave the disk within seconds. For files that belong to one
 * record and are replaced or deleted with it.
 */
export async function removeFiles<T>(db: Database<T>, names: readonly (string | null)[]): Promise<void> {
  const known = names.filter((name) => name !== null && name !== '');
  if (known.length > 0) await sql`delete from "_file" where name = any(${known}::text[])`.execute(db);
}

/** Takes off the disk what was removed. Twice does no harm, and what a crash left over is taken next time. While a backup copies files they stay. */
export const removeFromDisk = (store: FileStore): Work => ({
  everyMs: EVERY_MS,
  run: ({ db }) =>
    unlessBackedUp(db, async (trx) => {
      const { rows } = await sql<{ name: string }>`select name from "_removedFile" limit ${AT_ONCE}`.execute(trx);
      for (const { name } of rows) await store.remove(name);
      if (rows.length > 0)
        await sql`delete from "_removedFile" where name = any(${rows.map(({ name }) => name)}::text[])`.execute(trx);
    }),
});
