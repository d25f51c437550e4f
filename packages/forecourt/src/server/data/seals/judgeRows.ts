import { sql } from 'kysely';
import type { Database } from '../../contract.ts';
import type { Findings } from './findings.ts';
import { rowsBetween, type Log, type LogColumns, type LogRow } from './logRows.ts';
import { digestsOf, readSeal, saltOf, SEAL_ROWS, type Seal, type SealedRow, type StoredSeal } from './seal.ts';

/** Servers may differ by so much, and a call takes its time before its row is written. */
const TOLERANCE_MS = 3_600_000;

interface Judged {
  readonly db: Database;
  readonly log: Log;
  /** Columns that the log has now. */
  readonly types: LogColumns;
  /** Rows of a time before it may be gone, by their age. */
  readonly keptSince: number;
  readonly findings: Findings;
}

interface Judgement {
  /** Rows that an erasure has blanked, as a later seal says. */
  readonly erased: number;
}

async function* everyRow({ db, log, types }: Judged, { columns, after, last }: Seal): AsyncGenerator<LogRow> {
  const end = last[log.name]!;
  for (let from = after; ;) {
    const rows = await rowsBetween(db, log, { columns, types }, from, end, SEAL_ROWS);
    yield* rows;
    if (rows.length < SEAL_ROWS) return;
    from = rows.at(-1)!.id;
  }
}

/** Returns which of these rows are as an erasure left them: the last seal after an erasure knows each as it is now. */
async function blankedAmong(
  { db, log }: Judged,
  position: number,
  rows: readonly LogRow[],
): Promise<ReadonlySet<number>> {
  const wanted = new Map(rows.map((row) => [row.id, row.texts]));
  const blanked = new Set<number>();
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id];
  const { rows: seals } = await sql<{ position: number }>`
    select position from "_logSeal" where log = ${log.name} and kind = 'erased' and position > ${position}
      and "firstId" <= ${last} and "lastId" >= ${first} order by position desc`.execute(db);
  for (const seal of seals) {
    if (wanted.size === 0) break;
    const stored = await sql<StoredSeal>`
      select content, salts from "_logSeal" where position = ${seal.position}`.execute(db);
    const { content, salts } = stored.rows[0]!;
    const { columns, rows: sealed } = readSeal(content) ?? { columns: [], rows: [] };
    for (const [at, one] of sealed.entries()) {
      const texts = wanted.get(one.id);
      // A row that was blanked twice is as the later seal says.
      if (!texts || !wanted.delete(one.id)) continue;
      const { fixed, erasable } = digestsOf(log.name, columns, texts, saltOf(salts, at));
      if (fixed === one.fixed && erasable === one.erasable) blanked.add(one.id);
    }
  }
  return blanked;
}

/**
 * Holds the rows of a log against one of its seals: all that were numbered between the seal before and the last of its own. `writtenSince`: rows that were written before had their seal
 * earlier, in epoch milliseconds.
 */
export async function judgeRows(
  judged: Judged,
  seal: Seal,
  salts: Buffer,
  writtenSince: number | undefined,
): Promise<Judgement> {
  const { log, findings, keptSince } = judged;
  const waiting = new Map<number, readonly [row: SealedRow, at: number]>(
    seal.rows.map((row, at) => [row.id, [row, at]]),
  );
  const isPast = (time: string | null | undefined): boolean => Date.parse(time ?? '') < keptSince;
  const doubtful: LogRow[] = [];
  for await (const row of everyRow(judged, seal)) {
    const [sealed, at] = waiting.get(row.id) ?? [];
    const time = row.texts[log.time] ?? null;
    if (!sealed) {
      if (!isPast(time)) findings.row('inserted', log.name, row.id, time);
      continue;
    }
    waiting.delete(row.id);
    const { fixed, erasable } = digestsOf(log.name, seal.columns, row.texts, saltOf(salts, at!));
    if (fixed !== sealed.fixed) findings.row('changed', log.name, row.id, sealed.time);
    else if (erasable !== sealed.erasable) doubtful.push(row);
    if (writtenSince !== undefined && Date.parse(sealed.time) < writtenSince - TOLERANCE_MS)
      findings.row('late', log.name, row.id, sealed.time);
  }
  for (const [id, [{ time }]] of waiting) if (!isPast(time)) findings.row('missing', log.name, id, time);
  if (doubtful.length === 0) return { erased: 0 };
  const blanked = await blankedAmong(judged, seal.position, doubtful);
  for (const { id, texts } of doubtful)
    if (!blanked.has(id)) findings.row('changed', log.name, id, texts[log.time] ?? null);
  return { erased: blanked.size };
}
