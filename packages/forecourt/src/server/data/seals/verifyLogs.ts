import { sql } from 'kysely';
import type { Model } from '../../../model/index.ts';
import type { Database } from '../../contract.ts';
import { keptSince } from '../tables/index.ts';
import { Findings, type Finding } from './findings.ts';
import { headOf, type Head, type KeptHead } from './heads.ts';
import { judgeRows } from './judgeRows.ts';
import { columnsOfLog, lastNumber, logsOf, type Log, type LogColumns } from './logRows.ts';
import { BEGINNING, hashOf, readSeal, type Seal, type StoredSeal } from './seal.ts';

/** Seals that are in memory at once: each has some ten thousand letters. */
const SEALS_AT_ONCE = 20;

/** What was found. Whole: no findings. */
export interface LogReport {
  readonly findings: readonly Finding[];
  /** Beyond those that are listed too. */
  readonly count: number;
  readonly seals: number;
  readonly rows: number;
  /** Rows as the erasure of a person left them. */
  readonly erased: number;
  /** Rows that have no seal yet. */
  readonly waiting: number;
  /** Given heads that the log leads to. */
  readonly met: number;
  /** Given heads of seals that are past their time. */
  readonly old: number;
  readonly head: Head | undefined;
}

interface KeptSeal extends StoredSeal {
  readonly log: string;
  readonly firstId: number;
  readonly lastId: number;
}

interface Walk {
  readonly findings: Findings;
  readonly logs: ReadonlyMap<string, { readonly log: Log; readonly types: LogColumns }>;
  /** By their seal; those that are compared go. `given`: kept elsewhere. */
  readonly heads: Map<number, (KeptHead & { readonly given: boolean })[]>;
  readonly keptSince: number;
  /** The seal before, with the hash that it has; without its content where nobody can read it. */
  end: { readonly position: number; readonly hash: string; readonly seal: Seal | undefined } | undefined;
  /** When all rows of a log were sealed that were written by then. */
  readonly settled: Map<string, number>;
  /** The id after which seals of a log are there. */
  readonly from: Map<string, number | null>;
  seals: number;
  rows: number;
  erased: number;
  met: number;
}

const spell = ({ position, time, log, rows }: Seal): string =>
  `Seal ${position} (${log}, ids ${rows[0]?.id ?? '?'} to ${rows.at(-1)?.id ?? '?'}, sealed at ${time})`;

/** What is wrong with a seal as a link of the chain; undefined: nothing. */
function faultOf({ end, keptSince: since }: Walk, seal: Seal, position: number): string | undefined {
  if (end === undefined && position > 1)
    return Date.parse(seal.time) < since
      ? undefined
      : `Seals before ${position} were deleted before their time. ${spell(seal)} is the first.`;
  const before = end?.position ?? 0;
  if (position !== before + 1)
    return `Seals are missing between ${before} and ${position}. ${spell(seal)} is the next.`;
  if (seal.before !== (end?.hash ?? BEGINNING))
    return `${end?.seal ? spell(end.seal) : `Seal ${before}`} was changed: the next one does not follow it.`;
  // After a seal that nobody can read nothing is known of the rows before.
  if (seal.kind === 'rows' && (!end || end.seal) && seal.after !== (end?.seal?.last[seal.log] ?? null))
    return `${spell(seal)} does not follow the one before it: it leaves rows out.`;
  return undefined;
}

/** What the columns beside a seal say of it. */
const named = ({ position, log, firstId, lastId }: KeptSeal): string =>
  `Seal ${position} (${log}, ids ${firstId} to ${lastId})`;

/** Holds a seal against the heads that were kept of it. */
function compareHeads(walk: Walk, { position, hash }: StoredSeal): void {
  for (const head of walk.heads.get(position) ?? [])
    if (head.hash === hash) walk.met += head.given ? 1 : 0;
    else
      walk.findings.add({ what: 'head', text: `The log does not lead to the head of ${head.day} (seal ${position}): seals up to it were computed anew.` }); // prettier-ignore
  walk.heads.delete(position);
}

