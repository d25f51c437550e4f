import type { Kysely, RawBuilder, Selectable, Transaction } from 'kysely';
import type { Call, FileSchema, Schema, TypeOf } from '../calls/index.ts';
import type { Condition, Model, PlainFigure, Widget } from '../model/index.ts';
import type { WidgetRequest, WidgetRow } from './data/index.ts';
import type { Refusal } from './errors.ts';
import type { Download } from './http/index.ts';
import type { Deliverer, Delivered, DeliveryContext } from './outbox/index.ts';

/**
 * What an application registers with the server, and what its code receives. Everything else (routes, validation, permission,
 * scope, audit, transactions, errors) is done around it.
 */

export type Language = string;

/** Rows by table and column; the application narrows it with its generated type. */
export type Tables = Record<string, Record<string, unknown>>;
export type Database<T = Tables> = Kysely<T> | Transaction<T>;

/** The signed-in user as every request sees it. */
export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly roleId: number;
  /** Permission paths; `index` satisfies every check (D-PERM-01). */
  readonly permissions: ReadonlySet<string>;
  /** Ids of the scope records (stores) whose rows the user may see, or 'all'. */
  readonly scope: 'all' | readonly number[];
  /** What the application's `userFacts` knows of the user beside that. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Values in storage form: amounts in minor units of the currency, instants as Date, dates as `YYYY-MM-DD`, codes and refs as numbers, documents as objects. */
export type Row = Record<string, unknown>;

/** A row of this table as it is read. */
export type Stored<T, Name extends keyof T> = Selectable<T[Name]> & { id: number };

/** Rows counted together (`report` of a resource): the id of the record that they all name, null for those that name none, and the figures by name. */
export interface ReportRow {
  readonly key: number | null;
  /** Title of the record; empty where they name none. */
  readonly name: string;
  readonly total: number;
  readonly [count: string]: string | number | null;
}

/** The one place that writes. Every call sets actor and times and records before and after in the same transaction. */
export interface Writer<T = Tables> {
  /** Returns the new row, whole, in storage form. */
  insert<Name extends keyof T & string>(entity: Name, values: Row): Promise<Stored<T, Name>>;
  /** Several rows of the same properties in one statement, each with its history; answers them. */
  insertAll<Name extends keyof T & string>(entity: Name, rows: readonly Row[]): Promise<readonly Stored<T, Name>[]>;
  /**
   * Changes one row and returns it. `expect` guards the step (`{ status: 1 }`): when the row no longer matches, refuses with
   * 409 and changes nothing. `updateTime` (wire form) does the same for a stale form.
   */
  update<Name extends keyof T & string>(
    entity: Name,
    id: number,
    values: Row,
    guard?: { expect?: Row; updateTime?: string },
  ): Promise<Stored<T, Name>>;
  /** The same change of several rows in one statement, each with its history: all of them, or a refusal as of one. Moves nothing in a tree. */
  updateAll(entity: keyof T & string, ids: readonly number[], values: Row, guard?: { expect?: Row }): Promise<void>;
  /** The same properties of several rows, each with values of its own, in one statement: all of them, or a refusal as of one. No lists. */
  updateEach(
    entity: keyof T & string,
    rows: readonly { readonly id: number; readonly values: Row }[],
    guard?: { expect?: Row },
  ): Promise<void>;
  delete(entity: string, id: number): Promise<void>;
  /** Puts an outgoing message in the outbox, delivered after commit by the deliverer of its channel. Answers its id. */
  message(message: NewMessage): Promise<number>;
  /** Says something in the log of one record beside the field changes. */
  note(entity: string, id: number, note: { event: string; detail?: Record<string, unknown> }): Promise<void>;
}

/** A message to the world outside. */
export interface NewMessage {
  readonly channel: string;
  readonly topic: string;
  readonly to: string;
  /** What the deliverer needs; never shown. Its `text`, if it has one, is what the list of messages shows. */
  readonly payload: Record<string, unknown>;
  /** What the list shows in place of `text`: without the code or the link that only the recipient may read. */
  readonly shown?: string;
  /** Further properties of the application's own schema of messages (whose it is, what it speaks of). */
  readonly values?: Row;
  /** Left to the call itself for this long (`afterCommit` sends it), then to the background. Milliseconds. */
  readonly holdMs?: number;
}

export interface HistoryEntry {
  readonly id: number;
  readonly time: string;
  readonly userId: number | null;
  readonly userName: string;
  /** Action of the operation log (`order.pickup`), or the event of a note. */
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly detail: Record<string, unknown> | null;
}

