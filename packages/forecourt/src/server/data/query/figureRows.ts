import type { PlainFigure, TimeUnit } from '../../../model/index.ts';
import type { RegisteredMeasure } from '../../contract.ts';
import { sql as kysely } from 'kysely';
import { all, column, ident, joinSql, literal, now, splice, SQL, type Sql } from '../sql/index.ts';
import { kindFor } from '../kinds/index.ts';
import { fieldSql } from './comparisons.ts';
import type { Engine, Reading } from './engine.ts';
import { readConditions } from './filters.ts';
import { visibility } from './visibility.ts';
import { disjointWays } from './ways.ts';

/** One stretch of time that figures are put together in. */
export interface Bucket {
  /** Wall clock of its beginning in the zone of the page: a day, or with the hour. */
  readonly key: string;
  readonly start: Date;
  /** The first moment after it. */
  readonly end: Date;
}

/** What one figure is asked for: the rows that the list has under these parameters, and the time for a measure that knows its own. */
export interface FigureRequest {
  readonly filter: Readonly<Record<string, string>>;
  readonly from: Date;
  readonly to: Date;
  readonly every?: TimeUnit;
  /** Needed where spans are put together by time. */
  readonly buckets?: readonly Bucket[];
}

export const measureOf = ({ module }: Engine, { measure }: PlainFigure): RegisteredMeasure | undefined =>
  measure.kind === 'named' ? module.measures?.[measure.name] : undefined;

const FORMATS = {
  hour: SQL`'YYYY-MM-DD HH24:00'`,
  day: SQL`'YYYY-MM-DD'`,
  week: SQL`'YYYY-MM-DD'`,
  month: SQL`'YYYY-MM-DD'`,
} as const;

/** Rows `key`, `v` that a figure adds up. Keys become text when their rows have been put together: there are fewer of them then. */
export interface FigureRows {
  readonly rows: Sql;
  /** SQL of a key as it is answered, by that of the key. */
  readonly text: (key: Sql) => Sql;
}

/** Conditions under which rows belong to a figure, as parts of which no two have a row in common. */
export function waysOf(
  query: Reading,
  resource: PlainFigure['resource'],
  filter: FigureRequest['filter'],
): readonly Sql[] {
  const conditions = readConditions(query, resource, filter);
  const seen = visibility(query, resource.entity, 't');
  const common = [...conditions.indexed, ...conditions.exact, ...seen.conditions];
  const alternatives =
    seen.ways.length > 0 ? [...conditions.alternatives, seen.ways.map((test) => ({ test }))] : conditions.alternatives;
  return disjointWays({ alternatives }).map((way) => all([...way, ...common]));
}

const asText = (key: Sql): Sql => SQL`${key}::text`;
const asTime =
  (every: TimeUnit) =>
  (key: Sql): Sql =>
    SQL`to_char(${key}, ${FORMATS[every]})`;
const together = (parts: readonly Sql[]): Sql => joinSql(parts, ' union all ');

export function rowsOf(query: Reading, figure: PlainFigure, request: FigureRequest, zone: string): FigureRows {
  const registered = measureOf(query.engine, figure);
  if (registered) return registeredRows(query, figure, registered, request, zone);
  const { resource, measure, by } = figure;
  const { entity } = resource;
  const every = request.every ?? 'day';
  const value = 'field' in measure ? column('t', measure.field.name) : SQL`1`;
  const at = by?.sort === 'time' && column('t', by.field!.name);
  const local =
    at &&
    (kindFor(by.field!).zoned ? SQL`${at} at time zone ${query.parameters.add(zone, 'text')}` : SQL`${at}::timestamp`);
  const key = local
    ? SQL`date_trunc(${literal(every)}, ${local})`
    : by?.sort === 'field'
      ? fieldSql(query, entity, by.field, 't')
      : SQL`null`;
  return {
    rows: together(
      waysOf(query, resource, request.filter).map(
        (where) => SQL`select ${key} as key, ${value} as v from ${ident(entity.name)} t where ${where}`,
      ),
    ),
    text: local ? asTime(every) : asText,
  };
}

