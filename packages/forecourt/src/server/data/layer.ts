import type { Pool, PoolClient } from 'pg';
import type { ImportQuestions, ImportState, Model, Reached } from '../../model/index.ts';
import type { ReadPool } from '../postgres/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { Actor, Context, Database, HistoryEntry, ServerModule, Site, Work } from '../contract.ts';
import type { Caller, ChangeOptions, ListQuery } from './caller.ts';
import type { Lineage } from './lineage.ts';
import type { Reader, Told } from './notices/index.ts';
import type { LaterIndex, TablesPlan, TablesReport } from './tablesPlan.ts';
import type { Versions } from './versions/index.ts';

export interface DataLayerOptions {
  readonly pool: Pool;
  /** Where each connection is a session of PostgreSQL, for changes of tables; without it `pool` is of that kind. */
  readonly direct?: Pool;
  /** Where rows are only read; without it `pool`. */
  readonly reads?: ReadPool;
  /** A connection of its own for what is done beside a transaction (`context.apart`); without it `pool`, where whoever has a connection then waits for another. */
  readonly apart?: Pool;
  readonly model: Model;
  readonly module: ServerModule;
  /** IANA zone of wall-clock times where no record says another. */
  readonly defaultZone: string;
  /** Who a user is now; undefined where nobody could sign in as such. Without it nobody is known but who asks. */
  actorOf?(connection: Pick<PoolClient, 'query'>, userId: number): Promise<Actor | undefined>;
  /** Its currency and decimals; without it nothing is held against what stored amounts were written with. */
  readonly money?: { readonly currency: string; readonly digits: number };
  /** Where the application is opened, and whether mail is sent; without it nowhere, and none. */
  readonly site?: Site;
  /** Seals what the application keeps secret (`context.seal`). */
  readonly secrets?: SecretBox;
}

export interface RemoveManyResult {
  readonly count: number;
  /** `name` where there is something to call the record by that the caller sees. */
  readonly failures: readonly { readonly id: number; readonly name?: string; readonly message: string }[];
}

/** The form of an exported file. */
export interface ExportChoices {
  /** Default `csv`. */
  readonly format?: 'csv' | 'xlsx';
  /** `labels` (default): as the list shows it. `raw`: property names, ids and codes, to be imported again. */
  readonly values?: 'labels' | 'raw';
  /** Properties in the order of the file; default: the list's columns, or whatever an import takes. */
  readonly columns?: readonly string[];
}

export interface ReadOptions {
  /** All of it shows one moment. */
  readonly transaction?: boolean;
  /** It is shown and decides nothing: a standby may read it. */
  readonly shown?: boolean;
}

export interface ImportFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Unique property by which rows without an id find the record they change. */
  readonly updateBy?: string;
  /** How to read it where the file alone does not say, by what a question is about. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Files into records: checked whole, then written in their order, each once. An import belongs to the user who began it. */
export interface Imports {
  /**
   * Judges every row and writes none. `words` are the translators of all languages. Answers the state as JSON text, or questions where the
   * file can be read in several ways. `signal`: whoever waited has gone.
   */
  check(
    resource: string,
    file: ImportFile,
    caller: Caller,
    words: readonly { t(key: string): string }[],
    options?: ChangeOptions & { readonly signal?: AbortSignal },
  ): Promise<string | ImportQuestions>;
  state(resource: string, id: unknown, caller: Caller, errorPage?: number): Promise<ImportState>;
  /** The latest one that is not done. */
  open(resource: string, caller: Caller): Promise<ImportState | null>;
  /** Writes for a second or two; to be called until the state is `done`. Answers the state as JSON text. */
  run(resource: string, id: unknown, caller: Caller, options?: ChangeOptions): Promise<string>;
  /** Forgets what was checked; what is written stays. */
  discard(resource: string, id: unknown, caller: Caller, options?: ChangeOptions): Promise<void>;
  /** A file to fill in, in pieces; `empty` without a sample line. */
  template(
    resource: string,
    format: 'csv' | 'xlsx',
    caller: Caller,
    empty?: boolean,
  ): AsyncIterable<string | Uint8Array>;
  /** Properties that may be `updateBy`. */
  updateKeys(resource: string, caller: Caller): readonly string[];
}

/** Of what users are told (`ServerModule.notifications`). What somebody reads is judged by his or her rights and scope as they are now. */
export interface Notices {
  /** How much the reader has not looked at; 100 stands for more. */
  unread(reader: Pick<Caller, 'actor' | 'now'>): Promise<number>;
  /** Newest first: `size` of it, before the one with the id `before`, or of the ids `among`; `client` reads within its transaction. */
  told(
    reader: Pick<Caller, 'actor' | 'now'>,
    choices: {
      readonly size: number;
      readonly before?: number;
      readonly among?: readonly number[];
      readonly client?: PoolClient;
    },
  ): Promise<readonly Told[]>;
  /** Writes down what has become due. `now` in epoch milliseconds. */
  findDue(now: number): Promise<void>;
  /** Tells some of what has happened to whoever may know of it among the readers; answers how many notices that were. */
  spread(now: number, readersOf: (client: PoolClient) => Promise<readonly Reader[]>): Promise<number>;
}

/**
 * Everything between the HTTP layer and PostgreSQL. Resource arguments are names of the model. Methods throw `Refusal` for whatever is the
 * caller's fault and other errors only for faults of the program or the database. `list`, `options`, `search` and `info` answer JSON text of
 * the `data` part, built by PostgreSQL, to be put into the envelope unparsed.
 */
