import type { RawBuilder } from 'kysely';
import type { Condition, Model, PlainFigure, Widget } from '../model/index.ts';
import type { Actor, Database, Language, Row, Stored, Tables } from './actor.ts';
import type { WidgetRequest, WidgetRow } from './data/index.ts';
import type { Refusal } from './errors.ts';

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
  /** The same properties of several rows, each with values of its own, in one statement: all of them, or a refusal as of one. */
  updateEach(
    entity: keyof T & string,
    rows: readonly { readonly id: number; readonly values: Row }[],
    guard?: { expect?: Row },
  ): Promise<void>;
  delete(entity: string, id: number): Promise<void>;
  /** Puts an outgoing message in the outbox, delivered after commit by the deliverer of its channel. Answers its id. */
  message(message: NewMessage): Promise<number>;
  /** Ids that no other rows of these entities get, for rows that are written later: one for each, in their order. */
  nextIds(...entities: readonly (keyof T & string)[]): Promise<readonly number[]>;
  /** What goes out with the end of the transaction, so that nobody waits for it; what comes after in the transaction finds it written. If it fails the whole is taken back. */
  readonly atEnd: {
    /** New rows of the same properties, each with its history. */
    insert(entity: keyof T & string, rows: readonly Row[]): void;
    message(message: NewMessage): void;
  };
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

/** One entry in the history of a record: who changed what, and when. */
export interface HistoryEntry {
  readonly id: number;
  readonly time: string;
  readonly userId: number | null;
  readonly userName: string;
  /** Action of the operation log (`order.pickup`), or the event of a note. */
  readonly event: string;
  readonly changes: readonly {
    readonly field: string;
    readonly before: unknown;
    readonly after: unknown;
    /** What a relation names, before and after. */
    readonly titles?: { readonly before?: string; readonly after?: string };
  }[];
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

/** What links to the application begin with, and whether mail goes out. */
export interface Site {
  readonly url: string | undefined;
  readonly mail: boolean;
}

/** What a command or hook works with: model, database, user, rights and writer of one request. */
export interface Context<T = Tables> {
  readonly model: Model;
  /** Inside a changing command: the transaction; else the pool. */
  readonly db: Database<T>;
  /**
   * A connection beside the transaction: what is done there is done at once, whatever becomes of the call. All calls share one, so that none that has a connection waits for
   * another to be given back: for short statements only.
   */
  readonly apart: Database<T>;
  readonly actor: Actor;
  readonly language: Language;
  /** The instant the request is judged by, epoch milliseconds. One value a request. */
  readonly now: number;
  readonly write: Writer<T>;
  /** Where the application is opened, as the operator has set it (undefined where nobody has), and whether mail is sent. */
  readonly site: Site;
  /** Holds this permission key (or any of several). */
  can(key: string | readonly string[]): boolean;
  /** Refuses with HTTP 403 unless the actor holds this permission key (or any of several). */
  require(key: string | readonly string[]): void;
  /**
   * The generic save of an entity without its route: wire form in, validated by its schema, hooks and log included. An `incomplete` record may
   * lack what forms ask for under a condition (`x-require`): what another system keeps knows less than people do.
   */
  save(
    entity: string,
    input: Row,
    options?: { readonly incomplete?: boolean },
  ): Promise<{ id: number; updateTime: string }>;
  /**
   * One step between the states of a record (`x-states`), with what it asks for: one change, judged as the record it will be, with the
   * hooks of a save around it. Refuses at their fields what is missing, and as a whole where the record allows no such step now.
   */
  step(entity: string, input: Row, step: Step): Promise<{ id: number }>;
  /** Whether a user could sign in now, holds this key and sees this row: for what was made in his or her name. */
  userSees(userId: number, key: string, entity: string, id: number): Promise<boolean>;
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
  /**
   * Blanks everything personal (`x-personal`) of all rows about these people, whatever the scope: in the rows, in what was recorded of them, and soon after in the logs. Never to be undone. Answers the
   * rows by entity, and the files that they held; the background removes those that no other record holds.
   */
  erasePeople(
    entity: string,
    ids: readonly number[],
  ): Promise<
    readonly { readonly entity: string; readonly ids: readonly number[]; readonly files: readonly string[] }[]
  >;
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
   * Whether a row lies in the actor's scope and within registered restrictions, as a condition for SQL that a command writes itself: what lists and
   * saves ask too (D-PERM-07).
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
