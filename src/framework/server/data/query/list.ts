import type { Pool } from 'pg';
import type { Entity, Resource } from '../../../model/index.ts';
import { all, ident, prepared } from '../sql/index.ts';
import { reading, type Engine, type Reading } from './engine.ts';
import { readConditions, type Conditions } from './filters.ts';
import { readPage, readSort, type PageRequest, type Sort } from './page.ts';
import { project, selectList, type Projection } from './projection.ts';
import { visible } from './visibility.ts';
import type { Caller, ListQuery } from '../layer.ts';

/** Counted exactly up to here; beyond, the answer says "at least" (§4 of the design). */
export const COUNT_LIMIT = 10_000;

type Request = Readonly<Record<string, unknown>>;

interface PageRow {
  readonly list: string | null;
  readonly total: number;
  readonly estimate: number | null;
}

/** Everything of one list request; compiled again for its second attempt, because the values belong to the text. */
interface ListPlan {
  readonly query: Reading;
  readonly entity: Entity;
  readonly conditions: Conditions;
  readonly visible: readonly string[];
  readonly sort: Sort;
  readonly page: PageRequest;
  readonly projection: Projection;
}

/** Nested documents that no column shows are left to the info call. */
function listFields(resource: Resource): ReadonlySet<string> {
  const shown = new Set([...resource.list.columns, ...resource.list.hiddenColumns]);
  return new Set(resource.entity.fields.filter((field) => field.kind !== 'json' || shown.has(field.name)).map((field) => field.name));
}

function plan(engine: Engine, resource: Resource, request: Request, caller: Caller): ListPlan {
  const query = reading(engine, caller);
  const { entity } = resource;
  const page = readPage(request);
  const conditions = readConditions(query, resource, request);
  return {
    query,
    entity,
    page,
    conditions,
    visible: visible(query, entity, 't'),
    sort: readSort(query, resource, request, conditions),
    projection: project(query, entity, { fields: listFields(resource), reveal: false }),
  };
}

const offsetOf = (page: PageRequest): number => (page.pageNo - 1) * page.pageSize;

/**
 * The rows of a page, already JSON: first the ids in order, then everything shown of those few rows. `source` is what the ids are taken
 * from, with the alias `t`.
 */
function pageSql(list: ListPlan, source: string): { page: string; rows: string } {
  const { entity, sort, page, query, projection } = list;
  // Values, not constants, would make PostgreSQL plan for an unknown share of the table.
  const offset = offsetOf(page) === 0 ? '' : ` offset ${query.parameters.add(offsetOf(page), 'bigint')}`;
  const order = sort.column === 'id' ? `t.id ${sort.direction}` : `${sort.sql} ${sort.direction}, t.id ${sort.direction}`;
  const again = `p.s ${sort.direction}, p.id ${sort.direction}`;
  return {
    page: `select t.id, ${sort.sql} as s from ${source} order by ${order} limit ${page.pageSize}${offset}`,
    rows: `select json_agg(r)::text from (select ${selectList(projection)} from page p join ${ident(entity.name)} t on t.id = p.id${projection.joins} order by ${again}) r`,
  };
}

/** Ids by walking the order of the list: right for requests without text, and for texts that match nearly everywhere. */
function walkSql(list: ListPlan): string {
  const { entity, conditions, query } = list;
  const table = `${ident(entity.name)} t`;
  const where = all([...list.visible, ...conditions.exact, ...conditions.plain]);
  const { page, rows } = pageSql(list, `${table} where ${where}`);
  const unfiltered = where === 'true';
  const estimate = unfiltered ? `(select reltuples::bigint from pg_class where oid = ${query.parameters.add(ident(entity.name), 'text')}::regclass)` : 'null::bigint';
  return `with page as materialized (${page})
select (${rows}) as list, (select count(*)::int from (select 1 from ${table} where ${where} limit ${COUNT_LIMIT + 1}) c) as total, ${estimate} as estimate`;
}

/** Ids by collecting the hits of the search index first: the planner cannot trade the index for a long walk. */
function hitsSql(list: ListPlan): string {
  const { entity, conditions } = list;
  const table = ident(entity.name);
  const where = all([...conditions.indexed, ...conditions.exact, ...list.visible]);
  const { page, rows } = pageSql(list, `hits h join ${table} t on t.id = h.id`);
  return `with hits as materialized (select t.id from ${table} t where ${where} limit ${COUNT_LIMIT + 1}), page as materialized (${page})
select (${rows}) as list, (select count(*)::int from hits) as total, null::bigint as estimate`;
}

function envelope(list: ListPlan, row: PageRow): string {
  const { page } = list;
  const capped = row.total > COUNT_LIMIT;
  const total = capped ? Math.max(row.total, row.estimate ?? 0) : row.total;
  const pageSize = page.whole ? Math.max(total, 1) : page.pageSize;
  const more = capped ? ',"totalAtLeast":true' : '';
  return `{"list":${row.list ?? '[]'},"pageNo":${page.pageNo},"pageSize":${pageSize},"total":${total},"totalPage":${Math.ceil(total / pageSize)}${more}}`;
}

async function run(pool: Pool, list: ListPlan, text: string): Promise<PageRow> {
  const { rows } = await pool.query<PageRow>(prepared(text, list.query.parameters.values));
  return rows[0]!;
}

/** One page of a list as JSON text (D-API-03), in one round trip. */
export async function listPage(pool: Pool, engine: Engine, resource: Resource, request: ListQuery, caller: Caller): Promise<string> {
  const list = plan(engine, resource, request, caller);
  if (list.conditions.indexed.length === 0) return envelope(list, await run(pool, list, walkSql(list)));
  const found = await run(pool, list, hitsSql(list));
  if (found.total <= COUNT_LIMIT) return envelope(list, found);
  // So common that the collected hits are only some of all: the newest are found by walking.
  const walk = plan(engine, resource, request, caller);
  return envelope(walk, await run(pool, walk, walkSql(walk)));
}
