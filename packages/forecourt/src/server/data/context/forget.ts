import type { Pool } from 'pg';
import type { Engine } from '../query/index.ts';
import { forgetSeals } from '../seals/index.ts';
import { ident, SQL } from '../sql/index.ts';
import { LOG_DAYS, logTime, maintainLogPartitions } from '../tables/index.ts';

const DAY_MS = 86_400_000;
const KEY_DAYS = 1;
/** A file that was checked may be imported for so long. */
const IMPORT_DAYS = 7;
/** What users were told of is shown for so long. */
const NOTICE_DAYS = 90;
/** Rows a statement: short enough never to be in anybody's way. */
const BATCH = 5_000;

async function sweep(pool: Pool, table: string, key: string, time: string, before: Date): Promise<void> {
  for (;;) {
    const result = await pool.query(
      SQL`delete from ${ident(table)} where ${ident(key)} in (select ${ident(key)} from ${ident(table)} where ${ident(time)} < $1 limit ${BATCH})`,
      [before],
    );
    if ((result.rowCount ?? 0) < BATCH) return;
  }
}

/**
 * Deletes what is too old: idempotency keys of yesterday (D-API-07), imports of last week, notices of three months
 * ago, and logs and messages after 400 days. Append-only logs go by month, with their seals (D-LOG-01, D-LOG-02).
 * History of records stays.
 */
export async function forget(pool: Pool, engine: Engine, now: number): Promise<void> {
  await sweep(pool, 'idempotency', 'ctid', 'createTime', new Date(now - KEY_DAYS * DAY_MS));
  await sweep(pool, '_import', 'id', 'createTime', new Date(now - IMPORT_DAYS * DAY_MS));
  await sweep(pool, '_notice', 'id', 'time', new Date(now - NOTICE_DAYS * DAY_MS));
  const old = new Date(now - LOG_DAYS * DAY_MS);
  for (const entity of engine.model.entities.values())
    if (entity.log && !entity.appendOnly && !entity.view) await sweep(pool, entity.name, 'id', logTime(entity), old);
  await maintainLogPartitions(pool, engine.model, now);
  await forgetSeals(pool, now);
}
