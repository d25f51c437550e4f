import {
  permits,
  relationOf,
  type Entity,
  type PlainFigure,
  type TimeUnit,
  type Widget,
} from '../../../model/index.ts';
import type { RegisteredMeasure } from '../../contract.ts';
import type { Caller } from '../layer.ts';
import { sql as kysely } from 'kysely';
import { all, any, column, ident, joinSql, literal, now, prepared, splice, SQL, type Sql } from '../sql/index.ts';
import { kindFor } from '../kinds/index.ts';
import { fieldSql } from './comparisons.ts';
import { entityOf, isHidden, mayRead, reading, type Engine, type Reading } from './engine.ts';
import { mayFilter, readConditions } from './filters.ts';
import { next } from './paths.ts';
import type { Connection } from './single.ts';
import { titleOf } from './titles.ts';
import { visibility } from './visibility.ts';
import { disjointWays } from './ways.ts';
import { zoneExpression } from './wire.ts';

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

export interface WidgetRequest {
  readonly zone: string;
  /** By the place of the figure in the widget; the second is what it is compared with. Ratios have none. */
  readonly figures: readonly (readonly [FigureRequest, FigureRequest?] | undefined)[];
}

export interface WidgetRow {
  /** Place of the figure in the widget. */
  readonly figure: number;
  readonly compared: boolean;
  /** The group; null where it has none, and of the whole. */
  readonly key: string | null;
  /** All groups together. */
  readonly whole: boolean;
  /** A number as text, amounts in minor units; null where there is nothing to work it out of. */
  readonly value: string | null;
  /** Title of the record that the group is called by. */
  readonly name: string | null;
  /** Of all groups, shown or not. */
  readonly groups: number;
}

const measureOf = ({ module }: Engine, { measure }: PlainFigure): RegisteredMeasure | undefined =>
  measure.kind === 'named' ? module.measures?.[measure.name] : undefined;

/** Whether this actor may be told a figure: whoever may open the list, filter it so, and read what is worked out and what it is put together by. */
export function mayBeTold(engine: Engine, figure: PlainFigure, caller: Caller): boolean {
  const { resource, measure, by } = figure;
  const { entity, permission } = resource;
  const { actor } = caller;
  const registered = measureOf(engine, figure);
  const fields = [
    ...('field' in measure ? [measure.field] : []),
    ...(by?.field ? [by.field] : []),
    ...(registered?.madeOf ?? []).flatMap((name) => entity.byName.get(name) ?? []),
  ];
  const query = reading(engine, caller);
  const parameters = [
    ...Object.keys(figure.filter),
    figure.scope,
    figure.opens,
    by?.filter,
    typeof figure.period === 'object' ? figure.period.name : undefined,
  ];
  return (
    permits(actor.permissions, permission.route) &&
    (registered?.permission === undefined || permits(actor.permissions, registered.permission)) &&
    fields.every((field) => mayRead(engine, entity, field, actor) && !isHidden(engine, entity, field, actor)) &&
    parameters.every((name) => name === undefined || mayFilter(query, resource, name))
  );
}

const FORMATS = {
  hour: SQL`'YYYY-MM-DD HH24:00'`,
  day: SQL`'YYYY-MM-DD'`,
  week: SQL`'YYYY-MM-DD'`,
  month: SQL`'YYYY-MM-DD'`,
} as const;

const bucketSql = (at: Sql, every: TimeUnit): Sql =>
  SQL`to_char(date_trunc(${literal(every)}, ${at}), ${FORMATS[every]})`;

/** Where the rows of a figure come from, and under which conditions, in parts of which no two have a row in common. */
function sourceOf(query: Reading, figure: PlainFigure, { filter }: FigureRequest): readonly Sql[] {
  const { resource } = figure;
  const conditions = readConditions(query, resource, filter);
  const seen = visibility(query, resource.entity, 't');
  const common = [...conditions.indexed, ...conditions.exact, ...seen.conditions];
  const alternatives = seen.ways.length > 0 ? [...conditions.alternatives, seen.ways] : conditions.alternatives;
  return disjointWays({ alternatives }).map((way) => all([...way, ...common]));
}

