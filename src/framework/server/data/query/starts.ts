import type { Entity } from '../../../model/index.ts';
import type { Connection } from './single.ts';
import { column, ident, SQL, type PgType } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';
import type { Engine } from './engine.ts';
import type { Sort } from './page.ts';

/** A row from which a deep page is reached by a short walk. */
export interface Start {
  /** Its sort value as text, and that value's type. */
  readonly value: string;
  readonly type: PgType;
  readonly id: number;
  /** Rows between it and the page. */
  readonly skip: number;
}

interface Grid {
  readonly madeAt: number;
  readonly rows: readonly { readonly value: string; readonly id: number }[];
}

/** Pages nearer than this are walked to directly. */
const DEEP = 20_000;
const STEP = 10_000;
/** Rows written since then shift a deep page by their number; nobody counts to half a million. */
const MAX_AGE_MS = 60_000;

const grids = new WeakMap<Engine, Map<string, Grid | 'making'>>();

async function make(connection: Connection, entity: Entity, sort: Sort): Promise<Grid> {
  const order = SQL`${sort.sql} ${sort.direction}, t.id ${sort.direction}`;
  const { rows } = await connection.query<{ value: string; id: number }>({
    text: SQL`select s::text as value, id from (select ${sort.sql} as s, t.id, row_number() over (order by ${order}) - 1 as at from ${ident(entity.name)} t) x where at % ${STEP} = 0 order by at`,
    values: [],
  });
  return { madeAt: performance.now(), rows };
}

/**
 * Where to start for a deep page of an unfiltered list. Every ten-thousandth row of an order is remembered for a minute, from the first deep
 * page on; undefined means walk from the beginning. Only for columns that are never empty: nulls cannot be compared.
 */
export function nearestStart(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  sort: Sort,
  offset: number,
): Start | undefined {
  if (offset < DEEP || !sort.column) return undefined;
  const stored = columnsOf(entity, engine.model.codes).find((one) => one.name === sort.column);
  if (!stored?.notNull) return undefined;
  const known = grids.get(engine) ?? new Map<string, Grid | 'making'>();
  grids.set(engine, known);
  const key = `${entity.name} ${column('t', sort.column)} ${sort.direction}`;
  const grid = known.get(key);
  if (grid !== 'making' && (!grid || performance.now() - grid.madeAt > MAX_AGE_MS)) {
    known.set(key, 'making');
    // The request does not wait for it, and a failure only means that the next deep page tries again.
    make(connection, entity, sort).then(
      (made) => known.set(key, made),
      () => known.delete(key),
    );
  }
  if (!grid || grid === 'making') return undefined;
  const at = Math.min(Math.floor(offset / STEP), grid.rows.length - 1);
  const start = grid.rows[at];
  return start && { value: start.value, type: stored.type, id: start.id, skip: offset - at * STEP };
}
