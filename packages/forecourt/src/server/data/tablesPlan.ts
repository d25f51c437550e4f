export interface Statement {
  readonly sql: string;
  /** What it does, for the printed plan. */
  readonly does: string;
  /** Comes before everything else: the others name columns as they will be. */
  readonly first?: boolean;
  /** A server that works with the tables as they were fails after it: left for later while there is one, or not to be done at all. */
  readonly breaks?: 'waits' | 'stops';
  /** Changes nothing: it finds the rows in question for whoever reads the plan, and is not run. */
  readonly finds?: boolean;
  /** Finds the rows for which the database refuses it. */
  readonly collisions?: string;
  /** Instead of it, where rows collide: the same among all others, with what is said of those that it spares. */
  readonly sparing?: (ids: readonly number[]) => string;
}

/** An index of a big table: built, or dropped because others are in its place, while readers and writers go on. */
export interface LaterIndex {
  readonly name: string;
  /** Builds it, in no transaction; absent where it is dropped. */
  readonly sql?: string;
  /** Table that is analysed after it: PostgreSQL knows nothing of the values of an expression before. */
  readonly analyze?: string;
}

/** A column or a table that no schema has any more. */
export interface Drop {
  /** As `--drop` names it: `patient.address` or `patient`. */
  readonly name: string;
  /** Rows that hold a value there. */
  readonly rows: number;
  readonly statement: Statement;
  readonly why: string;
}

export interface TablesPlan {
  readonly safe: readonly Statement[];
  /** Neither needed for a start nor waited for by anybody. */
  readonly later: readonly LaterIndex[];
  readonly unsafe: readonly { readonly statement: Statement; readonly why: string }[];
  /** Cannot be done with the values that are there, on no command. The statement finds them. */
  readonly impossible: readonly { readonly statement: Statement; readonly why: string }[];
  /** What no schema has any more. It stays, unless a command names it. */
  readonly kept: readonly Drop[];
  /** Those of `kept` that a command named: they are dropped. */
  readonly dropped: readonly Drop[];
  /** Migrations of the application that have not run yet. */
  readonly migrations: readonly string[];
  readonly notes: readonly string[];
}

export interface TablesReport {
  /** Statements run, 0 when nothing differed. */
  readonly applied: number;
  /** The database had no application tables before. */
  readonly created: boolean;
  /** What an operator should know (an extension that is missing). */
  readonly warnings: readonly string[];
  /** What `buildIndexes` has to do beside the work. */
  readonly later: readonly LaterIndex[];
}
