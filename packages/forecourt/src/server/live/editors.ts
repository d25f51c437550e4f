import type { Pool } from 'pg';
import type { Model } from '../../model/index.ts';
import type { Logger } from '../log.ts';
import { scopesSql, toldWays } from './scopes.ts';
import { EDITING_SECONDS } from './tables.ts';

/** One record of a table. */
export interface EditedRecord {
  readonly entity: string;
  readonly id: number;
}

/** A window in which somebody has a record open. */
export interface Editor extends EditedRecord {
  readonly tokenHash: Buffer;
  /** Of the browser's own making; tells the windows of a session apart. */
  readonly tab: string;
  readonly userId: number;
  readonly userName: string;
}

/** Somebody who has a record open, in however many windows, and since when. */
export interface OtherEditor {
  readonly name: string;
  /** Wall clock, as all times travel (D-GEN-06). */
  readonly since: string;
}

export interface Editors {
  /** Says that somebody has the record open, for the next 60 seconds; answers who else has. */
  keep(editor: Editor): Promise<readonly OtherEditor[]>;
  /** Who has the record open beside this user: in no window of his or her own. The first to come goes first. */
  others(record: EditedRecord & Pick<Editor, 'userId'>): Promise<readonly OtherEditor[]>;
  /** The window has left the record. */
  end(editor: Pick<Editor, 'tokenHash' | 'tab' | 'entity' | 'id'>): Promise<void>;
  /** Looks for who has gone without a word, from now on: not before there are tables. */
  begin(): void;
  stop(): void;
}

interface EditorsOptions {
  readonly pool: Pool;
  readonly model: Model;
  readonly log: Pick<Logger, 'warn'>;
  /** IANA zone of the times that are answered. */
  readonly zone: string;
  /** Milliseconds between two looks for who has gone without a word. */
  readonly tidyEvery?: number;
}

/** So many are named. */
const MOST = 10;
/** Of every node; whoever comes first does the work. */
const TIDY_EVERY_MS = 10_000;

const OTHERS = `select max("userName") as name, to_char(min(since) at time zone $4, 'YYYY-MM-DD HH24:MI:SS') as since from "_editing"
  where entity = $1 and "recordId" = $2 and "userId" <> $3 group by "userId" order by min(since), 1 limit ${MOST}`;

const keep = (scopes: string): string => `with kept as (
    insert into "_editing" (entity, "recordId", "userId", "tokenHash", tab, "userName", scopes) values ($1, $2, $3, $5, $6, $7, ${scopes})
    on conflict ("tokenHash", tab, entity, "recordId") do update set "seenTime" = now()
  ) ${OTHERS}`;

/** Scope records that a record has a way to are a handful. */
const MOST_SCOPES = 100;

const END = `delete from "_editing" where entity = $1 and "recordId" = $2 and "tokenHash" = $3 and tab = $4`;

/** By the clock of the database alone: those of the nodes may differ. */
const FORGET = `delete from "_editing" where "seenTime" < now() - make_interval(secs => ${EDITING_SECONDS})`;

/** Who has which record open, on all nodes of one database. Rights are judged by who asks. */
export function createEditors({ pool, model, log, zone, tidyEvery = TIDY_EVERY_MS }: EditorsOptions): Editors {
  const texts = new Map<string, string>();
  /** Told to who would be told of a change of the record. */
  function keepText(name: string): string {
    const entity = model.entities.get(name)!;
    const ways = toldWays(entity, model);
    const text = keep(
      ways.length > 0
        ? `array(${scopesSql(ways, [`(select * from "${name}" where id = $2)`], MOST_SCOPES)})`
        : 'null::bigint[]',
    );
    texts.set(name, text);
    return text;
  }
  const forget = (): void => {
    pool.query(FORGET).catch((error: unknown) => log.warn({ err: error }, 'who has left a record cannot be forgotten'));
  };
  let tidying: ReturnType<typeof setInterval> | undefined;
  return {
    async keep({ entity, id, userId, tokenHash, tab, userName }) {
      const values = [entity, id, userId, zone, tokenHash, tab, userName];
      return (
        await pool.query<OtherEditor>({
          name: `live-keep-editor-${entity}`,
          text: texts.get(entity) ?? keepText(entity),
          values,
        })
      ).rows;
    },
    async others({ entity, id, userId }) {
      const values = [entity, id, userId, zone];
      return (await pool.query<OtherEditor>({ name: 'live-editors', text: OTHERS, values })).rows;
    },
    async end({ entity, id, tokenHash, tab }) {
      await pool.query(END, [entity, id, tokenHash, tab]);
    },
    begin() {
      tidying = setInterval(forget, tidyEvery);
      tidying.unref();
    },
    stop: () => clearInterval(tidying),
  };
}