/** Rows of one entity that are about somebody, in the words of who asks and as they are sent. */
export interface PersonRecords {
  readonly entity: string;
  /** What the list of the entity is called. */
  readonly title: string;
  /** Labels of `cells`. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly id: number;
    readonly cells: readonly (string | number | boolean | null)[];
    /** In wire form, by property. */
    readonly values: Readonly<Record<string, unknown>>;
    /** Uploaded files that the row names, by property. */
    readonly files: readonly { readonly field: string; readonly file: string }[];
  }[];
}

export interface Context<T = Tables> {
  readonly model: Model;
  /** Inside a changing command: the transaction; else the pool. */
  readonly db: Database<T>;
  readonly actor: Actor;
  readonly language: Language;
  /** The instant the request is judged by, epoch milliseconds. One value a request. */
  readonly now: number;
  readonly write: Writer<T>;
  /** Holds this permission key (or any of several). */
  can(key: string | readonly string[]): boolean;
  /** Refuses with HTTP 403 unless the actor holds this permission key (or any of several). */
  require(key: string | readonly string[]): void;
  /** The generic save of an entity without its route: wire form in, validated by its schema, hooks and log included. */
  save(entity: string, input: Row): Promise<{ id: number; updateTime: string }>;
  /**
   * One step between the states of a record (`x-states`), with what it asks for: one change, judged as the record it will be, with the
   * hooks of a save around it. Refuses at their fields what is missing, and as a whole where the record allows no such step now.
   */
  step(entity: string, input: Row, step: Step): Promise<{ id: number }>;
  /** The message in the language of the request, or in the one that is named. */
  t(key: string, params?: Record<string, unknown>, language?: Language): string;
  /**
   * Reads one row in storage form, in the actor's scope, locked for change when asked (`for update`).
   * Throws notFound, in the words of the schema (`x-missing`), when it does not exist or lies out of scope.
   */
  row<Name extends keyof T & string>(entity: Name, id: number, options?: { lock?: boolean }): Promise<Stored<T, Name>>;
  /** The record as the info endpoint would answer it: wire form, labels, masks, computed columns. */
  record<R = Record<string, unknown>>(entity: string, id: number): Promise<R>;
  /** What the list of a resource answers under this filter (wire form), as one page in its own order; at most 1,000 rows. */
  list<R = Record<string, unknown>>(resource: string, filter: Record<string, unknown>): Promise<readonly R[]>;
  /**
   * Everything that is about these people (rows of `entity`, by their ids), as schemas say it (`x-person`): the people first, then every entity by its name. In full and whatever the
   * scope: who calls asks for a permission of its own before. Properties that are never answered (`writeOnly`, `x-sensitive`) are left out, their files are not.
   */
  aboutPeople(entity: string, ids: readonly number[]): Promise<readonly PersonRecords[]>;
  /** How many rows the list of a resource has under each of these filters (wire form), counted as the list counts them; one statement for all. */
  counts(resource: string, filters: readonly Record<string, unknown>[]): Promise<number[]>;
  /** The figures of a widget, in the scope and with the rights of the actor; one statement. */
  figures(widget: Pick<Widget, 'figures' | 'most'>, request: WidgetRequest): Promise<readonly WidgetRow[]>;
  /** Whether the actor may be told a figure of a widget. */
  mayBeTold(figure: PlainFigure): boolean;
  /** Zones of the scope records that the actor sees, or of the one that is named; two of them where there are several. */
  scopeZones(scopeId?: number): Promise<readonly string[]>;
  /** What the report of a resource says, put together as `groupBy` names, under a filter of its list (wire form); one statement. */
  report(
    resource: string,
    asked: { readonly groupBy: string; readonly filter: Record<string, unknown> },
  ): Promise<readonly ReportRow[]>;
  /**
   * Does a part of a changing command that may be refused while the rest of it stands: of what was refused nothing remains, and the refusal is
   * answered. Faults and outages are thrown.
   */
  attempt<R>(run: () => Promise<R>): Promise<{ readonly value: R } | { readonly refusal: Refusal }>;
  /** A text that only this server can read again, for the purpose it names (`Deliverer` opens it). */
  seal(text: string, purpose: string): string;
  /** What happened to one record, newest first: field changes and notes, masked as the actor may see them, times in wire form. */
  history(entity: string, id: number): Promise<readonly HistoryEntry[]>;
  /**
   * Refuses, at their fields, relations among these values (storage form) that name records which may not be chosen there (`where` of x-ref). For
   * commands that write by themselves; the generic save asks it anyway.
   */
  requireFit(entity: string, values: Row): Promise<void>;
  /**
   * Whether a row lies in the actor's scope, as a condition for SQL that a command writes itself: what lists and saves ask too (D-PERM-07).
   * `alias` is what the statement calls the table of the entity.
   */
  inScope(entity: string, alias: string): RawBuilder<boolean>;
  /** Refuses with HTTP 403 when the scope record (store) is not the actor's (D-PERM-07). */
  requireScope(scopeId: number): void;
}

