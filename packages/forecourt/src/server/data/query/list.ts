import type { Entity, Resource } from '../../../model/index.ts';
import { all, any, column, ident, prepared, SQL, joinSql, type Sql } from '../sql/index.ts';
import { reading, type Engine, type Reading } from './engine.ts';
import { readConditions, type Conditions } from './filters.ts';
import { areCommon, readFrequencies } from './frequencies.ts';
import { directionOf, indexOrder, isSplit, orderBy, readPage, readSort, type PageRequest, type Sort } from './page.ts';
import { orderedColumns } from '../tables/index.ts';
import { readFields } from './chosenFields.ts';
import { readDeleted } from './deleted.ts';
import { knownProjection } from './knownProjections.ts';
import type { Projection } from './projection.ts';
import { nearestStart, type Start } from './starts.ts';
import type { Connection } from './single.ts';
import { visibility } from './visibility.ts';
import { byIds } from './paths.ts';
import { countOf, disjointWays, splitWays, testsOf, type Way } from './ways.ts';
import { zoneExpression } from './wire.ts';
import type { Caller, ListQuery } from '../caller.ts';

/** Counted exactly up to here; beyond, the answer says "at least" (D-API-03). */
export const COUNT_LIMIT = 10_000;

type Request = Readonly<Record<string, unknown>>;

interface PageRow {
  readonly list: string | null;
  readonly total: number;
  /** There may be more than were counted; then how many rows the page has. */
  readonly more?: boolean;
  readonly shown?: number;
  readonly estimate: number | null;
}

/** Everything of one list request; compiled again for its second attempt, because the values belong to the text. */
interface ListPlan {
  readonly query: Reading;
  readonly entity: Entity;
  readonly conditions: Conditions;
  readonly visible: readonly Sql[];
  readonly sort: Sort;
  /** Sorted by the column that the resource declares. */
  readonly usualSort: boolean;
  readonly page: PageRequest;
  readonly projection: Projection;
}

/** Soft-deleted rows also say since when. */
function withDeleteTime(projection: Projection, engine: Engine, entity: Entity): Projection {
  const time = SQL`to_char(t."deleteTime" at time zone ${zoneExpression(engine, entity, 't')}, 'YYYY-MM-DD HH24:MI:SS')`;
  return { ...projection, select: SQL`${projection.select}, ${time} as "deleteTime"` };
}

function plan(engine: Engine, resource: Resource, given: Request, caller: Caller, among?: readonly number[]): ListPlan {
  const query = reading(engine, caller);
  const { entity } = resource;
  const { deleted, request: asked } = readDeleted(query, resource, given);
  const { request, ...wanted } = readFields(query, resource, asked);
  const known = knownProjection(query, entity, { ...wanted, reveal: false });
  const projection = deleted ? withDeleteTime(known, engine, entity) : known;
  const page = readPage(request);
  const filtered = readConditions(query, resource, request);
  const seen = visibility(query, entity, 't', { deleted });
  const named = among ? [SQL`t.id = any(${query.parameters.add(among, 'bigint[]')})`] : [];
  const conditions = {
    ...filtered,
    exact: [...named, ...filtered.exact],
    alternatives:
      seen.ways.length > 1 ? [...filtered.alternatives, seen.ways.map((test) => ({ test }))] : filtered.alternatives,
  };
  const sort = readSort(query, resource, request, conditions);
  return {
    query,
    entity,
    page,
    conditions,
    visible: seen.ways.length === 1 ? [...seen.conditions, ...seen.ways] : seen.conditions,
    sort,
    usualSort: sort.column === resource.list.sort[0],
    projection,
  };
}

const offsetOf = (page: PageRequest): number => (page.pageNo - 1) * page.pageSize;

/** What the order goes by, as columns of `_page`: its rows are sorted once more when they are shown. */
const keysOf = ({ sort }: ListPlan): Sql =>
  SQL`${sort.sql} as s${sort.tie ? SQL`, ${column('t', sort.tie)} as tie` : SQL``}`;
