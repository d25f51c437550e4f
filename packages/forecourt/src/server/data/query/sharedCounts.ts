import type { Field, PlainFigure, Resource, Widget } from '../../../model/index.ts';
import { ident, joinSql, SQL, type Sql } from '../sql/index.ts';
import { equals, fieldSql } from './comparisons.ts';
import type { Reading } from './engine.ts';
import { waysOf, type FigureRequest } from './figureRows.ts';

/** Figures of a widget that count the rows of one list and differ only in the value that a property must have. */
export interface SharedCounts {
  readonly resource: Resource;
  /** What the property is asked for; the server works it out for each row. */
  readonly field: Field;
  /** Parameters that all of them have. */
  readonly filter: FigureRequest['filter'];
  /** Of the figures in the widget, each with its value. */
  readonly places: readonly number[];
  readonly values: readonly string[];
}

interface Count extends Pick<SharedCounts, 'resource' | 'field' | 'filter'> {
  readonly place: number;
  readonly value: string;
}

/** The figure as a plain count under one value of a worked-out property; undefined where it is more than that. */
function countOf(figure: PlainFigure, place: number, { filter }: FigureRequest): Count | undefined {
  const { resource, measure, by } = figure;
  if (measure.kind !== 'count' || by) return undefined;
  for (const [name, value] of Object.entries(filter)) {
    const asked = resource.list.filters.find((one) => one.name === name);
    const field = asked?.operator === 'equals' ? resource.entity.byName.get(asked.field?.name ?? '') : undefined;
    if (!field?.compute || field !== asked?.field || asked.paths.length !== 1) continue;
    const { [name]: _own, ...others } = filter;
    return { resource, field, filter: others, place, value };
  }
  return undefined;
}

const alike = ({ resource, field, filter }: Count): string => JSON.stringify([resource.name, field.name, filter]);

/** Which figures of a widget are counted together, so that what they ask for is worked out once for each row and not once for each figure. */
export function sharedCounts(
  { figures }: Pick<Widget, 'figures'>,
  { figures: requests }: { readonly figures: readonly (readonly [FigureRequest, FigureRequest?] | undefined)[] },
): readonly SharedCounts[] {
  const counts = figures.flatMap((figure, place) => {
    const [asked, compared] = requests[place] ?? [];
    return (figure.kind === 'plain' && asked && !compared && countOf(figure, place, asked)) || [];
  });
  const groups = new Map<string, Count[]>();
  for (const count of counts) groups.set(alike(count), [...(groups.get(alike(count)) ?? []), count]);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      ...group[0]!,
      places: group.map(({ place }) => place),
      values: group.map(({ value }) => value),
    }));
}

/** Rows of the statement of a widget for all of them, by one pass. */
export function sharedCountsSql(query: Reading, { resource, field, filter, places, values }: SharedCounts): Sql {
  const { entity } = resource;
  const own = fieldSql(query, entity, field, 't');
  // "offset 0": else PostgreSQL would write the expression into each of the conditions.
  const rows = joinSql(
    waysOf(query, resource, filter).map(
      (where) => SQL`select ${own} as value from ${ident(entity.name)} t where ${where}`,
    ),
    ' union all ',
  );
  const counts = values.map(
    (value, at) =>
      SQL`count(*) filter (where ${equals(query, field, SQL`value`, value)})::numeric as ${ident(`c${at}`)}`,
  );
  const figures = places.map((place, at) => SQL`(${place}, ${ident(`c${at}`)})`);
  return SQL`select f.figure, false as compared, null::text as key, true as whole, f.value
from (select ${joinSql(counts, ', ')} from (${rows} offset 0) s) c cross join lateral (values ${joinSql(figures, ', ')}) f(figure, value)`;
}
