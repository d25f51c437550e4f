import { permits, relationOf, type Entity, type PlainFigure, type Widget } from '../../../model/index.ts';
import type { Caller } from '../caller.ts';
import { all, any, ident, joinSql, prepared, SQL, type Sql } from '../sql/index.ts';
import { entityOf, isHidden, mayRead, reading, type Engine, type Reading } from './engine.ts';
import { measureOf, rowsOf, type FigureRequest } from './figureRows.ts';
import { mayFilter } from './filters.ts';
import { keepWritten } from './keepWritten.ts';
import { next } from './paths.ts';
import { sharedCounts, sharedCountsSql } from './sharedCounts.ts';
import { sharedRows, sharedRowsSql } from './sharedRows.ts';
import type { Connection } from './single.ts';
import { titleOf } from './titles.ts';
import { visibility } from './visibility.ts';
import { zoneExpression } from './wire.ts';

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

const AGGREGATES = {
  count: SQL`count(*)::numeric`,
  sum: SQL`coalesce(sum(v), 0)::numeric`,
  average: SQL`avg(v)::numeric`,
  named: SQL`coalesce(sum(v), 0)::numeric`,
} as const;

/** A figure by its groups and as a whole. Each row is taken once: sums of groups are added up. An average is none of the averages of its groups. */
function figureSql(
  query: Reading,
  figure: PlainFigure,
  request: FigureRequest,
  zone: string,
  place: number,
  compared: boolean,
): Sql {
  const { rows, text } = rowsOf(query, figure, request, zone);
  const { kind } = figure.measure;
  const line = (key: Sql, whole: Sql, value: Sql): Sql =>
    SQL`select ${place} as figure, ${compared ? SQL`true` : SQL`false`} as compared, ${key} as key, ${whole} as whole, ${value} as value`;
  const [key, none] = [text(SQL`key`), SQL`null::text`];
  if (!figure.by) return SQL`${line(none, SQL`true`, AGGREGATES[kind])} from (${rows}) s`;
  if (kind === 'average')
    return SQL`${line(key, SQL`grouping(key) = 1`, AGGREGATES[kind])} from (${rows}) s group by grouping sets ((key), ())`;
  return SQL`(with s as materialized (select key, ${AGGREGATES[kind]} as value from (${rows}) s group by key)
${line(key, SQL`false`, SQL`value`)} from s union all ${line(none, SQL`true`, SQL`coalesce(sum(value), 0)`)} from s)`;
}

/** The record that groups are called by. */
function targetOf(engine: Engine, figures: Widget['figures']): Entity | undefined {
  const by = figures.find((figure): figure is PlainFigure => figure.kind === 'plain')?.by;
  return by?.sort === 'field' && relationOf(by.field) === 'one' ? entityOf(engine, by.field.ref!.resource) : undefined;
}

/** The statement of a widget. */
function widgetSql(query: Reading, widget: Pick<Widget, 'figures' | 'most'>, request: WidgetRequest): Sql {
  const { zone } = request;
  const counted = sharedCounts(widget, request);
  const added = sharedRows(
    widget,
    request,
    counted.flatMap(({ places }) => places),
  );
  const shared = new Set([
    ...counted.flatMap(({ places }) => places),
    ...added.flatMap((wholes) => wholes.map(({ place }) => place)),
  ]);
  const alone = widget.figures.flatMap((figure, place) => {
    const asked = request.figures[place];
    if (figure.kind === 'ratio' || !asked || shared.has(place)) return [];
    return asked.flatMap((one, at) => (one ? figureSql(query, figure, one, zone, place, at === 1) : []));
  });
  const parts = [
    ...alone,
    ...counted.map((counts) => sharedCountsSql(query, counts)),
    ...added.map((wholes) => sharedRowsSql(query, wholes)),
  ];
  const target = targetOf(query.engine, widget.figures);
  const inner = next(SQL`g`);
  const name = target
    ? SQL`(select ${titleOf(query, target, inner, false)} from ${ident(target.name)} ${inner} where ${inner}.id = g.key::bigint)`
    : SQL`null::text`;
  const timed = widget.figures.some((figure) => figure.kind === 'plain' && figure.by?.sort === 'time');
  const most = timed ? SQL`` : SQL` limit ${widget.most}`;
  return SQL`with g as materialized (${joinSql(parts, '\nunion all ')}),
groups as (select key, max(value) filter (where figure = (select min(figure) from g)) as first from g where not whole and not compared group by key),
kept as materialized (select key from groups order by first desc nulls last, key${most})
select g.figure, g.compared, g.key, g.whole, g.value::text as value, ${name} as name, (select count(*)::int from groups) as groups
from g where g.whole${timed ? SQL` or true` : SQL` or exists (select from kept where kept.key is not distinct from g.key)`} order by g.figure, g.compared, g.value desc nulls last, g.key`;
}

/** Numbers of the lists of figures that statements were written for: one list is one object for as long as the process runs. */
const numbers = new WeakMap<Widget['figures'], number>();
let listed = 0;

function numberOf(figures: Widget['figures']): number {
  const known = numbers.get(figures);
  if (known !== undefined) return known;
  listed += 1;
  numbers.set(figures, listed);
  return listed;
}

/** What a statement depends on beside the widget. Only a registered measure asks for the time. */
const keyOf = (engine: Engine, { figures, most }: Pick<Widget, 'figures' | 'most'>, request: WidgetRequest): string =>
  JSON.stringify([
    ...[numberOf(figures), most, request.zone],
    request.figures.map((asked, place) => {
      const figure = figures[place];
      const isTimed = figure?.kind === 'plain' && measureOf(engine, figure) !== undefined;
      return asked?.map((one) => one && (isTimed ? one : [one.filter, one.every]));
    }),
  ]);

const kept = keepWritten<Sql>();

/**
 * The figures of a widget for this actor, groups and wholes, by the rows that their lists would show under the same parameters. Of groups that are no times
 * those with the largest first figure, so many as the widget says. One statement, which is written once for as long as the same is asked.
 */
export async function readWidget(
  connection: Connection,
  engine: Engine,
  widget: Pick<Widget, 'figures' | 'most'>,
  request: WidgetRequest,
  caller: Caller,
): Promise<readonly WidgetRow[]> {
  const query = reading(engine, caller);
  const text = kept(query, keyOf(engine, widget, request), (reading) => widgetSql(reading, widget, request));
  const { rows } = await connection.query<WidgetRow>(prepared(text, query.parameters.values));
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
