import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { KEPT_MINUTES } from './tables.ts';

/** Records of one table; without ids: many. */
export interface Change {
  readonly entity: string;
  readonly ids: readonly number[] | null;
  /** Scope records whose readers are told; null: everybody. */
  readonly scopes: readonly number[] | null;
}

/** What was committed between two positions. */
export interface Changes {
  /** Where the next look begins; the same on every node of one database. */
  readonly position: string;
  readonly changes: readonly Change[];
  /** Changes are missing, too old or too many to be told: everything may be another. */
  readonly lost: boolean;
}

export interface Feed {
  /** What was committed since the position; without one, where a look that begins now begins. A position that is none counts as too old. */
  since(position?: string): Promise<Changes>;
  /**
   * Told of everything committed from before the promise is kept on, one after the other, until the answered function is called. Who asks `since` after
   * it misses nothing, and may hear of something twice.
   */
  subscribe(listener: (changes: Changes) => void): Promise<() => void>;
  stop(): void;
}

interface FeedOptions {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds between two looks, while somebody listens. */
  readonly every?: number;
  /** Milliseconds between two deletions of old changes. */
  readonly tidyEvery?: number;
}

/** Rows of changes that are read at once. */
const MOST_ROWS = 2_000;
/** Records of one table that are named in one look. */
const MOST_IDS = 200;
/** Between two looks after one that failed. */
const PAUSE_MS = 1_000;
/** Old changes are deleted so often by every node; whoever comes first does the work. */
const TIDY_EVERY_MS = 60_000;

/** `<seconds of the database's clock>.<snapshot>` */
const POSITION = /^(\d{9,11})\.(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;
const LONGEST_POSITION = 20_000;

/**
 * A snapshot says which transactions were done: what the next one sees and this one did not is exactly what was committed between them, in whatever
 * order, however long it took. Both are of the one statement.
 */
const LOOK = `
  select extract(epoch from now())::bigint || '.' || pg_current_snapshot()::text as position,
    coalesce((select jsonb_agg(jsonb_build_array(entity, ids, scopes)) from (
      select entity, ids, scopes from "_change"
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      limit ${MOST_ROWS + 1}
    ) as fresh), '[]') as rows,
    extract(epoch from now())::bigint - $2::bigint > ${(KEPT_MINUTES - 1) * 60} as old`;

const BEGINNING = `select extract(epoch from now())::bigint || '.' || pg_current_snapshot()::text as position`;

/** What cannot be a position of ours: PostgreSQL's words for a snapshot that contradicts itself. */
const NO_SNAPSHOT = new Set(['22P02', '22003']);

type Row = readonly [entity: string, ids: readonly number[] | null, scopes: readonly number[] | null];

const both = (one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null => {
  const all = one && other && new Set([...one, ...other]);
  return all && all.size <= MOST_IDS ? [...all] : null;
};

/** What is told to the same readers, once; with all its records, or none named where they are many. */
export function together<K>(changes: readonly Change[], keyOf: (change: Change) => K): Change[] {
  const found = new Map<K, Change>();
  for (const change of changes) {
    const key = keyOf(change);
    const known = found.get(key);
    found.set(key, known ? { ...known, ids: both(known.ids, change.ids) } : change);
  }
  return [...found.values()];
}

const changesOf = (rows: readonly Row[]): Change[] =>
  together(
    rows.map(([entity, ids, scopes]) => ({ entity, ids, scopes: scopes && scopes.toSorted((a, b) => a - b) })),
    ({ entity, scopes }) => `${entity} ${scopes?.join() ?? 'all'}`,
  );

/** Reads the changes of all processes of the database: one statement a look, for all who listen, and none while nobody does. */
export function createFeed({ pool, log, every = 300, tidyEvery = TIDY_EVERY_MS }: FeedOptions): Feed {
  const listeners = new Set<(changes: Changes) => void>();
  let timer: NodeJS.Timeout | undefined;
  let begun: Promise<void> | undefined;
  let position: string | undefined;

  const beginning = async (): Promise<string> => (await pool.query<{ position: string }>(BEGINNING)).rows[0]!.position;
  const lostSince = async (): Promise<Changes> => ({ position: await beginning(), changes: [], lost: true });

  async function since(from?: string): Promise<Changes> {
    if (from === undefined) return { position: await beginning(), changes: [], lost: false };
    const [, seconds, snapshot] = (from.length <= LONGEST_POSITION && POSITION.exec(from)) || [];
    if (snapshot === undefined) return lostSince();
    try {
      const { rows } = await pool.query<{ position: string; rows: readonly Row[]; old: boolean }>({
        name: 'live-changes',
        text: LOOK,
        values: [snapshot, seconds],
      });
      const [found] = rows as [(typeof rows)[number]];
      if (found.old || found.rows.length > MOST_ROWS) return { position: found.position, changes: [], lost: true };
      return { position: found.position, changes: changesOf(found.rows), lost: false };
    } catch (error) {
      if (NO_SNAPSHOT.has((error as { code?: string }).code ?? '')) return lostSince();
      throw error;
    }
  }

  /** Also while nobody listens: changes are written all the same. */
  const tidying = setInterval(() => {
    pool
      .query(`delete from "_change" where time < now() - make_interval(mins => ${KEPT_MINUTES})`)
      .catch((error: unknown) => log.warn({ err: error }, 'old changes cannot be deleted'));
  }, tidyEvery);
  tidying.unref();

  async function look(): Promise<void> {
    let pause = every;
    try {
      const changes = await since(position);
      position = changes.position;
      if (changes.lost || changes.changes.length > 0) for (const tell of listeners) tell(changes);
    } catch (error) {
      // Nothing is missed: the position stays, and the next look begins there.
      log.warn({ err: error }, 'changes cannot be read');
      pause = PAUSE_MS;
    }
    if (listeners.size > 0) lookIn(pause);
    else sleep();
  }

  function lookIn(pause: number): void {
    timer = setTimeout(() => void look(), pause);
  }

  /** Nobody listens: nothing is asked. */
  function sleep(): void {
    clearTimeout(timer);
    begun = undefined;
  }

  async function begin(): Promise<void> {
    position = await beginning();
    lookIn(every);
  }

  return {
    since,
    async subscribe(listener) {
      listeners.add(listener);
      begun ??= begin();
      try {
        await begun;
      } catch (error) {
        listeners.delete(listener);
        begun = undefined;
        throw error;
      }
      return () => void listeners.delete(listener);
    },
    stop() {
      clearInterval(tidying);
      listeners.clear();
      sleep();
    },
  };
}
