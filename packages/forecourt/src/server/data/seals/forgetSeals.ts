import type { Pool } from 'pg';
import { SQL } from '../sql/index.ts';
import { keptSince } from '../tables/index.ts';

const DAY_MS = 86_400_000;
/** Seals a statement. */
const AT_ONCE = 500;

/**
 * Deletes seals of rows that are past their time, from the front. The last of them stays: its hash is known to the next one, and its time says that those before it went lawfully.
 * Heads of days stay. `now` in epoch milliseconds.
 */
export async function forgetSeals(pool: Pool, now: number): Promise<void> {
  // A row may be dated a little later than its seal.
  const before = new Date(keptSince(now) - DAY_MS);
  for (;;) {
    const { rowCount } = await pool.query(
      SQL`delete from "_logSeal" where position in (
        select position from "_logSeal" where position < (select max(position) from "_logSeal" where time < $1) order by position limit ${AT_ONCE})`,
      [before],
    );
    if ((rowCount ?? 0) < AT_ONCE) return;
  }
}