export interface DataLayer {
  readonly model: Model;
  /** On the pool, outside any transaction. */
  readonly db: Database;
  /** The same for what is only read and decides nothing: perhaps on a standby. */
  readonly reads: Database;
  /** Has PostgreSQL explain all registered SQL, reading no row. Throws NotRegistered with the place of each mistake. Tables must be up to the model. */
  checkSql(): Promise<void>;
  /** Does what `applyTables` left for later, one process at a time; answers how many indexes were built. Locks nobody out, and takes as long as it takes. */
  buildIndexes(later: readonly LaterIndex[], stop?: AbortSignal): Promise<number>;
  /** Finds what deep pages of long lists start from, before the first one is asked for; answers of how many lists. `least`: rows from which on a list is long. */
  prepareDeepPages(least?: number): Promise<number>;
  /**
   * Brings the tables up to the model and runs outstanding migrations, under an advisory lock. `seed` runs once in the
   * life of the database, in one transaction under the same lock.
   *
   * @throws TablesRefused (with the printed plan) when a difference is unsafe
   * @throws StandingChanged when amounts or times would mean something else
   * @throws DatabaseNewer when the database has gone on to a later model
   * @throws OthersAtWork when servers of another model would fail
   */
  applyTables(options?: {
    seed?(db: Database): Promise<void>;
    allowUnsafe?: boolean;
    /** Columns and tables without a schema that are dropped with their values. */
    drop?: readonly string[];
    /** What of the locale is changed on purpose, as `EUR:JPY`. */
    change?: { readonly currency?: string; readonly zone?: string };
    /** Is told every change before any is made. */
    announce?(plan: TablesPlan): void;
    /** Changes nothing: the plan is announced. */
    dry?: boolean;
    /** Servers of other versions may work with the database: it does not go back to a model that it has had. */
    shared?: boolean;
  }): Promise<TablesReport>;
  readonly lineage: Lineage;
  list(resource: string, query: ListQuery, caller: Caller): Promise<string>;
  /** What the list of a resource answers of these records under a filter, by id: those of them that the caller sees there. */
  among(
    resource: string,
    ids: readonly number[],
    query: ListQuery,
    caller: Caller,
  ): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>>;
  options(resource: string, query: ListQuery, caller: Caller): Promise<string>;
  /** Records by number, phone or name, of every resource that declares `palette`: `[{resource, hits: [{id, title, detail}]}]`. */
  search(text: string, caller: Caller): Promise<string>;
  /** Throws notFound when the row does not exist or is out of scope. */
  info(resource: string, id: unknown, caller: Caller): Promise<string>;
  /** As `info`, parsed. `resource` or an entity without one. */
  record(resource: string, id: unknown, caller: Caller): Promise<Record<string, unknown>>;
  /** Generic save: creates without id, changes with id (D-API-04). One statement, or a transaction where the resource has hooks. */
  save(
    resource: string,
    input: unknown,
    caller: Caller,
    options?: ChangeOptions,
  ): Promise<{ id: number; updateTime: string }>;
  remove(resource: string, id: unknown, caller: Caller, choices?: ChangeOptions): Promise<void>;
  /** Each row in a transaction of its own; what cannot be deleted is reported, the rest is gone. */
  removeMany(resource: string, ids: unknown, caller: Caller): Promise<RemoveManyResult>;
  /** What a deletion of these records would take along (`x-on-delete`), by kind. Records that the caller does not see count for nothing. */
  reach(resource: string, ids: readonly number[], caller: Caller): Promise<readonly Reached[]>;
  /** Takes back that rows were soft-deleted (`x-delete: soft`), each in a transaction of its own; what cannot come back is reported. */
  undelete(resource: string, ids: unknown, caller: Caller): Promise<RemoveManyResult>;
  /** All rows of the filtered list as a file in pieces (CSV: text, BOM first), by cursor. */
  exportRows(
    resource: string,
    query: ListQuery,
    caller: Caller,
    choices?: ExportChoices,
  ): AsyncIterable<string | Uint8Array>;
  readonly imports: Imports;
  readonly versions: Versions;
  readonly notices: Notices;
  /** History of one record, newest first; throws notFound like `info`. */
  history(resource: string, id: unknown, caller: Caller): Promise<readonly HistoryEntry[]>;
  /** Runs a reading command: on the pool, or in one read-only snapshot when `transaction`. */
  read<T>(caller: Caller, run: (context: Context) => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * Runs a changing command in one transaction (deadlocks and serialization failures are tried again, a bounded number of times), writes
   * the operation log row, honours the idempotency key. Answers JSON text of what `run` returned.
   */
  change(caller: Caller, run: (context: Context) => Promise<unknown>, options?: ChangeOptions): Promise<string>;
  /** Does in the background what an erasure of people leaves behind (`context.erasePeople`). */
  readonly erasures: Work;
  /** A bare transaction for the framework's own work (sessions, files). */
  transaction<T>(run: (db: Database, client: PoolClient) => Promise<T>): Promise<T>;
  /** Deletes what need not be kept: idempotency keys after a day, messages and logs after 400 days (D-API-07, D-LOG-01). `now` in epoch ms. */
  forget(now: number): Promise<void>;
  /** Says in the operation log that a call failed (its own transaction, after the rollback). Never throws a Refusal. */
  logFailure(caller: Caller, failure: { readonly code: number; readonly message: string }): Promise<void>;
}