/** The same of a measure that the application registers: its facts, of those rows that belong to the figure. */
function registeredRows(
  query: Reading,
  figure: PlainFigure,
  registered: RegisteredMeasure,
  request: FigureRequest,
  zone: string,
): FigureRows {
  const { resource, by } = figure;
  const table = ident(resource.entity.name);
  const every = request.every ?? 'day';
  const instant = (at: Date) => kysely<Date>`${at}::timestamptz`;
  const facts = SQL`(${splice(registered.facts({ actor: query.actor, now, from: instant(request.from), to: instant(request.to) }), query.parameters)}) m`;
  const add = (at: Date): Sql => query.parameters.add(at, 'timestamptz');
  const own = by?.sort === 'field' ? fieldSql(query, resource.entity, by.field, 't') : SQL`null`;
  const ways = waysOf(query, resource, request.filter);
  // Facts are about rows that there are: where nothing is asked of these, they need not be looked up.
  const alone = by?.sort !== 'field' && ways.length === 1 && ways[0] === 'true';

  if (registered.kind === 'events') {
    const key =
      by?.sort === 'time'
        ? SQL`date_trunc(${literal(every)}, m.at at time zone ${query.parameters.add(zone, 'text')})`
        : SQL`t.key`;
    const events = SQL`${facts} where m.id is not null and m.at >= ${add(request.from)} and m.at < ${add(request.to)}`;
    const rows = alone
      ? [SQL`select ${by ? key : SQL`null`} as key, m.value as v from ${events}`]
      : ways.map(
          // The rows of all events are read by one walk through the index of ids, in their order, however many rows there are beside them. A join says as much,
          // but PostgreSQL either looks up each event by itself, or reads the whole table. "offset 0" keeps the two apart.
          (where) =>
            SQL`(with m as materialized (select m.* from ${events}) select ${key} as key, m.value as v from m join (select t.id, ${own} as key from ${table} t where t.id = any(array(select id from m)) and ${where} offset 0) t on t.id = m.id)`,
        );
    return { rows: together(rows), text: by?.sort === 'time' ? asTime(every) : asText };
  }

  const starts = SQL`greatest(m.starts, ${add(request.from)})`;
  const ends = SQL`least(m.ends, ${add(request.to)}, ${splice(now, query.parameters)})`;
  const sources = alone
    ? [SQL`${facts} where m.id is not null`]
    : ways.map((where) => SQL`${facts} join ${table} t on t.id = m.id where ${where}`);
  const { buckets } = request;
  const rows = sources.map((source) =>
    by?.sort === 'time' && buckets
      ? bucketsOfSpans(query, buckets, SQL`select ${starts} as s, ${ends} as e from ${source}`)
      : SQL`select ${own} as key, ${daysOf(SQL`${starts}`, SQL`${ends}`)} as v from ${source} and ${starts} < ${ends}`,
  );
  return { rows: together(rows), text: asText };
}

const daysOf = (from: Sql, to: Sql): Sql => SQL`date_part('epoch', ${to} - ${from}) / 86400`;

/**
 * Spans `s` to `e`, put together by stretches of time. Those that begin and end in the same stretches are added up first, so that a thousand cars that were
 * out for a month are a few hundred rows and not thirty thousand.
 */
function bucketsOfSpans(query: Reading, buckets: readonly Bucket[], spans: Sql): Sql {
  const array = (values: readonly (string | Date)[], type: 'text[]' | 'timestamptz[]') =>
    query.parameters.add(values, type);
  const keys = array(
    buckets.map(({ key }) => key),
    'text[]',
  );
  const starts = array(
    buckets.map(({ start }) => start),
    'timestamptz[]',
  );
  const ends = array(
    buckets.map(({ end }) => end),
    'timestamptz[]',
  );
  return SQL`select b.k as key, case b.n when p.i then p.first when p.j then p.last else p.spans * ${daysOf(SQL`b.s`, SQL`b.e`)} end as v
from (
  select i, j, count(*) as spans, sum(${daysOf(SQL`s`, SQL`case when i = j then e else (${ends})[i] end`)}) as first, sum(${daysOf(SQL`(${starts})[j]`, SQL`e`)}) as last
  from (select s, e, width_bucket(s, ${starts}) as i, width_bucket(e - interval '1 microsecond', ${starts}) as j from (${spans}) clipped where s < e) placed
  group by i, j
) p join unnest(${keys}, ${starts}, ${ends}) with ordinality b(k, s, e, n) on b.n between p.i and p.j`;
}
