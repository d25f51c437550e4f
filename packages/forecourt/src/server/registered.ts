import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';

/**
 * What the query compiler hands to registered SQL. All of it is parameters or identifiers from the model.
 *
 * @example
 * const fine = ({ alias, amount }: SqlContext) => amount(sql`${sql.ref(`${alias}.days_late`)} * 50`);
 */
export interface SqlContext {
  /** Alias of the entity's table in this query. */
  readonly alias: string;
  readonly actor: Actor;
  /** The instant of the request, a `timestamptz`. */
  readonly now: RawBuilder<Date>;
  /** An amount as the wire has it, of SQL in minor units of the application's currency: columns hold those. */
  amount(minorUnits: RawBuilder<unknown>): RawBuilder<number>;
}

/**
 * A column that SQL works out when rows are read. It is not stored.
 *
 * @example
 * const isLate: ComputedColumn = { sql: ({ alias, now }) => sql`${sql.ref(`${alias}.due_at`)} < ${now}` };
 */
export interface ComputedColumn {
  /** Properties of the entity that it tells, as paths: it is hidden from whom a role hides or masks one of them. */
  readonly madeOf?: readonly string[];
  /** SQL that yields the wire value of this column for one row. Depends on nothing but its argument: it is asked once for an actor and kept. */
  sql(context: SqlContext): RawBuilder<unknown>;
}

/** A filter whose condition is SQL of the application. */
export interface RegisteredFilter {
  /** Properties of the entity that it asks of, as paths: nobody has it from whom a role hides or masks one of them. */
  readonly madeOf?: readonly string[];
  /** Condition for one wire value; undefined = no restriction. Throws refuse() for a bad value. */
  sql(value: string, context: SqlContext): RawBuilder<unknown> | undefined;
  /** Sort that replaces the default while this value is set. */
  sort?(value: string): readonly [string, 'asc' | 'desc'] | undefined;
}

/** A further restriction of what an actor sees of an entity, beside the scope (staff who see only their own tasks). */
export type RowScope = (context: SqlContext) => RawBuilder<unknown> | undefined;

/** What SQL of a measure is told beside the rest: the period that it is asked for, from `from` until before `to`. */
export interface MeasureContext extends Omit<SqlContext, 'alias' | 'amount'> {
  readonly from: RawBuilder<Date>;
  readonly to: RawBuilder<Date>;
}

/**
 * What a widget of a dashboard works out and no property says. The SQL yields facts, each of one row of the entity (`id`); the framework keeps those whose
 * row the actor sees and the widget's filter lets through, and puts them together.
 */
export interface RegisteredMeasure {
  /** Whose rows the facts are about: each `id` is that of one which there is, or null. */
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
 * Something that users are told of, in the bell of the header and by mail. Nobody is told by default. A user is told
 * who holds one of the keys, may open the list of the resource, sees the record, has the switch on, and did not do it.
 * Each reading asks all of it again. Text: `notifications.<name>`.
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
  /** What the text speaks of: its parameters, and the property, or the path (`bookId.title`), that each is read from. Nothing that is masked or restricted. */
  readonly says?: Readonly<Record<string, string>>;
  /** Filter of the resource's list that it leads to, where the record has no page of its own; `%{parameter}` of what is said is filled in. */
  readonly opens?: Readonly<Record<string, string>>;
  /**
   * Tells when a property of a new or changed record becomes one of these values (storage form). `anew` tells when it
   * becomes anything else than it was and not empty. It covers whatever writes through the writer.
   */
  readonly becomes?: Readonly<Record<string, readonly (string | number)[] | 'anew'>>;
  /** Told of the records that this SQL yields by `id`, once for each `key` (text). It is asked every minute and has to be cheap. */
  due?(context: DueContext): RawBuilder<unknown>;
}