/** What a step between states does and demands. */
export interface Step {
  /** Its ways: the first that begins in the record's state is taken. */
  readonly ways: readonly { readonly from: readonly (string | number)[]; readonly to: string | number }[];
  /** Properties that it may write, whatever `x-edit`, `x-show` and `readOnly` say of other saves. */
  readonly ask: readonly string[];
  /** Those of them that must be sent and not be blank. */
  readonly require: readonly string[];
  /** Over the record as it is, in wire form with everything in it. */
  readonly when?: Condition;
}

export type InputSchema = Schema;

/** What a call answers. */
type AnswerOf<A> = A extends FileSchema ? Download : TypeOf<A>;

/** Who signs calls of another system: the secret that only they and the server know, and as whom they act. */
export interface Sender {
  readonly secret: string;
  /** Its id is 0, it is no user; `name` is what logs and history call it. */
  readonly actor: Actor;
}

/** How the server does a call: one function, one transaction. */
export interface Handler<C extends Call, T> {
  /** Several statements that must see one state although nothing changes. */
  readonly transaction?: boolean;
  /** Of a `signed` call: who may send it; undefined while nobody may. */
  sender?(context: Pick<DeliveryContext, 'db' | 'secrets'>): Promise<Sender | undefined>;
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
  run(input: Record<string, unknown>, context: Context): Promise<unknown>;
  afterCommit?(answer: never, after: AfterCommit): Promise<unknown>;
  said?(answer: never, t: (key: string, params?: Record<string, unknown>) => string): string;
}

