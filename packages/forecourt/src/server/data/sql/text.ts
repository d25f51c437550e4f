declare const written: unique symbol;

/**
 * SQL that this program wrote. A text of a request is none, and the compiler says so: only `SQL`, and the functions beside it, make one. What
 * a request brings goes through `Parameters.add`.
 */
export type Sql = string & { readonly [written]: true };

type Base =
  | 'integer'
  | 'double precision'
  | 'bigint'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp with time zone'
  | 'timestamptz'
  | 'json'
  | 'jsonb';
/** A type of PostgreSQL, as format_type() or a cast spells it. */
export type PgType = Base | `${Base}[]`;

/** The type of a list of values of this one. */
export const arrayOf = (type: PgType): PgType => `${type}[]` as PgType;

/** What a table is called in a statement. */
export type Alias = 't' | 'r' | 'v' | 'c' | 'old' | Sql;

/** SQL of pieces of SQL; a number is a constant of the program. */
export const SQL = (
  texts: TemplateStringsArray,
  ...pieces: readonly (Sql | Alias | PgType | number | 'asc' | 'desc')[]
): Sql => texts.reduce((whole, text, at) => `${whole}${pieces[at - 1]!}${text}`) as Sql;

/** Pieces of SQL with the same between them. */
export const joinSql = (pieces: readonly Sql[], between = ', '): Sql => pieces.join(between) as Sql;

/** An identifier of the model, quoted. Never anything from a request. */
export const ident = (name: string): Sql => `"${name.replaceAll('"', '""')}"` as Sql;

/** Another alias made from this one, which may be quoted: `t` becomes `t_`, `"order"` becomes `"order_"`. */
export const deeper = (alias: Alias): Sql => (alias.endsWith('"') ? `${alias.slice(0, -1)}_"` : `${alias}_`) as Sql;

/** A constant of the model as an SQL literal. Never anything from a request. */
export const literal = (value: string | number): Sql =>
  (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`) as Sql;

/** `alias."column"` */
export const column = (alias: Alias, name: string): Sql => `${alias}.${ident(name)}` as Sql;

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? SQL`true` : joinSql(conditions, ' and ');

export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 1 ? conditions[0]! : SQL`(${joinSql(conditions, ' or ')})`;

/** Stands for the instant of the request where a value is kept longer than the request. */
export const NOW = Symbol('now');

/** Collects the values of one statement. Every value of a request travels this way. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #now: Date | undefined;

  /** `now`: epoch milliseconds that NOW becomes; without it NOW stays what it is. */
  constructor(now?: number) {
    this.#now = now === undefined ? undefined : new Date(now);
  }

  /** Adds values whose placeholders are already written, continuing the ones so far. */
  append(values: readonly unknown[]): void {
    for (const value of values) this.values.push(value === NOW && this.#now ? this.#now : value);
  }

  /** Adds the instant of the request. */
  instant(): Sql {
    return this.add(this.#now ?? NOW, 'timestamptz');
  }

  /** Adds a value and answers its placeholder, with the cast that fixes its type. */
  add(value: unknown, type: PgType): Sql {
    this.values.push(value);
    return `$${this.values.length}::${type}` as Sql;
  }
}
