import type { Entity, Resource } from '../../../model/index.ts';
import { column, ident, SQL, type PgType } from '../sql/index.ts';
import { columnsOf, orderedColumns } from '../tables/index.ts';
import type { Engine } from './engine.ts';
import { Grid, MESH, type Order } from './grid.ts';
import type { Sort } from './page.ts';
import type { Connection } from './single.ts';

/** A row from which a deep page is reached by a short walk. */
export interface Start {
  /** Its sort value as text, and that value's type. */
  readonly value: string;
  readonly type: PgType;
  readonly id: number;
  /** Rows between it and the page. */
  readonly skip: number;
}

/** Pages nearer than this are walked to directly. */
const DEEP = 2 * MESH.step;

interface Entry {
  /** What pages are found by. */
  grid: Grid;
  /** What will be in its place as soon as it is whole. */
  next?: Grid;
}

const entries = new WeakMap<Engine, Map<string, Entry>>();

/** An order that an index has, value and id: without one each mark would sort the whole table, or all rows of one value. */
function orderOf(engine: Engine, entity: Entity, sort: Sort): Order | undefined {
  if (!sort.column || sort.tie || !orderedColumns(entity, engine.model).has(sort.column)) return undefined;
  const stored = columnsOf(entity, engine.model.codes).find((one) => one.name === sort.column);
  return stored?.notNull ? { table: entity.name, sort, type: stored.type } : undefined;
}

/** The grid of an order as it is now. Whoever comes while one is made anew is served by the one before it. */
function gridOf(connection: Connection, engine: Engine, order: Order): Grid {
  const known = entries.get(engine) ?? new Map<string, Entry>();
  entries.set(engine, known);
  const key = `${order.table} ${order.sort.column} ${order.sort.direction}`;
  const entry = known.get(key) ?? { grid: new Grid(connection, order) };
  known.set(key, entry);
  const { grid, next } = entry;
  if (next?.whole) Object.assign(entry, { grid: next, next: undefined });
  else if (grid.ended && !grid.whole) entry.grid = new Grid(connection, order);
  else if (grid.whole && !grid.fresh && (!next || next.ended)) entry.next = new Grid(connection, order);
  return entry.grid;
}

/**
 * Where to start for a deep page of an unfiltered list; undefined means walk from the beginning. `connection` is one that anybody may use at any time: what
 * is looked for goes on beside the request, and is ready for the next one when this one has no more time.
 */
export async function nearestStart(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  sort: Sort,
  offset: number,
): Promise<Start | undefined> {
  if (offset < DEEP) return undefined;
  const order = orderOf(engine, entity, sort);
  if (!order) return undefined;
  const grid = gridOf(connection, engine, order);
  await grid.reached(offset);
  // Rows that have come since the grid was made stand before all of its marks.
  const start = grid.nearest(offset - (await grid.newRows()));
  return start && { ...start, type: order.type };
}

/** Shorter tables have their marks found while the first deep page waits for them. */
const LONG_ROWS = 500_000;

/** The usual order of a list, where rows at even distances serve its deep pages. */
function usualOrderOf(engine: Engine, { entity, list, api }: Resource): Order | undefined {
  const [name, direction] = list.sort;
  if (entity.view || entity.deletion === 'soft' || api.list === undefined) return undefined;
  return orderOf(engine, entity, {
    sql: column('t', name),
    direction,
    mayBeEmpty: false,
    column: name,
  });
}

/**
 * Finds the page anchors of deep pages in the usual order of each long list, one list after the other. Of twenty
 * million rows that takes longer than a request may. Answers of how many lists. `least`: rows of a long table.
 */
export async function prepareStarts(connection: Connection, engine: Engine, least = LONG_ROWS): Promise<number> {
  const orders = [...engine.model.resources.values()].flatMap((resource) => usualOrderOf(engine, resource) ?? []);
  // Of a divided table its parts know how many rows they have.
  const { rows } = await connection.query<{ long: boolean }>({
    text: SQL`select coalesce((select sum(greatest(p.reltuples, 0)) from pg_class p
  where p.oid = n.name::regclass or p.oid in (select i.inhrelid from pg_inherits i where i.inhparent = n.name::regclass)), 0) >= $2 as long
from unnest($1::text[]) with ordinality n(name, at) order by n.at`,
    values: [orders.map(({ table }) => ident(table)), least],
  });
  const long = orders.filter((_, at) => rows[at]!.long);
  for (const order of long) await gridOf(connection, engine, order).reached(Number.MAX_SAFE_INTEGER);
  return long.length;
}
