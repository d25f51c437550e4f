import type { Kysely, Selectable, Transaction } from 'kysely';
import type { FieldRights } from '../model/index.ts';

/** Tag of a language of the application, such as `en-US`. */
export type Language = string;

/** Rows by table and column; the application narrows it with its generated type. */
export type Tables = Record<string, Record<string, unknown>>;
/**
 * The database or the transaction of a request, for queries with Kysely.
 *
 * @example
 * const count = (db: Database<{ book: { id: number } }>) => db.selectFrom('book').select('id').execute();
 */
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
  /** What the role takes of single properties; who holds every right is not bound by it. */
  readonly fields?: FieldRights | undefined;
  /** Sees masked what lists mask, whatever the permissions: an agent. */
  readonly masked?: true;
}

/**
 * Values in storage form: amounts in minor units of the currency, instants as Date, dates as `YYYY-MM-DD`, codes and refs as numbers, documents as objects.
 *
 * @example
 * const title = (row: Row): string => String(row['title']);
 */
export type Row = Record<string, unknown>;

/** A row of this table as it is read. */
export type Stored<T, Name extends keyof T> = Selectable<T[Name]> & { id: number };
