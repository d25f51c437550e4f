import type { Call, FileSchema, Schema, TypeOf } from '../calls/index.ts';
import type { Actor, Database, Row, Stored, Tables } from './actor.ts';
import type { Context } from './context.ts';
import type { Refusal } from './errors.ts';
import type { Download } from './http/index.ts';
import type { Deliverer, Delivered, DeliveryContext } from './outbox/index.ts';
import type { ComputedColumn, NotificationKind, RegisteredFilter, RegisteredMeasure, RowScope } from './registered.ts';

export type * from './actor.ts';
export type * from './context.ts';
export type * from './registered.ts';
export { atOnce } from './atOnce.ts';

/**
 * What an application registers with the server, and what its code receives. Everything else (routes, validation, permission,
 * scope, audit, transactions, errors) is done around it.
 */

export type InputSchema = Schema;

/** What a call answers. */
type AnswerOf<A> = A extends FileSchema ? Download : TypeOf<A>;

/** Who signs calls of another system: the secret that only they and the server know, and as whom they act. */
export interface Sender {
  readonly secret: string;
  /** Whether signatures of the first version, which bind neither method nor path, are still taken. Never for paths with parameters. */
  readonly takesOldSignature?: boolean;
  /** Its id is 0, it is no user; `name` is what logs and history call it. */
  readonly actor: Actor;
}

/** How the server does a call: one function, one transaction. */
interface Handler<C extends Call, T> {
  /** Several statements that must see one state although nothing changes. */
  readonly transaction?: boolean;
  /** Of a `signed` call: who may send it; undefined while nobody may. */
  sender?(context: Pick<DeliveryContext, 'db' | 'secrets'>): Promise<Sender | undefined>;
  /** Of a `signed` call: keeps a body that does not fit the input, in place of `run`; throws `refusal` where it cannot. */
  misfit?(body: unknown, refusal: Refusal, context: Context<T>): Promise<AnswerOf<C['answer']>>;
  /** Runs after the permission key or the signature was checked; throws to refuse. */
  run(input: TypeOf<C['input']>, context: Context<T>): Promise<AnswerOf<C['answer']>>;
  /**
   * What cannot be undone and takes its time (a call to another service): runs after the transaction is over, gets what `run` answered as the
   * wire has it, and its answer is the answer. May throw to refuse; what was written stays. A repeated call with an idempotency key comes here again.
   */
  afterCommit?(answer: AnswerOf<C['answer']>, after: AfterCommit): Promise<AnswerOf<C['answer']>>;
  /** A success that has more to say than `success` of the call, in the language of the request. */
  said?(answer: AnswerOf<C['answer']>, t: (key: string, params?: Record<string, unknown>) => string): string;
}

/** One call that is not generic, as the registry has it. */
export interface Command extends Call {
  readonly transaction?: boolean;
  sender?(context: Pick<DeliveryContext, 'db' | 'secrets'>): Promise<Sender | undefined>;
  misfit?(body: unknown, refusal: Refusal, context: Context): Promise<unknown>;
  run(input: Record<string, unknown>, context: Context): Promise<unknown>;
  afterCommit?(answer: never, after: AfterCommit): Promise<unknown>;
  said?(answer: never, t: (key: string, params?: Record<string, unknown>) => string): string;
}

/** A figure of the whole application, read whenever somebody asks: of one cheap statement. */
export interface Gauge {
  readonly help: string;
  read(db: Database): Promise<number>;
}

/** What records add up to, read at one moment: the same in a backup and wherever it is restored. Of one statement; exact, so no fractions of floating point. */
export interface Sum {
  read(db: Database): Promise<number | string>;
}

/**
 * What an application does beside requests, again and again. Every process of the server calls it: it decides by the database what is due, and takes
 * that for itself. Throws DeliveryFailure like a deliverer; anything else is a fault, and is logged.
 */
export interface Work {
  /** Milliseconds between two calls of one process. */
  readonly everyMs: number;
  run(context: DeliveryContext, input?: unknown): Promise<unknown>;
}