async function follow(db: Database, walk: Walk, stored: KeptSeal): Promise<void> {
  const { findings, settled } = walk;
  const { position, content, hash } = stored;
  const seal = hashOf(content) === hash ? readSeal(content) : undefined;
  const isSound = seal?.position === position;
  const fault = isSound ? faultOf(walk, seal, position) : `${named(stored)} is not what was written.`;
  if (fault !== undefined) findings.add({ what: 'seal', text: fault });
  walk.seals++;
  walk.end = { position, hash, seal: isSound ? seal : undefined };
  compareHeads(walk, stored);
  if (!isSound || seal.kind !== 'rows') return;
  if (!walk.from.has(seal.log)) walk.from.set(seal.log, seal.after);
  const known = walk.logs.get(seal.log);
  if (!known) return findings.add({ what: 'missing', text: `There is no log ${seal.log} any more.` });
  const judged = { db, ...known, keptSince: walk.keptSince, findings };
  const { erased } = await judgeRows(judged, seal, stored.salts, settled.get(seal.log));
  walk.rows += seal.rows.length;
  walk.erased += erased;
  if (seal.settled) settled.set(seal.log, Date.parse(seal.time));
}

/** Rows beside those that the seals are about. Returns how many wait for their seal. */
async function judgeOthers(db: Database, walk: Walk): Promise<number> {
  let waiting = 0;
  const { end = { seal: undefined } } = walk;
  for (const { log } of walk.logs.values()) {
    const table = sql.table(log.name);
    const time = sql.ref(log.time);
    const last = end.seal?.last[log.name] ?? null;
    const from = walk.from.has(log.name) ? walk.from.get(log.name)! : last;
    const { rows: counts } = await sql<{ count: number }>`
      select count(*)::int as count from ${table} where ${last === null ? sql`true` : sql`id > ${last}`} and id <= coalesce(${lastNumber(log)}, id)`.execute(
      db,
    );
    waiting += counts[0]!.count;
    const { rows: strange } = await sql<{ id: number; time: Date }>`
      select id, ${time} as time from ${table} where id > coalesce(${lastNumber(log)}, id)
      union all (select id, ${time} from ${table} where id <= ${from} and ${time} >= ${new Date(walk.keptSince)})
      order by id limit 100`.execute(db);
    for (const row of strange) walk.findings.row('inserted', log.name, Number(row.id), row.time.toISOString());
  }
  return waiting;
}

/**
 * Reads the chain from its first seal to its last, and every row that it is about, as they are at one moment: `db` is in a transaction of its own. Memory does not grow with the log.
 * `heads`: those that were kept elsewhere. `now` in epoch milliseconds.
 */
export async function verifyLogs(
  db: Database,
  model: Model,
  heads: readonly KeptHead[],
  now: number,
): Promise<LogReport> {
  const logs = new Map<string, { readonly log: Log; readonly types: LogColumns }>();
  for (const log of logsOf(model)) logs.set(log.name, { log, types: await columnsOfLog(db, log) });
  const { rows: own } = await sql<KeptHead>`select day::text, position, hash from "_logHead" order by day`.execute(db);
  const walk: Walk = {
    ...{ findings: new Findings(), logs, end: undefined, settled: new Map(), from: new Map(), heads: new Map() },
    ...{ keptSince: keptSince(now), seals: 0, rows: 0, erased: 0, met: 0 },
  };
  for (const head of [
    ...heads.map((one) => ({ ...one, given: true })),
    ...own.map((one) => ({ ...one, given: false })),
  ])
    walk.heads.set(head.position, [...(walk.heads.get(head.position) ?? []), head]);
  let first: number | undefined;
  for (let position = 0; ;) {
    const { rows } = await sql<KeptSeal>`
      select position, log, "firstId", "lastId", content, salts, hash from "_logSeal" where position > ${position} order by position limit ${SEALS_AT_ONCE}`.execute(
      db,
    );
    for (const stored of rows) await follow(db, walk, stored);
    first ??= rows[0]?.position;
    if (rows.length < SEALS_AT_ONCE) break;
    position = rows.at(-1)!.position;
  }
  const waiting = await judgeOthers(db, walk);
  const { findings, end } = walk;
  let old = 0;
  for (const head of [...walk.heads.values()].flat())
    if (first !== undefined && head.position < first) old += head.given ? 1 : 0;
    else
      findings.add({ what: 'head', text: `The log does not lead to the head of ${head.day}: it ends at seal ${end?.position ?? 0}, before seal ${head.position}.` }); // prettier-ignore
  if (!end && waiting > 0)
    findings.add({ what: 'seal', text: 'No row of any log has a seal. A server seals them a minute after its start.' });
  return {
    ...{ findings: findings.first, count: findings.count, seals: walk.seals, rows: walk.rows, erased: walk.erased },
    ...{ waiting, met: walk.met, old },
    head: end?.seal && headOf({ seal: end.seal, hash: end.hash }),
  };
}
