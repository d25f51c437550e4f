import { sql } from 'kysely';
import type { Model } from '../../../model/index.ts';
import type { Database, Work } from '../../contract.ts';
import { addSeal, endOfChain, keepHead, tryChain, untoldHeads } from './chain.ts';
import type { Head } from './heads.ts';
import { columnsOfLog, lastNumber, logsOf, rowsBetween, type Log } from './logRows.ts';
import { SEAL_ROWS } from './seal.ts';

/** A row is sealed at the second look after it was written: after half a minute to a minute. */
const EVERY_MS = 30_000;
/** One turn takes so long at most: whoever stops the server does not wait for all of a large log. */
const TURN_MS = 2_000;

/** What a look has found. */
interface Look {
  /** ISO 8601, by the clock of the database. */
  readonly time: string;
  /** When the database server was started: another one may have lost the last writes, and give their numbers again. */
  readonly server: string;
  /** Transactions below it were under way, or over. */
  readonly transaction: string;
  /** The highest id of each log that was there. */
  readonly last: Readonly<Record<string, number | null>>;
}

async function look(db: Database, logs: readonly Log[]): Promise<Look> {
  const last = sql.join(
    logs.map(
      (log) =>
        sql`${sql.lit(log.name)}, (select least(max(t.id), coalesce(${lastNumber(log)}, max(t.id))) from ${sql.table(log.name)} t)`,
    ),
  );
  const { rows } = await sql<Look>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
      pg_postmaster_start_time()::text as server, pg_snapshot_xmax(pg_current_snapshot())::text as transaction, jsonb_build_object(${last}) as last`.execute(
    db,
  );
  return rows[0]!;
}

/** Whether nobody can write a row any more whose number was given before the look; `void`: it was taken of another server. */
async function stateOf(db: Database, { server, transaction }: Look): Promise<'over' | 'under way' | 'void'> {
  const { rows } = await sql<{ same: boolean; over: boolean }>`
    select pg_postmaster_start_time()::text = ${server} as same, pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as over`.execute(
    db,
  );
  if (!rows[0]!.same) return 'void';
  return rows[0]!.over ? 'over' : 'under way';
}

/** Seals the next rows of a log that the look has seen, and keeps the head of a day that is over. False: nothing is left, or somebody else is at it. */
const sealSome = (db: Database, logs: readonly Log[], seen: Look): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await tryChain(trx))) return false;
    const end = await endOfChain(trx);
    await keepHead(trx, end, seen.time);
    for (const log of logs) {
      const after = end?.seal.last[log.name] ?? null;
      const last = seen.last[log.name] ?? null;
      if (last === null || (after !== null && last <= after)) continue;
      const types = await columnsOfLog(trx, log);
      const columns = [...types.keys()];
      // One more says whether this is all.
      const found = await rowsBetween(trx, log, { columns, types }, after, last, SEAL_ROWS + 1);
      const rows = found.slice(0, SEAL_ROWS);
      if (rows.length === 0) continue;
      const settled = found.length === rows.length;
      await addSeal(trx, end, { kind: 'rows', log, columns, rows, settled, time: seen.time });
      return true;
    }
    return false;
  });

/**
 * Links the rows of all logs into a chain of hashes, in the background: nobody who writes a row waits. Rows that are written late, with a lower number than others, are
 * waited for: what a look has seen is sealed at a later one, once every transaction of that time is over. Processes take turns. `told` gets the head of each day once.
 */
export function sealLogs(model: Model, told: (head: Head) => void): Work {
  const logs = logsOf(model);
  let seen: Look | undefined;
  return {
    everyMs: EVERY_MS,
    async run({ db }) {
      if (logs.length === 0) return;
      const state = seen && (await stateOf(db, seen));
      if (state === 'under way') return;
      if (state === 'void') seen = undefined;
      const end = performance.now() + TURN_MS;
      // What is left of this look is sealed in the next turn.
      while (seen && (await sealSome(db, logs, seen))) if (performance.now() > end) return;
      for (const head of await untoldHeads(db)) told(head);
      seen = await look(db, logs);
    },
  };
}
