import { sql } from 'kysely';
import type { Database } from '../contract.ts';

/** Held by whoever makes a backup of this database: there is one at a time, from whichever process. */
export const BACKUP_LOCK = 4_062_210_733;
/** Held by a backup, and shared by whoever takes uploaded files off the disk: what a backup has seen in the database it still finds. */
export const FILES_LOCK = 4_062_210_734;

/** Runs `remove` unless a backup is being made; then it is for later. */
export async function unlessBackedUp(db: Database, remove: (db: Database) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock_shared(${FILES_LOCK}) as free`.execute(trx);
    if (rows[0]!.free) await remove(trx);
  });
}