const byKeys = (from: Sql, { sort }: ListPlan): Sql =>
  SQL`${from}s ${directionOf(sort)}, ${sort.tie ? SQL`${from}tie ${sort.direction}, ` : SQL``}${from}id ${sort.direction}`;

/** The size stays a constant: for an unknown one PostgreSQL would plan to read a tenth of the table. */
function pieceOf({ page, query }: ListPlan, skip: number): Sql {
  return SQL`limit ${page.pageSize}${skip === 0 ? SQL`` : SQL` offset ${query.parameters.add(skip, 'bigint')}`}`;
}

/** Everything shown of the rows of `_page`, already JSON. */
const rowsSql = (list: ListPlan): Sql =>
  SQL`select json_agg(r.*)::text from (select ${list.projection.select} from _page p join ${ident(list.entity.name)} t on t.id = p.id${list.projection.joins} order by ${byKeys(SQL`p.`, list)}) r`;

/**
 * The ids of a page, by walking the order of the list over the rows of `where` (alias `t`). An index has a descending order with its empty
 * values first. The page is taken from the rows with a value; where they end, it goes on with those without. Those with a value are
 * counted for pages that reach the others only.
 */
function walkedPage(list: ListPlan, where: Sql, skip = offsetOf(list.page)): Sql {
  const { sort, entity, query, page } = list;
  const from = (condition: Sql): Sql => SQL`from ${ident(entity.name)} t where (${where})${condition}`;
  const select = SQL`select t.id, ${keysOf(list)}`;
  if (!isSplit(sort, orderedColumns(entity, query.engine.model)))
    return SQL`${select} ${from(SQL``)} order by ${orderBy(sort)} ${pieceOf(list, skip)}`;
  const order = SQL`order by ${indexOrder(sort)}`;
  const filled = SQL` and ${sort.sql} is not null`;
  const found = SQL`(select count(*) from _filled)`;
  const passed = query.parameters.add(skip, 'bigint');
  const rest = SQL`limit ${page.pageSize} - ${found} offset case when ${found} = ${page.pageSize} then 0
  else greatest(${passed} - (select count(*) ${from(filled)}), 0) end`;
  return SQL`with _filled as materialized (${select} ${from(filled)} ${order} ${pieceOf(list, skip)})
select * from _filled union all (${select} ${from(SQL` and ${sort.sql} is null`)} ${order} ${rest})`;
}

/** How many rows the planner takes the table to have. */
const estimatedRows = ({ query, entity }: ListPlan): Sql =>
  SQL`(select reltuples::bigint from pg_class where oid = ${query.parameters.add(ident(entity.name), 'text')}::regclass)`;

/** Reading a collected row takes so many times as long as passing one in a walk. */
const ROW_COST = 3;

const LIMITED = SQL`limit ${COUNT_LIMIT + 1}`;

/** The rows of the list in disjoint parts, as SQL of their conditions. */
function partsOf(list: ListPlan, find?: (way: Way, at: number) => Sql): Sql[] {
  const { exact, plain } = list.conditions;
  return disjointWays(list.conditions, find).map((way) => all([...way, ...list.visible, ...exact, ...plain]));
}

const conditionsOf = (list: ListPlan): Sql =>
  all([...list.visible, ...list.conditions.exact, ...testsOf(list.conditions), ...list.conditions.plain]);

/** Ids by walking the order of the list: right for requests without text, and for texts that match nearly everywhere. */
function walkSql(list: ListPlan, start: Start | undefined, counted: boolean): Sql {
  const { entity, query, sort } = list;
  const where = conditionsOf(list);
  const unfiltered = where === 'true';
  const from = start
    ? SQL`(${sort.sql}, t.id) ${sort.direction === 'asc' ? SQL`>=` : SQL`<=`} (${query.parameters.add(start.value, 'text')}::${start.type}, ${query.parameters.add(start.id, 'bigint')})`
    : where;
  const page = walkedPage(list, from, start?.skip);
  const estimate = unfiltered ? estimatedRows(list) : SQL`null::bigint`;
  return SQL`with _page as materialized (${page})
select (${rowsSql(list)}) as list, ${counted ? countOf(entity.name, partsOf(list), COUNT_LIMIT) : SQL`${COUNT_LIMIT + 1}`} as total, ${estimate} as estimate`;
}