/** What a command may still start after its transaction is stored. */
export interface AfterCommit {
  /** Does a piece of background work now and answers what it says. */
  work(name: string, input?: unknown): Promise<unknown>;
  /** Tries a message of the outbox at once, one time; undefined when there is none. */
  deliver(messageId: number): Promise<Delivered | undefined>;
}

/** `defineCommand` over the tables of an application. The registry holds commands of every kind: there it is the schemas that speak. */
export const commandsOver =
  <T>() =>
  <C extends Call>(call: C, handler: Handler<C, T>): Command =>
    ({ ...call, ...handler }) as Command;

/** A declared call and how it is done. */
export const defineCommand = commandsOver<Tables>();

/** What a hook is told of the save around it. */
export interface SaveEvent<R = Row> {
  readonly entity: string;
  readonly id: number | null;
  /** Storage form, only the properties that were sent (and, on creation, defaults). May be changed. */
  readonly values: Partial<R>;
  /** The row before the change, locked; null on creation. */
  readonly before: R | null;
  /** Somebody has read the question of this save (`asks`), and goes on. */
  readonly confirmed?: boolean;
}

/** What an application does around the generic calls of one entity. */
export interface ResourceHooks<T = Tables, Name extends keyof T = keyof T> {
  /** Answers the list that is asked for whole, without `pageNo` and `pageSize`, in its own form; undefined leaves it to the generic list. */
  whole?(query: Readonly<Record<string, unknown>>, context: Context<T>): Promise<unknown>;
  /** JSON Schema of what `whole` answers. */
  readonly wholeAnswer?: Schema;
  /** Runs inside the transaction before the generic write; refuses by throwing, may change `values`. */
  beforeSave?(event: SaveEvent<Stored<T, Name>>, context: Context<T>): Promise<void>;
  /**
   * `beforeSave` may ask before it goes on: it refuses at the field `confirmed`, and the form shows that as a question. The answer comes with the same save as
   * `confirmed: 1`, which is taken here only, and stored nowhere.
   */
  readonly asks?: true;
  afterSave?(
    event: SaveEvent<Stored<T, Name>> & { readonly after: Stored<T, Name> },
    context: Context<T>,
  ): Promise<void>;
  /**
   * In place of `beforeSave`, for any number of rows that are saved together. A save hands over one, an import a
   * hundred, which are then written in common statements. Rows of a resource with `beforeSave` or `afterSave` are
   * written one by one. What it decides of a row must not depend on whether the others are written. Throws the refusal
   * of the first refused row.
   */
  beforeSaveAll?(events: readonly SaveEvent<Stored<T, Name>>[], context: Context<T>): Promise<void>;
  /** In place of `afterSave`, once all of them are written. */
  afterSaveAll?(
    events: readonly (SaveEvent<Stored<T, Name>> & { readonly after: Stored<T, Name> })[],
    context: Context<T>,
  ): Promise<void>;
  /** Throws to refuse ("3 cars use this store"). */
  beforeDelete?(before: Stored<T, Name>, context: Context<T>): Promise<void>;
  /** Throws to refuse that a soft-deleted row comes back. */
  beforeUndelete?(before: Stored<T, Name>, context: Context<T>): Promise<void>;
  /**
   * Records of other resources that are answered with a record, under their own names and in the same statement, as
   * the actor may see them. Their property `by` is the record's id. They come oldest first, or with `first` as the
   * first of them or null.
   */
  readonly beside?: Readonly<
    Record<
      string,
      {
        readonly resource: string;
        readonly by: string;
        readonly where?: Readonly<Record<string, string | number>>;
        readonly first?: boolean;
      }
    >
  >;
  /** JSON Schema of what `info` adds. */
  readonly adds?: Schema;
  /** Adds to the record that the info endpoint answers; what it reads is of the same moment as the record. */
  info?(record: Record<string, unknown>, context: Context<T>): Promise<Record<string, unknown>>;
}

