import { sql } from 'kysely';
import type { Database } from '../../contract.ts';
import { addSeal, endOfChain, holdChain } from './chain.ts';
import { columnsOfLog, rowsOf, type Log } from './logRows.ts';
import { readSeal, SALT_BYTES, SEAL_ROWS, type StoredSeal } from './seal.ts';

/** Forgets the salts of rows in every seal that knows them: what the rows said cannot be guessed by their digests any more. */
async function forgetSalts(db: Database, { name }: Log, ids: readonly number[]): Promise<void> {
  const gone = new Set(ids);
  const { rows: found } = await sql<{ position: number }>`
    select distinct s.position from unnest(${[...ids]}::bigint[]) i(id) cross join lateral (
      (select position from "_logSeal" where log = ${name} and kind = 'rows' and "lastId" >= i.id order by "lastId" limit 1)
      union all (select position from "_logSeal" where log = ${name} and kind = 'erased' and "firstId" <= i.id and "lastId" >= i.id)
    ) s`.execute(db);
  // One by one: each has some ten thousand letters.
  for (const { position } of found) {
    const { rows } = await sql<StoredSeal>`
      select content, salts from "_logSeal" where position = ${position}`.execute(db);
    const { content, salts } = rows[0]!;
    const places = (readSeal(content)?.rows ?? []).flatMap(({ id }, at) => (gone.has(id) ? [at] : []));
    for (const at of places) salts.fill(0, at * SALT_BYTES, (at + 1) * SALT_BYTES);
    if (places.length > 0) await sql`update "_logSeal" set salts = ${salts} where position = ${position}`.execute(db);
  }
}

/**
 * Seals rows again that this transaction has blanked, because a person is erased. Rows that have no seal yet get theirs as they are now. Whoever seals waits until the transaction ends.
 */
export async function sealErased(db: Database, log: Log, touched: readonly number[], erasure: string): Promise<void> {
  if (touched.length === 0) return;
  await holdChain(db);
  const first = await endOfChain(db);
  const sealed = touched.filter((id) => id <= (first?.seal.last[log.name] ?? -1));
  if (sealed.length === 0) return;
  await forgetSalts(db, log, sealed);
  const types = await columnsOfLog(db, log);
  const columns = [...types.keys()];
  const { rows: clock } = await sql<{ time: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time`.execute(db);
  const all = await rowsOf(db, log, { columns, types }, sealed);
  for (let at = 0; at < all.length; at += SEAL_ROWS)
    await addSeal(db, await endOfChain(db), {
      ...{ kind: 'erased', log, columns, settled: false, erasure, time: clock[0]!.time },
      rows: all.slice(at, at + SEAL_ROWS),
    });
}