/**
 * What the relations of the branches lead to, each collected once and up to the limit. Beyond it the text is so common
 * that walking the list finds a page sooner. The total is then what these few lead to.
 */
function foundIds({ conditions }: ListPlan): {
  readonly ids: Sql;
  readonly more: Sql;
  readonly find: ((way: Way, at: number) => Sql) | undefined;
} {
  const { first } = splitWays(conditions);
  const name = (at: number): Sql => ident(`_ids${at}`);
  const related = first.flatMap((way, at) => (way.through ? [{ at, ...way.through }] : []));
  if (related.length === 0) return { ids: SQL``, more: SQL`false`, find: undefined };
  return {
    ids: joinSql(
      related.map(({ at, ids }) => SQL`${name(at)} as materialized (${ids} ${LIMITED}), `),
      '',
    ),
    more: any(related.map(({ at }) => SQL`(select count(*) from ${name(at)}) > ${COUNT_LIMIT}`)),
    find: (way, at) =>
      way.through ? byIds({ ...way.through, ids: SQL`select id from ${name(at)}` }) : (way.find ?? way.test),
  };
}

/**
 * Ids of a list that several ways lead to. Rows of either way are collected by its index up to the limit of the total, and the page is taken
 * from them. Only where they are frequent, the order of the list is walked; for a few rows a walk would look at the whole table. The planner
 * cannot know which it is, because it has no figures of an "or", and of rare values only the average.
 */
function waysSql(list: ListPlan): Sql {
  const { entity, sort, page, query } = list;
  const table = ident(entity.name);
  const piece = pieceOf(list, offsetOf(page));
  const found = foundIds(list);
  const from = partsOf(list, found.find).map((where) => SQL`from ${table} t where ${where} ${LIMITED}`);
  // The indexes of scopes end with the usual order of the list. Any other is read row by row, which is worth it for few of them.
  const kept = sort.column === 'id' || list.usualSort;
  const reached = (): Sql => query.parameters.add(offsetOf(page) + page.pageSize, 'bigint');
  const walked = kept ? SQL`` : SQL` or ${ROW_COST} * count(*) ^ 2 > ${reached()} * ${estimatedRows(list)}`;
  const frequent = SQL`count(*) > ${COUNT_LIMIT}${walked} or ${found.more}`;
  const collected = kept
    ? SQL`_hits`
    : SQL`(select t.id, ${keysOf(list)} from _hits h join ${table} t on t.id = h.id) t`;
  return SQL`with ${found.ids}_hits as materialized (${joinSql(
    from.map((part) => SQL`(select t.id${kept ? SQL`, ${sort.sql} as s` : SQL``} ${part})`),
    ' union all ',
  )}${from.length > 1 ? SQL` ${LIMITED}` : SQL``}),
_total as materialized (select count(*)::int as count, ${frequent} as frequent, ${found.more} as more from _hits),
_page as materialized (
  (select id, s${sort.tie ? SQL`, tie` : SQL``} from ${collected} where not (select frequent from _total) order by ${byKeys(SQL``, list)} ${piece})
  union all
  (${walkedPage(list, SQL`(select frequent from _total) and ${conditionsOf(list)}`)})
)
select (${rowsSql(list)}) as list, (select count from _total) as total, (select more from _total) as more, (select count(*)::int from _page) as shown, null::bigint as estimate`;
}