/** What an application lets a user choose for himself or herself. Texts: `account.notifications.<topic>`, `account.bindings.<channel>`. */
export interface AccountOffer {
  /** Topics a user can be told of; each is on until switched off. */
  readonly notifications?: readonly string[];
  /** Accounts elsewhere that a user could be bound to. */
  readonly bindings?: readonly string[];
  /** Country code that the form for a new account begins with, `+66`. */
  readonly countryCode?: string;
}

/** What demonstration data is made with. */
export interface DemoOptions {
  /** Epoch milliseconds that it is dated around. */
  readonly now: number;
  /** Is told what is being made. */
  progress(step: string): void;
  /** Stores a file as an upload would, and answers its name. */
  keepFile(content: Buffer, mimeType: string): Promise<string>;
}

/** One that `follows` the model runs again whenever its SQL is another than what ran last: it must replace what it made. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly follows?: boolean;
}

/**
 * Registers what an application does beside its schemas. Typed by its generated tables (`defineModule<Tables>()`), the compiler refuses hooks and row scopes
 * of entities that are not there; the start refuses every name that nothing has.
 */
export const defineModule =
  <T>() =>
  (module: ServerModule<T>): ServerModule =>
    module as ServerModule;

/** Everything that an application adds to the server by code. Every part may be left out. */
export interface ServerModule<T = Tables> {
  readonly commands?: readonly Command[];
  readonly hooks?: { readonly [Name in keyof T]?: ResourceHooks<T, Name> };
  readonly computed?: Readonly<Record<string, ComputedColumn>>;
  readonly filters?: Readonly<Record<string, RegisteredFilter>>;
  readonly rowScopes?: { readonly [Name in keyof T]?: RowScope };
  /** Measures of widgets, by the names that dashboards call them by. */
  readonly measures?: Readonly<Record<string, RegisteredMeasure>>;
  /** Who sends the messages of a channel (`write.message`). Those of a channel without one wait. */
  readonly deliverers?: Readonly<Record<string, Deliverer>>;
  /** What users are told of, by name. */
  readonly notifications?: Readonly<Record<string, NotificationKind>>;
  /** Figures for whoever watches the server (`GET /metrics`), by their names there. */
  readonly gauges?: Readonly<Record<string, Gauge>>;
  /** What must come out of a backup as it went in, by name: money above all. */
  readonly sums?: Readonly<Record<string, Sum>>;
  /** What is done in the background, by name. */
  readonly work?: Readonly<Record<string, Work>>;
  /** Ordered SQL for what a schema cannot say; each runs once, in one transaction, and is remembered by name. */
  readonly migrations?: readonly Migration[];
  /** First-start records (roles, menus, parameters): runs in one transaction when the database is new. */
  seed?(db: Database<T>, options: { readonly adminPassword: string }): Promise<void>;
  /** Runs after tables were made or changed, and after the seed; it finds whatever an earlier run has left. */
  afterTables?(db: Database<T>): Promise<void>;
  /** Demonstration data into a new embedded database. */
  demo?(db: Database<T>, options: DemoOptions): Promise<void>;
  /**
   * What `userScope` and `userFacts` need beside the row: SQL by name, over the user's row `u`. It is read with the session in one
   * statement, so that a signed-in call never asks twice who calls.
   */
  readonly userColumns?: Readonly<Record<string, string>>;
  /** Ids of the scope records a user may see. Default: dataScope 0 = all, 1 = the user's own list. */
  userScope?(user: Row): 'all' | readonly number[];
  /** Further facts of a user, by the rows of user and role: they stand in `actor.facts` and in the answer of /admin/user/info. */
  userFacts?(user: Row, role: Row): Record<string, unknown>;
  /** Reads names of the company, which no password may be built on (D-AUTH-05). Its title is one anyway. At a first start no record is there. */
  companyNames?(db: Database<T>): Promise<readonly string[]>;
  /** What the account pages offer beside the framework's own (D-SHELL-12). */
  readonly account?: AccountOffer;
}
