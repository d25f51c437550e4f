import { sql } from 'kysely';
import type { Database } from '../../contract.ts';
import { headOf, type Head } from './heads.ts';
import type { Log, LogRow } from './logRows.ts';
import {
  BEGINNING,
  digestsOf,
  hashOf,
  newSalts,
  ownSeal,
  saltOf,
  written,
  type Seal,
  type StoredSeal,
} from './seal.ts';

/** A constant of our own: whoever adds to the chain waits for the others here. */
const LOCK = 4_062_210_735;

/** Adds to the chain alone until its transaction ends; false: somebody else does. */
export async function tryChain(db: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(db);
  return rows[0]!.free;
}

/** The same, and waits. */
export const holdChain = async (db: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
};

/** The end of the chain. */
export interface ChainEnd {
  readonly seal: Seal;
  readonly hash: string;
}

export async function endOfChain(db: Database): Promise<ChainEnd | undefined> {
  const { rows } = await sql<StoredSeal>`
    select content, hash from "_logSeal" order by position desc limit 1`.execute(db);
  return rows[0] && { seal: ownSeal(rows[0].content), hash: rows[0].hash };
}

interface Addition extends Pick<Seal, 'kind' | 'columns' | 'settled' | 'erasure'> {
  readonly log: Log;
  readonly rows: readonly LogRow[];
  /** ISO 8601, by the clock of the database. */
  readonly time: string;
}

/** Adds rows to the end of the chain, which the caller holds. */
export async function addSeal(db: Database, end: ChainEnd | undefined, addition: Addition): Promise<void> {
  const { kind, log, columns, rows, settled, erasure } = addition;
  await keepHead(db, end, addition.time);
  const before = end?.seal;
  const salts = newSalts(rows.length);
  const ids = rows.map(({ id }) => id);
  // Another process may have looked later, and have sealed before.
  const isLatest = before === undefined || addition.time >= before.time;
  const seal: Seal = {
    version: 1,
    position: (before?.position ?? 0) + 1,
    before: end?.hash ?? BEGINNING,
    time: isLatest ? addition.time : before.time,
    kind,
    log: log.name,
    columns,
    after: before?.last[log.name] ?? null,
    rows: rows.map(({ id, texts }, at) => ({
      id,
      time: texts[log.time] ?? '',
      ...digestsOf(log.name, columns, texts, saltOf(salts, at)),
    })),
    settled: settled && isLatest,
    total: (before?.total ?? 0) + (kind === 'rows' ? rows.length : 0),
    last: kind === 'rows' ? { ...before?.last, [log.name]: ids.at(-1)! } : { ...before?.last },
    ...(erasure !== undefined && { erasure }),
  };
  const content = written(seal);
  await sql`
    insert into "_logSeal" (position, time, log, kind, "firstId", "lastId", content, salts, hash)
    values (${seal.position}, ${seal.time}, ${log.name}, ${kind}, ${ids[0]}, ${ids.at(-1)}, ${content}, ${salts}, ${hashOf(content)})`.execute(
    db,
  );
}

/** Keeps the head of the last day on which something was sealed, once it is over at `time`. */
export async function keepHead(db: Database, end: ChainEnd | undefined, time: string): Promise<void> {
  if (!end || time.slice(0, 10) <= end.seal.time.slice(0, 10)) return;
  const { day, ...head } = headOf(end);
  await sql`
    insert into "_logHead" (day, position, rows, last, hash) values (${day}, ${head.position}, ${head.rows}, ${JSON.stringify(head.last)}::jsonb, ${head.hash})
    on conflict (day) do nothing`.execute(db);
}

/** Returns the heads of days that nobody has been told of. Each is returned once. */
export async function untoldHeads(db: Database): Promise<readonly Head[]> {
  const { rows } = await sql<Head>`
    update "_logHead" set told = true where not told returning day::text, position, rows, last, hash`.execute(db);
  return rows.toSorted((a, b) => a.position - b.position);
}