/** Ids by collecting the hits of the search index first: the planner cannot trade the index for a long walk. */
function hitsSql(list: ListPlan): Sql {
  const { entity, conditions } = list;
  const table = ident(entity.name);
  const where = all([...conditions.indexed, ...conditions.exact, ...testsOf(conditions), ...list.visible]);
  // A hit brings what the order goes by: looked up for each of ten thousand afterwards, it would take as long as finding them.
  const page = SQL`select id, s${list.sort.tie ? SQL`, tie` : SQL``} from _hits order by ${byKeys(SQL``, list)} ${pieceOf(list, offsetOf(list.page))}`;
  return SQL`with _hits as materialized (select t.id, ${keysOf(list)} from ${table} t where ${where} ${LIMITED}), _page as materialized (${page})
select (${rowsSql(list)}) as list, (select count(*)::int from _hits) as total, null::bigint as estimate`;
}

/** How many rows are known of. Where they were not all counted, a page that ends early says how many there are. */
function countedOf(page: PageRequest, { total, more = false, shown = 0 }: PageRow): { known: number; exact: boolean } {
  if (!more) return { known: total, exact: true };
  const reached = offsetOf(page) + shown;
  const isEnd = shown < page.pageSize && (shown > 0 || reached === 0);
  return isEnd ? { known: reached, exact: true } : { known: Math.max(total, shown > 0 ? reached : 0), exact: false };
}

function envelope(list: ListPlan, row: PageRow): string {
  const { page } = list;
  const { known, exact } = countedOf(page, row);
  const capped = known > COUNT_LIMIT || !exact;
  const total = capped ? Math.max(known, row.estimate ?? 0) : known;
  // Asked for as a whole it is one page, unless there is more than one answer holds.
  const pageSize = page.whole ? Math.min(Math.max(total, 1), page.pageSize) : page.pageSize;
  const more = capped ? ',"totalAtLeast":true' : '';
  return `{"list":${row.list ?? '[]'},"pageNo":${page.pageNo},"pageSize":${pageSize},"total":${total},"totalPage":${Math.ceil(total / pageSize)}${more}}`;
}

async function run(connection: Connection, list: ListPlan, text: Sql, named = true): Promise<PageRow> {
  const { values } = list.query.parameters;
  const { rows } = await connection.query<PageRow>(named ? prepared(text, values) : { text, values });
  return rows[0]!;
}

/**
 * One page of a list as JSON text (D-API-03), in one round trip; two for a deep page, and for a text that is common but not everywhere. `anyTime`: the
 * connection may be used after the answer too (a pool, and no transaction), so that deep pages are found by a grid. `among`: of these records only.
 */
export async function listPage(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  request: ListQuery,
  caller: Caller,
  { anyTime = false, among }: { readonly anyTime?: boolean; readonly among?: readonly number[] } = {},
): Promise<string> {
  await readFrequencies(connection, engine, resource, request);
  const list = plan(engine, resource, request, caller, among);
  if (list.conditions.indexed.length === 0) {
    // A text without a name: how common it is decides the plan, so PostgreSQL must see it.
    const { alternatives } = list.conditions;
    const named = !alternatives.some((ways) => ways.some(({ through }) => through));
    if (alternatives.length > 0) return envelope(list, await run(connection, list, waysSql(list), named));
    const start =
      anyTime && conditionsOf(list) === 'true'
        ? await nearestStart(connection, engine, list.entity, list.sort, offsetOf(list.page))
        : undefined;
    return envelope(list, await run(connection, list, walkSql(list, start, true)));
  }
  if (await areCommon(connection, engine, list.entity, list.conditions.needles))
    return envelope(list, await run(connection, list, walkSql(list, undefined, true), false));
  // Without a name: how common the text is decides the plan, so PostgreSQL must see it.
  const found = await run(connection, list, hitsSql(list), false);
  if (found.total <= COUNT_LIMIT) return envelope(list, found);
  // So common that the collected hits are only some of all: the first in order are found by walking.
  const walk = plan(engine, resource, request, caller, among);
  return envelope(walk, await run(connection, walk, walkSql(walk, undefined, false), false));
}
