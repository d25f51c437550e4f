import type { QueryResultRow } from 'pg';
import type { Entity, Resource } from '../../../model/index.ts';
import { notFound, refuseFields } from '../../errors.ts';
import type { Caller, ListQuery } from '../caller.ts';
import { all, column, ident, literal, prepared, SQL, joinSql, type Sql, type SqlStatement } from '../sql/index.ts';
import { bestHits } from './bestHits.ts';
import { reading, type Engine, type Reading } from './engine.ts';
import { readConditions } from './filters.ts';
import { knownProjection } from './knownProjections.ts';
import { MAX_ROWS, readSort } from './page.ts';
import { project, type Projection } from './projection.ts';
import { BadValue, cleanText, ids } from '../kinds/index.ts';
import { testsOf } from './ways.ts';
import { visible } from './visibility.ts';

/** What runs a statement: the pool, or the connection of a transaction. */
export interface Connection {
  query<R extends QueryResultRow>(statement: SqlStatement): Promise<{ rows: R[] }>;
}

/** An id from a path or body: digits or a number. What cannot be an id is a record that does not exist; `missing` says so in its own words. */
export function readId(given: unknown, missing?: string): number {
  const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw notFound(missing);
  return value;
}

/** Records of another entity that are answered with a record, under a name of their own. */
export interface Part {
  readonly name: string;
  readonly entity: Entity;
  /** Column of theirs that holds the record's id. */
  readonly by: string;
  /** Further columns and what they hold. */
  readonly where?: Readonly<Record<string, string | number>>;
  /** The first of them, or null, instead of the list. */
  readonly first?: boolean;
}

/** Records in wire form, oldest first, as the actor may see them: a JSON list, or one object. `parent` is SQL. */
function partSql(query: Reading, projection: Projection, parent: Sql, part: Part): Sql {
  const { entity, by, where = {}, first = false } = part;
  const conditions = [
    SQL`${column('t', by)} = ${parent}`,
    ...Object.entries(where).map(([name, value]) => SQL`${column('t', name)} = ${literal(value)}`),
    ...visible(query, entity, 't'),
  ];
  const rows = SQL`select ${projection.select} from ${ident(entity.name)} t${projection.joins} where ${all(conditions)} order by t.id`;
  return first
    ? SQL`(select row_to_json(c.*) from (${rows} limit 1) c)`
    : SQL`(select coalesce(json_agg(c.*), '[]') from (${rows}) c)`;
}

/**
 * One record in wire form as JSON text, with the records of its parts: one statement, and so of one moment. Throws notFound when it does not
 * exist for this actor.
 */
export async function readRecord(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  caller: Caller,
  parts: readonly Part[] = [],
): Promise<string> {
  const query = reading(engine, caller);
  const projection = knownProjection(query, entity, { reveal: true });
  const key = query.parameters.add(id, 'bigint');
  const where = all([SQL`t.id = ${key}`, ...visible(query, entity, 't')]);
  const beside = parts.map((part) => {
    const theirs = project(query, part.entity, { reveal: true });
    return SQL`, ${partSql(query, theirs, key, part)} as ${ident(part.name)}`;
  });
  const text = SQL`select row_to_json(r.*)::text as record from (select ${projection.select}${joinSql(beside, '')} from ${ident(entity.name)} t${projection.joins} where ${where}) r`;
  const { rows } = await connection.query<{ record: string }>(prepared(text, query.parameters.values));
  if (!rows[0]) throw notFound(entity.schema['x-missing']);
  return rows[0].record;
}

/** The records of one part alone. */
export async function readPart(
  connection: Connection,
  engine: Engine,
  part: Part,
  id: number,
  caller: Caller,
): Promise<Record<string, unknown>[]> {
  const query = reading(engine, caller);
  const projection = knownProjection(query, part.entity, { reveal: true });
  const text = SQL`select ${partSql(query, projection, query.parameters.add(id, 'bigint'), part)} as list`;
  const { rows } = await connection.query<{ list: Record<string, unknown>[] }>(prepared(text, query.parameters.values));
  return rows[0]!.list;
}