/** Rows `key`, `v` that a figure adds up. */
function rowsOf(query: Reading, figure: PlainFigure, request: FigureRequest, zone: string): Sql {
  const { resource, measure, by } = figure;
  const { entity } = resource;
  const every = request.every ?? 'day';
  const own = (at?: () => Sql): Sql => {
    if (!by) return SQL`null::text`;
    if (by.sort === 'field') return SQL`${fieldSql(query, entity, by.field, 't')}::text`;
    // A parameter that no part of the statement uses has no type.
    if (at) return at();
    const sql = column('t', by.field!.name);
    return bucketSql(
      !kindFor(by.field!).zoned
        ? SQL`${sql}::timestamp`
        : SQL`${sql} at time zone ${query.parameters.add(zone, 'text')}`,
      every,
    );
  };
  const registered = measureOf(query.engine, figure);
  if (!registered) {
    const value = 'field' in measure ? column('t', measure.field.name) : SQL`1`;
    const key = own();
    return joinSql(
      sourceOf(query, figure, request).map(
        (where) => SQL`select ${key} as key, ${value} as v from ${ident(entity.name)} t where ${where}`,
      ),
      ' union all ',
    );
  }
  const instant = (at: Date) => kysely<Date>`${at}::timestamptz`;
  const facts = SQL`(${splice(registered.facts({ actor: query.actor, now, from: instant(request.from), to: instant(request.to) }), query.parameters)})`;
  const add = (at: Date): Sql => query.parameters.add(at, 'timestamptz');
  const rows = SQL`${facts} m join ${ident(entity.name)} t on t.id = m.id`;
  return joinSql(
    sourceOf(query, figure, request).map((where) => {
      if (registered.kind === 'events')
        return SQL`select ${own(() => bucketSql(SQL`m.at at time zone ${query.parameters.add(zone, 'text')}`, every))} as key, m.value as v from ${rows} where m.at >= ${add(request.from)} and m.at < ${add(request.to)} and ${where}`;
      const starts = SQL`greatest(m.starts, ${add(request.from)})`;
      const ends = SQL`least(m.ends, ${add(request.to)}, ${splice(now, query.parameters)})`;
      if (by?.sort === 'time' && request.buckets)
        return bucketsOfSpans(
          query,
          request.buckets,
          SQL`select ${starts} as s, ${ends} as e from ${rows} where ${where}`,
        );
      return SQL`select ${own()} as key, ${daysOf(SQL`${starts}`, SQL`${ends}`)} as v from ${rows} where ${starts} < ${ends} and ${where}`;
    }),
    ' union all ',
  );
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

const AGGREGATES = {
  count: SQL`count(*)::numeric`,
  sum: SQL`coalesce(sum(v), 0)::numeric`,
  average: SQL`avg(v)::numeric`,
  named: SQL`coalesce(sum(v), 0)::numeric`,
} as const;

function figureSql(
  query: Reading,
  figure: PlainFigure,
  request: FigureRequest,
  zone: string,
  place: number,
  compared: boolean,
): Sql {
  const rows = rowsOf(query, figure, request, zone);
  const group = figure.by
    ? { whole: SQL`grouping(key) = 1`, sets: SQL` group by grouping sets ((key), ())` }
    : { whole: SQL`true`, sets: SQL`` };
  return SQL`select ${place} as figure, ${compared ? SQL`true` : SQL`false`} as compared, ${figure.by ? SQL`key` : SQL`null::text as key`}, ${group.whole} as whole, ${AGGREGATES[figure.measure.kind]} as value from (${rows}) s${group.sets}`;
}

/** The record that groups are called by. */
function targetOf(engine: Engine, figures: Widget['figures']): Entity | undefined {
  const by = figures.find((figure): figure is PlainFigure => figure.kind === 'plain')?.by;
  return by?.sort === 'field' && relationOf(by.field) === 'one' ? entityOf(engine, by.field.ref!.resource) : undefined;
}

/**
 * The figures of a widget for this actor, groups and wholes, by the rows that their lists would show under the same parameters. Of groups that are no times
 * those with the largest first figure, so many as the widget says. One statement.
 */
export async function readWidget(
  connection: Connection,
  engine: Engine,
  widget: Pick<Widget, 'figures' | 'most'>,
  request: WidgetRequest,
  caller: Caller,
): Promise<readonly WidgetRow[]> {
  const query = reading(engine, caller);
  const { zone } = request;
  const parts = widget.figures.flatMap((figure, place) => {
    const asked = request.figures[place];
    if (figure.kind === 'ratio' || !asked) return [];
    return asked.flatMap((one, at) => (one ? figureSql(query, figure, one, zone, place, at === 1) : []));
  });
  const target = targetOf(engine, widget.figures);
  const inner = next(SQL`g`);
  const name = target
    ? SQL`(select ${titleOf(query, target, inner, false)} from ${ident(target.name)} ${inner} where ${inner}.id = g.key::bigint)`
    : SQL`null::text`;
  const timed = widget.figures.some((figure) => figure.kind === 'plain' && figure.by?.sort === 'time');
  const most = timed ? SQL`` : SQL` limit ${widget.most}`;
  const { rows } = await connection.query<WidgetRow>(
    prepared(
      SQL`with g as materialized (${joinSql(parts, '\nunion all ')}),
groups as (select key, max(value) filter (where figure = (select min(figure) from g)) as first from g where not whole and not compared group by key),
kept as materialized (select key from groups order by first desc nulls last, key${most})
select g.figure, g.compared, g.key, g.whole, g.value::text as value, ${name} as name, (select count(*)::int from groups) as groups
from g where g.whole${timed ? SQL` or true` : SQL` or exists (select from kept where kept.key is not distinct from g.key)`} order by g.figure, g.compared, g.value desc nulls last, g.key`,
      query.parameters.values,
    ),
  );
  return rows;
}

/** Zones of the scope records that this actor sees, or of the one that is named: none or several where they have none in common. */
export async function readZones(
  connection: Connection,
  engine: Engine,
  caller: Caller,
  scopeId: number | undefined,
): Promise<readonly string[]> {
  const { scopeEntity } = engine.model;
  if (!scopeEntity) return [];
  const entity = entityOf(engine, scopeEntity);
  if (!entity.zone) return [];
  const query = reading(engine, caller);
  const { conditions, ways } = visibility(query, entity, 't');
  const where = all([
    ...conditions,
    ...(ways.length > 0 ? [any(ways)] : []),
    ...(scopeId === undefined ? [] : [SQL`t.id = ${query.parameters.add(scopeId, 'bigint')}`]),
  ]);
  const { rows } = await connection.query<{ zone: string }>(
    prepared(
      SQL`select distinct ${zoneExpression(engine, entity, 't')} as zone from ${ident(entity.name)} t where ${where} limit 2`,
      query.parameters.values,
    ),
  );
  return rows.map(({ zone }) => zone);
}