/** A figure of the whole application, read whenever somebody asks: of one cheap statement. */
export interface Gauge {
  readonly help: string;
  read(db: Database): Promise<number>;
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

export interface SaveEvent<R = Row> {
  readonly entity: string;
  readonly id: number | null;
  /** Storage form, only the properties that were sent (and, on creation, defaults). May be changed. */
  readonly values: Partial<R>;
  /** The row before the change, locked; null on creation. */
  readonly before: R | null;
}

/** What an application does around the generic calls of one entity. */
export interface ResourceHooks<T = Tables, Name extends keyof T = keyof T> {
  /** Answers the list that is asked for whole, without `pageNo` and `pageSize`, in its own form; undefined leaves it to the generic list. */
  whole?(query: Readonly<Record<string, unknown>>, context: Context<T>): Promise<unknown>;
  /** JSON Schema of what `whole` answers. */
  readonly wholeAnswer?: Schema;
  /** Runs inside the transaction before the generic write; refuses by throwing, may change `values`. */
  beforeSave?(event: SaveEvent<Stored<T, Name>>, context: Context<T>): Promise<void>;
  afterSave?(
    event: SaveEvent<Stored<T, Name>> & { readonly after: Stored<T, Name> },
    context: Context<T>,
  ): Promise<void>;
  /** Throws to refuse ("3 cars use this store"). */
  beforeDelete?(before: Stored<T, Name>, context: Context<T>): Promise<void>;
  /** Throws to refuse that a soft-deleted row comes back. */
  beforeUndelete?(before: Stored<T, Name>, context: Context<T>): Promise<void>;
  /**
   * Records of other resources that are answered with a record, under their own names and in the same statement, as the actor may see them:
   * those whose property `by` is the record's id, oldest first, or with `first` the first of them or null.
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

/** What the query compiler hands to registered SQL. All of it is parameters or identifiers from the model. */
export interface SqlContext {
  /** Alias of the entity's table in this query. */
  readonly alias: string;
  readonly actor: Actor;
  /** The instant of the request, a `timestamptz`. */
  readonly now: RawBuilder<Date>;
}

export interface ComputedColumn {
  /** SQL that yields the wire value of this column for one row. Depends on nothing but its argument: it is asked once for an actor and kept. */
  sql(context: SqlContext): RawBuilder<unknown>;
}

export interface RegisteredFilter {
  /** Condition for one wire value; undefined = no restriction. Throws refuse() for a bad value. */
  sql(value: string, context: SqlContext): RawBuilder<unknown> | undefined;
  /** Sort that replaces the default while this value is set. */
  sort?(value: string): readonly [string, 'asc' | 'desc'] | undefined;
}

/** A further restriction of what an actor sees of an entity, beside the scope (staff who see only their own tasks). */
export type RowScope = (context: SqlContext) => RawBuilder<unknown> | undefined;

/** What SQL of a measure is told beside the rest: the period that it is asked for, from `from` until before `to`. */
export interface MeasureContext extends Omit<SqlContext, 'alias'> {
  readonly from: RawBuilder<Date>;
  readonly to: RawBuilder<Date>;
}

/**
 * What a widget of a dashboard works out and no property says. The SQL yields facts, each of one row of the entity (`id`); the framework keeps those whose
 * row the actor sees and the widget's filter lets through, and puts them together.
 */
export interface RegisteredMeasure {
  /** Whose rows the facts are about. */
  readonly entity: string;
  /**
   * `events`: columns `id`, `at` (timestamptz) and `value` (amounts in minor units), added up where they fall into the period. `spans`: columns `id`, `starts`
   * and `ends`; the days (of 24 hours) that they have in common with the period, and with the past, are added up.
   */
  readonly kind: 'events' | 'spans';
  /** Properties of the entity: who may not read one of them gets no figure. */
  readonly madeOf?: readonly string[];
  /** Keys of which one is needed beside the right to open the list. */
  readonly permission?: string | readonly string[];
  facts(context: MeasureContext): RawBuilder<unknown>;
}

/** What SQL of a notification is told. */
export type DueContext = Pick<SqlContext, 'now'>;

/**
 * Something that users are told of, in the bell of the header and by mail. Nobody is told by default: who is holds one of the keys, may open the list
 * of the resource, sees the record (scope, restrictions), has the switch on, and is not the one who did it. All of it is asked again whenever it is read.
 * Text: `notifications.<name>`.
 */
export interface NotificationKind {
  /** The switch of the account settings (`AccountOffer.notifications`). */
  readonly topic: string;
  /** Resource of the record that it is about and leads to. */
  readonly resource: string;
  /** Keys of which one is needed. */
  readonly permission: string | readonly string[];
  /** Property of the record that names the only user who is told; default: everybody who may know. */
  readonly to?: string;
  /** What the text speaks of: its parameters, and the property, or the path (`carId.plate`), that each is read from. Nothing that is masked or restricted. */
  readonly says?: Readonly<Record<string, string>>;
  /** Filter of the resource's list that it leads to, where the record has no page of its own; `%{parameter}` of what is said is filled in. */
  readonly opens?: Readonly<Record<string, string>>;
  /**
   * Told when a property comes to be one of these values (storage form), or anything else than it was and not empty (`anew`): of a new record or a changed
   * one, by whatever writes through the writer.
   */
  readonly becomes?: Readonly<Record<string, readonly (string | number)[] | 'anew'>>;
  /** Told of the records that this SQL yields by `id`, once for each `key` (text). It is asked every minute and has to be cheap. */
  due?(context: DueContext): RawBuilder<unknown>;
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

export interface ServerModule<T = Tables> {
  readonly commands?: readonly Command[];
  readonly hooks?: { readonly [Name in keyof T]?: ResourceHooks<T, Name> };
  readonly computed?: Readonly<Record<string, ComputedColumn>>;
  readonly filters?: Readonly<Record<string, RegisteredFilter>>;
  readonly rowScopes?: Readonly<Record<string, RowScope>>;
  /** Measures of widgets, by the names that dashboards call them by. */
  readonly measures?: Readonly<Record<string, RegisteredMeasure>>;
  /** Who sends the messages of a channel (`write.message`). Those of a channel without one wait. */
  readonly deliverers?: Readonly<Record<string, Deliverer>>;
  /** What users are told of, by name. */
  readonly notifications?: Readonly<Record<string, NotificationKind>>;
  /** Figures for whoever watches the server (`GET /metrics`), by their names there. */
  readonly gauges?: Readonly<Record<string, Gauge>>;
  /** What is done in the background, by name. */
  readonly work?: Readonly<Record<string, Work>>;
  /** Ordered SQL for what a schema cannot say; each runs once, in one transaction, and is remembered by name. */
  readonly migrations?: readonly { readonly name: string; readonly sql: string }[];
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
  /** What the account pages offer beside the framework's own (D-SHELL-12). */
  readonly account?: AccountOffer;
}