/** Choices offered while typing; more would not be read. */
const SEARCH_LIMIT = 50;

/** What the choices leave out anyway; a filter of the request by the same property takes its place. */
const leftOut = ({ where = {}, filters = [] }: NonNullable<Resource['options']>, request: ListQuery) =>
  Object.entries(where).filter(([name]) => !filters.includes(name) || (request[name] ?? '') === '');

/**
 * Option list of a resource as a JSON array: id, title and the declared properties; of a keyword the best matches first. `ids` answers exactly
 * those, whatever their state, so that a stored choice that is no longer offered still has its name.
 */
export async function readOptions(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  request: ListQuery,
  caller: Caller,
): Promise<string> {
  const { entity, options } = resource;
  if (!options) throw notFound('msg.noSuchPath');
  const query = reading(engine, caller);
  const fields = new Set<string>(options.fields);
  const projection = knownProjection(query, entity, { fields, reveal: false });
  const conditions = visible(query, entity, 't', { ignore: options.scope === 'all' ? 'scope' : undefined });
  const { ids: wantedIds, id: wantedId, keyword: searched, ...rest } = request;
  const wanted = wantedIds ?? wantedId;
  const texts = { ids: wanted, keyword: searched };
  for (const [name, given] of Object.entries(texts))
    if (given !== undefined && given !== null && typeof given !== 'string')
      throw refuseFields({ [name]: 'msg.invalid' });
  try {
    if (typeof wanted === 'string' && wanted !== '')
      conditions.push(SQL`t.id = any(${query.parameters.add(ids(wanted), 'bigint[]')})`);
    else
      for (const [field, values] of leftOut(options, rest))
        conditions.push(SQL`${column('t', field)} in (${joinSql(values.map(literal))})`);
    if (typeof searched === 'string') cleanText(searched);
  } catch (error) {
    if (error instanceof BadValue)
      throw refuseFields({ [typeof wanted === 'string' && wanted !== '' ? 'ids' : 'keyword']: error.key });
    throw error;
  }
  const narrowed = readConditions(query, narrowedTo(resource, options.filters ?? []), rest);
  const sort = readSort(query, resource, {}, narrowed);
  const where = [...conditions, ...narrowed.exact, ...testsOf(narrowed)];
  const found =
    typeof searched === 'string' && entity.search.length > 0
      ? await bestHits(connection, query, entity, searched, where)
      : undefined;
  const table = ident(entity.name);
  const rows = found
    ? SQL`select t.*, h.rank as _rank from (${found}) h join ${table} t on t.id = h.id`
    : SQL`select t.* from ${table} t where ${all(where)}`;
  const order = SQL`${found ? SQL`_rank, ` : SQL``}${sort.sql} ${sort.direction}, t.id`;
  const limit = wanted || !options.search ? MAX_ROWS : SEARCH_LIMIT;
  const text = SQL`select coalesce(json_agg(r.*), '[]')::text as list from (select ${projection.select} from (select t.* from (${rows}) t order by ${order} limit ${limit}) t${projection.joins} order by ${order}) r`;
  // Without a name where a text is searched: how common it is decides the plan, so PostgreSQL must see it.
  const { values } = query.parameters;
  const answer = await connection.query<{ list: string }>(found ? { text, values } : prepared(text, values));
  return answer.rows[0]!.list;
}

/** The resource with the filters of its options only: equality by property. */
function narrowedTo(resource: Resource, names: readonly string[]): Resource {
  const filters = names.map((name) => ({
    name,
    operator: 'equals' as const,
    paths: [{ steps: [], last: name }],
    field: resource.entity.byName.get(name),
    hidden: true,
  }));
  return { ...resource, list: { ...resource.list, filters } };
}
