import { ident, SQL, type PgType, type Sql } from '../sql/index.ts';
import type { Sort } from './page.ts';
import type { Connection } from './single.ts';

/** A row by its place in an order: its sort value as text, and its id. */
export interface Mark {
  readonly value: string;
  readonly id: number;
}

/** An order in which a whole table is read. */
export interface Order {
  readonly table: string;
  /** Over the alias `t`; never empty, because nulls cannot be compared. */
  readonly sort: Sort;
  readonly type: PgType;
}

/** How a grid is made; tests make smaller ones. */
interface Mesh {
  /** Rows from one mark to the next. */
  readonly step: number;
  /** Marks that one statement finds: a tenth of a second or two for its rows, far from any limit. */
  readonly piece: number;
  /** The row before which newer ones are counted. */
  readonly head: number;
}

export const MESH: Mesh = { step: 10_000, piece: 10, head: 1_000 };
/** No more of them are counted: until the grid has been made anew, pages are too early by what there is more. */
const MOST_NEW = 50_000;
const LEAST_AGE_MS = 60_000;
/** A grid serves so many times as long as it took: made again and again, it keeps a fiftieth of a processor busy. */
const AGE_TIMES = 50;

const orderOf = ({ sort }: Order, before = false): Sql => {
  const direction = (sort.direction === 'asc') === before ? SQL`desc` : SQL`asc`;
  return SQL`${sort.sql} ${direction}, t.id ${direction}`;
};

const place = ({ type }: Order, { value, id }: Mark): { text: Sql; values: unknown[] } => ({
  text: SQL`($1::text::${type}, $2::bigint)`,
  values: [value, id],
});

interface Found extends Mark {
  /** 0 for the first row of a table, 1 and more for the marks after the last one known, -1 for the head. */
  readonly at: number;
}

/**
 * The marks that follow one, or the first ones. Each is reached from the one before it by the index alone: no statement reads more than its piece,
 * however long the table is.
 */
async function findMarks(
  connection: Connection,
  order: Order,
  last: Mark | undefined,
  { step, piece, head: headAt }: Mesh,
): Promise<readonly Found[]> {
  const { sort, table } = order;
  const rows = SQL`select ${sort.sql} as s, t.id from ${ident(table)} t`;
  const after = sort.direction === 'asc' ? SQL`>` : SQL`<`;
  const from = last && place(order, last);
  const first = from
    ? SQL`select s, id, 0 from (values ${from.text}) v(s, id)`
    : SQL`(${rows} order by ${orderOf(order)} limit 1)`;
  const start = from ? first : SQL`select s, id, 0 from ${first} f`;
  const head = from
    ? SQL``
    : SQL` union all (select s::text, id, -1 from (${rows} order by ${orderOf(order)} offset ${headAt} limit 1) h)`;
  const { rows: found } = await connection.query<Found>({
    text: SQL`with recursive mark(s, id, at) as (
  ${start}
  union all
  select n.s, n.id, mark.at + 1 from mark cross join lateral (
    ${rows} where (${sort.sql}, t.id) ${after} (mark.s, mark.id) order by ${orderOf(order)} offset ${step - 1} limit 1
  ) n where mark.at < ${piece}
)
(select s::text as value, id, at from mark${from ? SQL` where at > 0` : SQL``})${head} order by 3`,
    values: from?.values ?? [],
  });
  return found;
}

/**
 * Rows of an order at even distances, found piece by piece beside the requests that wait for it. Rows that come before all others later
 * (the newest, in most lists) are counted when a page is asked for; what changes elsewhere shifts a page until the grid is made anew.
 */
export class Grid {
  readonly #connection: Connection;
  readonly #order: Order;
  readonly #mesh: Mesh;
  readonly #started = performance.now();
  #marks: readonly Mark[] = [];
  #head: Mark | undefined;
  #took: number | undefined;
  /** The piece that is being looked for. */
  #piece: Promise<void> | undefined;

  constructor(connection: Connection, order: Order, mesh = MESH) {
    this.#connection = connection;
    this.#order = order;
    this.#mesh = mesh;
    this.#piece = this.#grow();
  }

  /** Whole, and not yet to be made anew. */
  get fresh(): boolean {
    return this.#took !== undefined && this.#age < Math.max(LEAST_AGE_MS, AGE_TIMES * this.#took);
  }

  get whole(): boolean {
    return this.#took !== undefined;
  }

  /** Nothing more will be found; a failure left it as it is. */
  get ended(): boolean {
    return this.#piece === undefined;
  }

  get #age(): number {
    return performance.now() - this.#started;
  }

  async #grow(): Promise<void> {
    try {
      const found = await findMarks(this.#connection, this.#order, this.#marks.at(-1), this.#mesh);
      this.#head ??= found.find(({ at }) => at < 0);
      this.#marks = [...this.#marks, ...found.filter(({ at }) => at >= 0)];
      if (found.at(-1)?.at === this.#mesh.piece) this.#piece = this.#grow();
      else {
        this.#piece = undefined;
        this.#took = this.#age;
      }
    } catch {
      // The next deep page begins a new one; those that wait go on from what there is.
      this.#piece = undefined;
    }
  }

  /** Resolves when the mark before this row is known, or there will be none. */
  async reached(offset: number): Promise<void> {
    while (this.#piece && this.#marks.length * this.#mesh.step <= offset) await this.#piece;
  }

  /** How many rows more than then come before all of its marks but the first. */
  async newRows(): Promise<number> {
    if (!this.#head || !this.whole) return 0;
    const { sort, table } = this.#order;
    const { text, values } = place(this.#order, this.#head);
    const before = sort.direction === 'asc' ? SQL`<` : SQL`>`;
    const most = this.#mesh.head + MOST_NEW;
    const { rows } = await this.#connection.query<{ count: number }>({
      text: SQL`select count(*)::int as count from (select 1 from ${ident(table)} t where (${sort.sql}, t.id) ${before} ${text} order by ${orderOf(this.#order, true)} limit ${most}) h`,
      values,
    });
    return rows[0]!.count - this.#mesh.head;
  }

  /** The last mark that stands no later than this row, and how many rows are between them. */
  nearest(offset: number): (Mark & { readonly skip: number }) | undefined {
    const at = Math.min(Math.floor(offset / this.#mesh.step), this.#marks.length - 1);
    const mark = this.#marks[at];
    return mark && { ...mark, skip: offset - at * this.#mesh.step };
  }
}
