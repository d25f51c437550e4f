import { sql } from 'kysely';
import type { Database, Work } from '../../contract.ts';

const EVERY_MS = 2_000;
/** One turn takes so long at most: whoever stops the server does not wait for all of a large log. */
const TURN_MS = 2_000;
/** Rows of the log that one transaction looks through. */
const AT_ONCE = 10_000;

/** Looks through the next piece of the log for whom the oldest erasure is about. False: there is none that nobody else is at. */
const eraseSome = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; position: string; patterns: readonly string[] }>`
      select id, position, patterns from "_erasure" order by id limit 1 for update skip locked`.execute(trx);
    const [erasure] = rows;
    if (!erasure) return false;
    const { id, position, patterns } = erasure;
    const piece = await sql<{ last: string | null }>`
      select max(id) as last from (select id from "operationLog" where id > ${position} order by id limit ${AT_ONCE}) piece`.execute(
      trx,
    );
    const last = piece.rows[0]?.last ?? null;
    if (last === null) {
      await sql`delete from "_erasure" where id = ${id}`.execute(trx);
      return true;
    }
    await sql`select forecourt_sql.erase_calls(${patterns}::text[], ${position}::bigint, ${last}::bigint)`.execute(trx);
    await sql`update "_erasure" set position = ${last} where id = ${id}`.execute(trx);
    return true;
  });

/**
 * Blanks what the log of calls says of people who were erased (`erasePeople`), piece by piece, however large it is. How far it has come is kept with what was blanked, so that it
 * goes on there after whatever ended it; what it looks for is forgotten with the end.
 */
export const eraseCalls: Work = {
  everyMs: EVERY_MS,
  async run({ db }) {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end && (await eraseSome(db)));
  },
};
